/** Pages that end at any moment while somebody works, and what of the work is there again. */
import type { BrowserContext, Page } from "playwright-core"
import { expect } from "vitest"
import type { Random } from "./random.ts"

const second = 1000

/** How a workbench is opened and used. */
export interface Work {
  readonly context: BrowserContext
  /** Opens the sample in a new page. */
  readonly open: (page: Page) => Promise<void>
  /** Makes one edit. */
  readonly edit: (page: Page, random: Random) => Promise<void>
  /** What is on the page of the work. */
  readonly shown: (page: Page) => Promise<string>
}

/** What was on the page at a time, in milliseconds since 1970. */
interface Seen {
  readonly at: number
  readonly work: string
}

/** Ends a page as a crash of the browser does: without any event. */
const crash = async (context: BrowserContext, page: Page): Promise<number> => {
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent("crash")
  const at = Date.now()
  // The call gets no answer.
  session.send("Page.crash").catch(() => {})
  await crashed
  return at
}

/** What is known of a page that was killed. */
interface Killed {
  readonly seen: ReadonlyArray<Seen>
  readonly at: number
  /** Whether an edit had begun of which nobody saw the result. */
  readonly unseen: boolean
}

/** Edits until the page crashes at a moment that nobody planned, after at least one edit. */
const editUntilCrash = async (
  { context, edit, shown }: Work,
  page: Page,
  random: Random,
): Promise<Killed> => {
  const seen: Array<Seen> = [{ at: Date.now(), work: await shown(page) }]
  let [unseen, ended] = [false, false]
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const editing = async () => {
    while (!ended) {
      unseen = true
      await edit(page, random)
      const work = await shown(page)
      unseen = false
      if (work !== seen.at(-1)?.work) seen.push({ at: Date.now(), work })
      if (seen.length > 1) begin()
      if (random.below(4) === 0) await page.waitForTimeout(random.below(1500))
    }
  }
  // Ends with an error of the page that is gone.
  const interrupted = editing().catch(() => begin())
  await begun
  await page.waitForTimeout(random.below(4 * second))
  const at = await crash(context, page)
  ended = true
  await interrupted
  return { seen, at, unseen }
}

/** Kills pages in the middle of edits, and expects that all but the last second of the work is there again. Returns how often the work changed. */
export const loseAtMostASecond = async (work: Work, kills: number, random: Random): Promise<number> => {
  let before: Killed | undefined
  let changes = 0
  for (let kill = 0; kill <= kills; kill++) {
    const page = await work.context.newPage()
    await work.open(page)
    const restored = await work.shown(page)
    if (before !== undefined) {
      const { at, seen, unseen } = before
      changes += seen.length - 1
      // A page that lived for less than a second may have lost all of its edits.
      const oldest = Math.max(
        seen.findLastIndex((one) => one.at <= at - second),
        0,
      )
      const allowed = seen.slice(oldest).map((one) => one.work)
      // The last edit may be in the draft although nobody saw its result any more.
      const isLater = unseen && seen.every((one) => one.work !== restored)
      if (!isLater) expect(allowed, `seed ${random.seed}, kill ${kill}`).toContain(restored)
    }
    before = await editUntilCrash(work, page, random)
    await page.close()
  }
  return changes
}
