/** The draft of a sample that a person has open on two pages. */
import { expect, it } from "vitest"
import type { Masks } from "../../../src/workbench/documents/bitmap/Masks.ts"
import type { PackedMask } from "../../../src/workbench/documents/bitmap/TileMask.ts"
import { getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { applyEdit } from "../../../src/workbench/editor/edits/edit.ts"
import { withRevision } from "../../../src/workbench/editor/label/areas.ts"
import { type Draft, formatDraftKey } from "../../../src/workbench/session/drafts/Draft.ts"
import { DraftKeeper } from "../../../src/workbench/session/drafts/DraftKeeper.ts"
import type { QueueSession } from "../../../src/workbench/session/QueueSession.ts"
import { answer, claim, conflict, edit, makeDraftStore, makeTexts, makeWorld, working } from "./sessionBed.ts"

/** A browser with two tabs, in each of which a person has opened the same sample. */
const openTabs = async () => {
  const drafts = new Map<string, Draft>()
  const open = async (tab: string) => {
    const bed = makeWorld({}, makeTexts(), { drafts, tab })
    await bed.session.openNext()
    return bed
  }
  return { drafts, open, first: await open("first"), second: await open("second") }
}

const getText = (session: QueueSession): string => (session.getText() ?? "").replaceAll(" ", "")

/** The points that were drawn in each draft. */
const listTexts = (drafts: ReadonlyMap<string, Draft>): ReadonlyArray<string> =>
  [...drafts.values()]
    .map(({ text }) => /"points":(\[\[.*?\]\])/.exec(text.replaceAll(" ", ""))?.[1] ?? "none")
    .sort()

/** Waits until the page has read the drafts of the others. */
const seeOthers = async (session: QueueSession) => {
  await session.keepDraft()
  await new Promise((resolve) => setTimeout(resolve, 5))
  return listTexts(new Map(working(session).others.map((draft) => [String(draft.page), draft])))
}

it("is kept by each page that edits the sample, whichever stores last", async () => {
  const { drafts, first, second } = await openTabs()
  edit(first.session, [1, 1])
  edit(second.session, [2, 2])
  await first.session.keepDraft()
  await second.session.keepDraft()
  await first.session.keepDraft()
  expect(listTexts(drafts)).toEqual(["[[1,1]]", "[[2,2]]"])
})

it("is opened again by its own tab, which names that of the other and can continue it", async () => {
  const { drafts, first, open, second } = await openTabs()
  edit(first.session, [1, 1])
  await first.session.keepDraft()
  edit(second.session, [2, 2])
  await second.session.keepDraft()
  const again = await open("first")
  expect(working(again.session).draft).toBe("restored")
  expect(getText(again.session)).toContain("[[1,1]]")
  expect(await seeOthers(again.session)).toEqual(["[[2,2]]"])
  edit(again.session, [3, 3])
  await again.session.keepDraft()
  const [other] = working(again.session).others
  if (other === undefined) throw new Error("There is no other draft.")
  await again.session.continueOther(other)
  expect(getText(again.session)).toContain("[[2,2]]")
  expect(getText(again.session)).not.toContain("[[3,3]]")
  expect(await seeOthers(again.session)).toHaveLength(1)
  expect([...drafts.values()].some(({ text }) => text.includes("[[3,3]]"))).toBe(true)
  edit(again.session, [4, 4])
  await again.session.keepDraft()
  // The draft that was continued is in the new one.
  expect(drafts.size).toBe(2)
})

it("takes the place of the one that it continues, which its page does not store again unchanged", async () => {
  const { drafts, first, open } = await openTabs()
  edit(first.session, [1, 1])
  await first.session.keepDraft()
  const later = await open("later")
  edit(later.session, [2, 2])
  await later.session.keepDraft()
  await first.session.keepDraft()
  expect(drafts.size).toBe(1)
  const third = await open("third")
  expect(getText(third.session)).toContain("[[2,2]]")
  expect(await seeOthers(third.session)).toEqual([])
  // Once the first page edits on, there are two.
  edit(first.session, [5, 5])
  await first.session.keepDraft()
  expect(drafts.size).toBe(2)
})

it("stays when another page sends its work, and is compared when the sample is opened again", async () => {
  const { drafts, first, open, second } = await openTabs()
  edit(first.session, [1, 1])
  await first.session.keepDraft()
  edit(second.session, [2, 2])
  await second.session.keepDraft()
  await second.session.finish("save")
  expect(listTexts(drafts)).toEqual(["[[1,1]]"])
  const later = await open("later")
  later.world.waiting[0] = claim("a", "v2")
  await later.session.openNext()
  expect(working(later.session).conflict?.text).toContain("[[1,1]]")
})

it("that was left for the current label stays until the work is stored, and can be continued", async () => {
  const { drafts, first, open } = await openTabs()
  edit(first.session, [1, 1])
  await first.session.keepDraft()
  const later = await open("later")
  later.world.waiting[0] = claim("a", "v2")
  await later.session.openNext()
  later.session.resolve("theirs")
  edit(later.session, [2, 2])
  expect(await seeOthers(later.session)).toEqual(["[[1,1]]"])
  expect(drafts.size).toBe(2)
  await later.session.finish("submit")
  expect(drafts.size).toBe(0)
})

it("is stored again where another page has saved the sample and removed it", async () => {
  const { drafts, first, open } = await openTabs()
  edit(first.session)
  await first.session.keepDraft()
  const later = await open("later")
  await later.session.finish("save")
  expect(drafts.size).toBe(0)
  first.world.waiting[0] = claim("a", "v2")
  first.world.failure = answer(412, "outdated")
  await first.session.finish("submit")
  expect(working(first.session).conflict?.etag).toBe("v1")
  expect(working(first.session).conflict?.text).toContain("[5,5]")
})

it("is stored again where it was removed after it was opened, and nothing was edited since", async () => {
  const { drafts, first, open } = await openTabs()
  edit(first.session)
  await first.session.keepDraft()
  const later = await open("later")
  expect(working(later.session).draft).toBe("restored")
  drafts.clear()
  later.world.waiting[0] = claim("a", "v2")
  later.world.failure = answer(412, "outdated")
  await later.session.finish("submit")
  expect(working(later.session).conflict?.text).toContain("[5,5]")
})

it("is not replaced by the tools of a page without edits", async () => {
  const { drafts, first, open, second } = await openTabs()
  edit(second.session)
  await second.session.keepDraft()
  working(first.session).editor.choose("bbox")
  await first.session.keepDraft()
  expect(drafts.size).toBe(2)
  const later = await open("first")
  expect(getText(later.session)).toContain("[[5,5]]")
})

it("of an earlier version of the console is continued", async () => {
  const { drafts, first, open } = await openTabs()
  edit(first.session)
  await first.session.keepDraft()
  const [draft] = drafts.values()
  if (draft === undefined) throw new Error("There is no draft.")
  const { continues, page, tab, ...former } = draft
  drafts.clear()
  drafts.set(formatDraftKey(former), former)
  const later = await open("first")
  expect(getText(later.session)).toContain("[[5,5]]")
  expect(await seeOthers(later.session)).toEqual([])
  edit(later.session, [6, 6])
  await later.session.keepDraft()
  expect([...drafts.values()].map(({ page }) => page === undefined)).toEqual([false])
})

it("is the own one of a sample that was claimed again, whatever another page has stored since", async () => {
  const { first, second } = await openTabs()
  edit(first.session)
  await first.session.keepDraft()
  first.world.failure = conflict
  await first.session.finish("submit")
  first.world.failure = undefined
  edit(second.session, [2, 2])
  await second.session.keepDraft()
  await first.session.claimAgain()
  expect(working(first.session).draft).toBe("restored")
  expect(getText(first.session)).toContain("[[5,5]]")
  expect(await seeOthers(first.session)).toEqual(["[[2,2]]"])
})

it("is not stored by what was on its way when the work was sent, and the last edits win", async () => {
  const { session } = makeWorld()
  await session.openNext()
  const { editor } = working(session)
  editor.update((state) =>
    applyEdit(state, "paint", withRevision(getWholeLabel(state), { frame: 0, revision: 1 })),
  )
  const packed: Array<() => void> = []
  const masks = {
    pack: () =>
      new Promise<PackedMask>((resolve) => packed.push(() => resolve({ width: 1, height: 1, tiles: [] }))),
  }
  const texts: Array<string | undefined> = []
  const keeper = new DraftKeeper(
    "jane",
    {
      drafts: {
        ...makeDraftStore(new Map()),
        put: async ({ text }) => void texts.push(text),
        remove: async () => void texts.push(undefined),
      },
      now: () => 0,
    },
    // Cast: nothing else of the bitmaps is needed.
    { present: () => ({ ...working(session), masks: masks as unknown as Masks }), change: () => {} },
  )
  const first = keeper.keep()
  edit(session, [8, 8])
  const second = keeper.keep()
  packed[1]?.()
  await second
  packed[0]?.()
  await first
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain("[8,8]")
  edit(session, [9, 9])
  const late = keeper.keep()
  await keeper.remove(keeper.get(working(session).work))
  packed[2]?.()
  await late
  expect(texts).toEqual([texts[0], undefined])
})
