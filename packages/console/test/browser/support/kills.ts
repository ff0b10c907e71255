/** Pages that end at any moment while somebody works, and what of the work is there again. */
import type { BrowserContext, Page } from "playwright-core"
import { expect } from "vitest"
import type { Random } from "./random.ts"

/**
 * A second is one of the page: beats of 100 ms that it counts in tasks as urgent as those of its drafts. A machine with more to do than it
 * has processors stops the page for longer, and nothing that the page does can change that.
 */
const second = 10

/** Counts the beats of a page in `beats`. */
const countBeats = () => {
  const count = () => {
    Object.assign(globalThis, { beats: Number(Reflect.get(globalThis, "beats") ?? -1) + 1 })
    void scheduler.postTask(count, { delay: 100, priority: "user-blocking" })
  }
  count()
}

const readBeats = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(globalThis, "beats")))

/** How a workbench is opened and used. */
export interface Work {
  readonly context: BrowserContext
  /** Opens the sample in a new page. */
  readonly open: (page: Page) => Promise<void>
  /** Makes one edit, and calls back before the keys of one that leads back to an earlier state. */
  readonly edit: (page: Page, random: Random, onUndo: () => void) => Promise<void>
  /** What is on the page of the work. */
  readonly shown: (page: Page) => Promise<string>
}

/** What was on the page at one of its beats. */
interface Seen {
  readonly beat: number
  readonly work: string
}

/** Ends a page as a crash of the browser does: without any event. */
const crash = async (context: BrowserContext, page: Page): Promise<void> => {
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent("crash")
  // The call gets no answer.
  session.send("Page.crash").catch(() => {})
  await crashed
}

/** What is known of a page that was killed. */
interface Killed {
  readonly seen: ReadonlyArray<Seen>
  /** The last beat that was read. */
  readonly lastBeat: number
  /** The beat after the keys of the last edit; infinity where it was interrupted. */
  readonly editBeat: number
  /** Whether that edit leads back to an earlier state. */
  readonly isUndone: boolean
}

/** Edits until the page crashes at a moment that nobody planned, after at least one edit. */
const editUntilCrash = async (
  { context, edit, shown }: Work,
  page: Page,
  random: Random,
): Promise<Killed> => {
  const seen: Array<Seen> = []
  let [isEnded, isUndone, editBeat, lastBeat] = [false, false, 0, 0]
  const look = async () => {
    const now = { work: await shown(page), beat: await readBeats(page) }
    lastBeat = now.beat
    if (now.work !== seen.at(-1)?.work) seen.push(now)
  }
  await look()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const editing = async () => {
    while (!isEnded) {
      ;[editBeat, isUndone] = [Infinity, false]
      await edit(page, random, () => {
        isUndone = true
      })
      editBeat = await readBeats(page)
      await look()
      if (seen.length > 1) begin()
      if (random.below(4) === 0) await page.waitForTimeout(random.below(1500))
    }
  }
  // What an edit of several keys shows in between may be in the draft as well.
  const looking = async () => {
    while (!isEnded) {
      await look()
      await page.waitForTimeout(50)
    }
  }
  // Both end with an error of the page that is gone.
  const interrupted = Promise.all([editing().catch(() => begin()), looking().catch(() => {})])
  await begun
  await page.waitForTimeout(random.below(4000))
  await crash(context, page)
  isEnded = true
  await interrupted
  return { seen, lastBeat, editBeat, isUndone }
}

/** Kills pages in the middle of edits, and expects that all but the last second of the work is there again. Returns how often the work changed. */
export const loseAtMostASecond = async (work: Work, kills: number, random: Random): Promise<number> => {
  let before: Killed | undefined
  let changes = 0
  for (let kill = 0; kill <= kills; kill++) {
    const page = await work.context.newPage()
    await page.addInitScript(countBeats)
    await work.open(page)
    const restored = await work.shown(page)
    if (before !== undefined) {
      const { editBeat, isUndone, lastBeat, seen } = before
      changes += seen.length - 1
      // A page that lived for less than a second may have lost all of its edits.
      const oldest = Math.max(
        seen.findLastIndex(({ beat }) => beat < lastBeat - second),
        0,
      )
      const allowed = seen.slice(oldest).map((one) => one.work)
      // An edit of the last second may be in the draft although nobody saw what it did, or its keys before the last. Taken back, work
      // is what it was at some time before.
      const isLater = editBeat > lastBeat - second && (isUndone || seen.every((one) => one.work !== restored))
      const ages = seen.map((one) => `${lastBeat - one.beat}${one.work === restored ? " (restored)" : ""}`)
      const message = `seed ${random.seed}, kill ${kill}, seen so many beats before its end: ${ages.join(", ")}`
      if (!isLater) expect(allowed, message).toContain(restored)
    }
    before = await editUntilCrash(work, page, random)
    await page.close()
  }
  return changes
}
