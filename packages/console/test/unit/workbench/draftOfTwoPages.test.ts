/** The draft of a sample that a person has open on two pages. */
import { expect, it } from "vitest"
import type { Masks } from "../../../src/workbench/bitmap/Masks.ts"
import type { PackedMask } from "../../../src/workbench/model/bitmap/TileMask.ts"
import { withRevision } from "../../../src/workbench/model/document/areas.ts"
import type { Draft } from "../../../src/workbench/model/drafts/Draft.ts"
import { getWholeLabel } from "../../../src/workbench/model/editor/EditorState.ts"
import { applyEdit } from "../../../src/workbench/model/editor/edit.ts"
import { DraftKeeper } from "../../../src/workbench/session/DraftKeeper.ts"
import { answer, claim, conflict, edit, makeWorld, working } from "./sessionBed.ts"

type World = ReturnType<typeof makeWorld>["world"]

/** The one draft that is stored. */
const findDraft = ({ drafts }: World): readonly [string, Draft] => {
  const [entry] = [...drafts]
  if (entry === undefined) throw new Error("There is no draft.")
  return entry
}

/** Another page stores a draft of the same sample, later or earlier than this one. */
const replaceDraft = (world: World, change: Partial<Draft>, milliseconds = 1000): Draft => {
  const [key, draft] = findDraft(world)
  const replaced = { ...draft, ...change, savedAt: draft.savedAt + milliseconds }
  world.drafts.set(key, replaced)
  return replaced
}

const otherText = '{"annotations":[],"other":"page"}'

it("is not replaced by a page whose older work is kept already", async () => {
  const older = makeWorld()
  await older.session.openNext()
  edit(older.session, [1, 1])
  await older.session.keepDraft()
  const newer = makeWorld()
  for (const [key, draft] of older.world.drafts) newer.world.drafts.set(key, draft)
  await newer.session.openNext()
  edit(newer.session, [2, 2])
  await newer.session.keepDraft()
  const [key, draft] = findDraft(newer.world)
  older.world.drafts.set(key, draft)
  await older.session.keepDraft()
  expect(older.world.drafts.get(key)).toBe(draft)
  const third = makeWorld()
  third.world.drafts.set(key, draft)
  await third.session.openNext()
  await third.session.keepDraft()
  expect(third.world.drafts.get(key)).toBe(draft)
  edit(third.session, [3, 3])
  await third.session.keepDraft()
  expect(third.world.drafts.get(key)?.text).toContain("[3,3]")
})

it("is stored again where another page has saved the sample and removed it", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  edit(session)
  await session.keepDraft()
  world.drafts.clear()
  world.waiting[0] = claim("a", "v2")
  world.failure = answer(412, "outdated")
  await session.finish("submit")
  expect(working(session).conflict?.etag).toBe("v1")
  expect(working(session).conflict?.text).toContain("[5,5]")
})

it("is stored again where it was removed after it was opened, and nothing was edited since", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  edit(session)
  await session.keepDraft()
  const later = makeWorld()
  later.world.drafts.set(...findDraft(world))
  await later.session.openNext()
  expect(working(later.session).draft).toBe("restored")
  later.world.drafts.clear()
  later.world.waiting[0] = claim("a", "v2")
  later.world.failure = answer(412, "outdated")
  await later.session.finish("submit")
  expect(working(later.session).conflict?.text).toContain("[5,5]")
})

it("is stored again where the stored one is older than that of this page", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  edit(session)
  await session.keepDraft()
  replaceDraft(world, { text: otherText }, -1000)
  await session.keepDraft()
  expect(findDraft(world)[1].text).toContain("[5,5]")
})

it("stays where another page has stored a newer one, also when the sample is outdated", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  edit(session)
  await session.keepDraft()
  const newer = replaceDraft(world, { text: otherText })
  world.waiting[0] = claim("a", "v2")
  world.failure = answer(412, "outdated")
  await session.finish("submit")
  expect(working(session).conflict).toEqual(newer)
})

it("is stored again where another page has stored its tools alone", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  edit(session)
  await session.keepDraft()
  replaceDraft(world, { text: otherText, isViewOnly: true })
  await session.keepDraft()
  expect(findDraft(world)[1].text).toContain("[5,5]")
})

it("is not replaced by the tools of a page without edits", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  const other = makeWorld()
  await other.session.openNext()
  edit(other.session)
  await other.session.keepDraft()
  const [key, draft] = findDraft(other.world)
  world.drafts.set(key, draft)
  working(session).editor.choose("bbox")
  await session.keepDraft()
  expect(world.drafts.get(key)).toBe(draft)
})

it("is not replaced by a sample that is opened again, whatever was kept of another sample between", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  edit(session)
  await session.keepDraft()
  const [key] = findDraft(world)
  world.waiting.reverse()
  await session.openNext()
  edit(session, [6, 6])
  await session.keepDraft()
  expect(world.drafts.size).toBe(2)
  world.waiting.reverse()
  await session.openNext()
  const newer = replaceDraft(world, { text: otherText })
  await session.keepDraft()
  expect(world.drafts.get(key)).toBe(newer)
})

it("is not replaced by a sample that was claimed again", async () => {
  const { session, world } = makeWorld()
  await session.openNext()
  edit(session)
  await session.keepDraft()
  world.failure = conflict
  await session.finish("submit")
  world.failure = undefined
  await session.claimAgain()
  expect(working(session).draft).toBe("restored")
  const newer = replaceDraft(world, { text: otherText })
  await session.keepDraft()
  expect(findDraft(world)[1]).toBe(newer)
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
        find: async () => undefined,
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
  await keeper.remove(working(session).work)
  packed[2]?.()
  await late
  expect(texts).toEqual([texts[0], undefined])
})
