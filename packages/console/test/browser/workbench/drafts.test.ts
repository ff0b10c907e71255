import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { makeRandom, type Random } from "../support/random.ts"
import { edit, shownWork } from "../support/randomEdits.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

/** A hundred in the long runs. */
const kills = process.env.ANNOTARY_TEST_LONG === "1" ? 100 : 8
const second = 1000

const bed = testBed()

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

/** Edits until the page crashes at a moment that nobody planned. Returns what was seen, and when the page ended. */
const editUntilCrash = async (context: BrowserContext, page: Page, random: Random) => {
  const seen: Array<Seen> = [{ at: 0, work: await shownWork(page) }]
  let ended = false
  const crashing = page
    .waitForTimeout(random.below(4 * second))
    .then(() => crash(context, page))
    .finally(() => {
      ended = true
    })
  const editing = async () => {
    while (!ended) {
      await edit(page, random)
      const work = await shownWork(page)
      if (work !== seen.at(-1)?.work) seen.push({ at: Date.now(), work })
      if (random.below(4) === 0) await page.waitForTimeout(random.below(1500))
    }
  }
  // Ends with an error of the page that is gone.
  const interrupted = editing().catch(() => {})
  const killed = await crashing
  await interrupted
  return { seen, killed }
}

describe("unsent work", { timeout: kills * 30_000 }, () => {
  it(`is there again after the page was killed ${kills} times at any moment, but for the last second`, async () => {
    const random = makeRandom()
    process.stdout.write(`Killed pages: ANNOTARY_TEST_SEED=${random.seed}\n`)
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "kills",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const { context } = await signedIn(bed.browser, bed.server, key)
    let before: { readonly seen: ReadonlyArray<Seen>; readonly killed: number } | undefined
    for (let kill = 0; kill <= kills; kill++) {
      const page = await context.newPage()
      await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
      await shownSample(page)
      const restored = await shownWork(page)
      if (before !== undefined) {
        const { killed, seen } = before
        const oldest = seen.findLastIndex(({ at }) => at <= killed - second)
        const allowed = seen.slice(oldest).map(({ work }) => work)
        // The last edit may be in the draft although nobody saw its result any more.
        const isLater = seen.every(({ work }) => work !== restored)
        if (!isLater) expect(allowed, `seed ${random.seed}, kill ${kill}`).toContain(restored)
        else
          expect(killed - (seen.at(-1)?.at ?? 0), `seed ${random.seed}, kill ${kill}`).toBeLessThan(
            2 * second,
          )
      }
      before = await editUntilCrash(context, page, random)
      await page.close()
    }
  })

  it("stays on the screen and is sent later when the server cannot be reached", async () => {
    const key = await bed.server.person("max")
    const dataset = await makeDataset(bed.server, {
      name: "offline",
      samples: 1,
      collaborators: { max: "labeler" },
    })
    const { context, page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await drawBox(page)
    await context.setOffline(true)
    await page.keyboard.press("Control+Enter")
    await page.getByText("The server cannot be reached.").waitFor()
    await seesObjects(page, 1)
    await context.setOffline(false)
    await page.keyboard.press("Control+Enter")
    await page.getByText("One sample done").waitFor()
  })
})
