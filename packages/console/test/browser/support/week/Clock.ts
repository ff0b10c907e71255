/** The clock of a test: it stands still until it is moved, for the engine in this process and for all pages alike. Timers go on in real time. */
import { setImmediate as turn } from "node:timers/promises"
import type { Page } from "playwright-core"
import { vi } from "vitest"

declare global {
  /** The time of a page, in milliseconds since 1970. */
  var testTime: number | undefined
}

/** The time that a claim takes. Instants of the engine are ahead of a clock that stands still, by up to two milliseconds. */
export const answerMillis = 5

/** Lets the dates of a page be those of the clock. */
const installTime = (now: number): void => {
  globalThis.testTime = now
  const readTime = () => globalThis.testTime ?? now
  globalThis.Date = new Proxy(Date, {
    construct: (target, words, own) =>
      Reflect.construct(target, words.length === 0 ? [readTime()] : words, own),
    get: (target, name) => (name === "now" ? readTime : Reflect.get(target, name)),
  })
}

export class Clock {
  private readonly pages = new Set<Page>()
  private sentWork = 0

  /** `now`: milliseconds since 1970. */
  constructor(public now: number) {
    vi.useFakeTimers({ toFake: ["Date"], now })
  }

  /**
   * Gives a page this clock, before it is loaded. Its claims take a moment, from whose end it measures. Its work arrives later each time, so
   * that between two pieces of work no less time passes on the server than on the page, however far its instants are ahead.
   */
  async prepare(page: Page): Promise<void> {
    await page.addInitScript(installTime, this.now)
    if (this.pages.has(page)) return
    this.pages.add(page)
    page.once("close", () => this.pages.delete(page))
    await page.route("**/claim/", async (route) => {
      const response = await route.fetch()
      await this.move(answerMillis)
      await route.fulfill({ response })
    })
    await page.route(/\/claims\/[^/]+\/\w+\/$/, async (route) => {
      this.sentWork += 1
      await this.move(3 * this.sentWork)
      await route.continue()
    })
  }

  async move(millis: number): Promise<void> {
    this.now += millis
    vi.setSystemTime(this.now)
    for (const page of this.pages)
      await page.evaluate((now) => {
        globalThis.testTime = now
      }, this.now)
    await turn()
  }

  moveTo(millis: number): Promise<void> {
    return this.move(Math.max(0, millis - this.now))
  }

  stop(): void {
    vi.useRealTimers()
  }
}
