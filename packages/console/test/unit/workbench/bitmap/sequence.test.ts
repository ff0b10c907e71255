import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runCommand } from "../../../../src/workbench/commands/Command.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { chooseCategory } from "../../../../src/workbench/editor/edits/edit.ts"
import { mergeInto, splitSelected, trim } from "../../../../src/workbench/editor/edits/tracks.ts"
import { print } from "../../../../src/workbench/editor/json/parse.ts"
import type { JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { findFamily, makeEmptyLabel } from "../../../../src/workbench/editor/label/family.ts"
import { packBitmaps, StoredBitmaps } from "../../../../src/workbench/session/bitmaps.ts"
import { readDraft } from "../../../../src/workbench/session/drafts/draftLabel.ts"
import { makePaintCommands } from "../../../../src/workbench/tools/paint/makePaintCommands.ts"
import {
  annotationsAt,
  areasOf,
  denseTiles,
  files,
  type Opened,
  openSequence,
  openStored,
  paint,
  select,
  settle,
  show,
  squares,
  stored,
} from "./sequence.ts"

const empty = (frames: number) => makeEmptyLabel({ sequence: true, bitmap: true }, frames)

describe("bitmaps of a sequence", { timeout: 120_000 }, () => {
  it("are a family of labels that the workbench edits", () => {
    expect(findFamily("image-segmentation-sequence")).toEqual({ sequence: true, bitmap: true })
    expect(empty(2)).toEqual({ format_version: "0.2", frames: [{ annotations: [] }, { annotations: [] }] })
  })

  it("have one object over frames: what is selected is continued with its id and its category", async () => {
    const opened = openSequence(empty(3))
    await show(opened, 0)
    await paint(opened, [5, 5], [9, 5])
    await show(opened, 1)
    opened.editor.update((state) => ({ ...state, categoryId: 2 }))
    await paint(opened, [15, 5], [20, 5])
    const area = { id: 1, category_id: 1, track_id: 1, is_keyframe: true, attributes: {} }
    expect([annotationsAt(opened, 0), annotationsAt(opened, 1), annotationsAt(opened, 2)]).toEqual([
      [area],
      [area],
      [],
    ])
    expect([...(await areasOf(opened, 1)).keys()]).toEqual([1])
    runCommand("newArea", [makePaintCommands(opened.masks)])
    opened.editor.update((state, setting) => chooseCategory(state, 1, setting))
    await paint(opened, [30, 15], [35, 15])
    expect(annotationsAt(opened, 1)).toMatchObject([{ id: 1 }, { id: 2, track_id: 2, category_id: 1 }])
  })

  it("have one object of a category without instances in all frames", async () => {
    const opened = openSequence(empty(2))
    await show(opened, 0)
    opened.editor.update((state) => ({ ...state, categoryId: 2 }))
    await paint(opened, [5, 5], [9, 5])
    await show(opened, 1)
    opened.editor.select(new Set())
    await paint(opened, [5, 5], [9, 5])
    expect(annotationsAt(opened, 1)).toMatchObject([{ id: 1, track_id: 1, category_id: 2 }])
  })

  it("undo and redo the bitmap of the frame that was painted, whichever is shown", async () => {
    const opened = await openStored()
    await paint(opened, [35, 15], [38, 15])
    const painted = await areasOf(opened, 0)
    expect([...painted.keys()].sort()).toEqual([1, 2, 31])
    await show(opened, 2)
    opened.editor.undo()
    await settle()
    expect(opened.editor.state.frame).toBe(0)
    expect(await areasOf(opened, 0)).toEqual(
      new Map([
        [1, 100],
        [2, 100],
      ]),
    )
    expect(print(getLabel(opened.editor.state))).toBe(print(stored))
    opened.editor.redo()
    await settle()
    expect(await areasOf(opened, 0)).toEqual(painted)
    expect(await areasOf(opened, 2)).toEqual(new Map([[30, 100]]))
  })

  it("take one step to delete a track from all frames, each by the id that its bitmap has", async () => {
    const opened = await openStored()
    select(opened, "1")
    await opened.masks.deleteSelected()
    await settle()
    expect([annotationsAt(opened, 0), annotationsAt(opened, 1), annotationsAt(opened, 2)]).toMatchObject([
      [{ id: 2 }],
      [],
      [],
    ])
    expect(await areasOf(opened, 0)).toEqual(new Map([[2, 100]]))
    expect(await areasOf(opened, 2)).toEqual(new Map())
    opened.editor.undo()
    await settle()
    expect(print(getLabel(opened.editor.state))).toBe(print(stored))
    expect(await areasOf(opened, 2)).toEqual(new Map([[30, 100]]))
  })

  it("are not changed where one of them cannot be read: its frame is shown, with the reason", async () => {
    const opened = openSequence(stored, { "/0.png": squares(1, 2), "/1.png": squares(1) })
    await show(opened, 0)
    select(opened, "1")
    await opened.masks.deleteSelected()
    expect(getLabel(opened.editor.state)).toBe(stored)
    expect(opened.editor.state.frame).toBe(2)
    expect(opened.masks.shown.state).toMatchObject({ status: "failed", reason: "HTTP 404" })
  })

  it("lose a track in some frames alone, and keep the pixels of split and merged tracks", async () => {
    const opened = await openStored()
    select(opened, "1")
    await show(opened, 1)
    opened.editor.update(splitSelected)
    expect(annotationsAt(opened, 1)).toMatchObject([{ id: 1, track_id: 31 }])
    expect(annotationsAt(opened, 2)).toMatchObject([{ id: 30, track_id: 31 }])
    expect(await areasOf(opened, 1)).toEqual(new Map([[1, 100]]))
    opened.editor.update((state) => mergeInto(state, "2"))
    expect(annotationsAt(opened, 2)).toMatchObject([{ id: 30, track_id: 2 }])
    await show(opened, 2)
    trim(opened.editor, "removeHere")
    await settle()
    expect([annotationsAt(opened, 1).length, annotationsAt(opened, 2).length]).toEqual([1, 0])
    expect(await areasOf(opened, 2)).toEqual(new Map())
    expect(await areasOf(opened, 0)).toEqual(
      new Map([
        [1, 100],
        [2, 100],
      ]),
    )
  })

  it("are copied to the next frame with their tracks, but for locked objects", async () => {
    const opened = await openStored()
    await show(opened, 1)
    opened.editor.update((state) => ({ ...state, locked: new Set(["2"]) }))
    await show(opened, 0)
    select(opened)
    await opened.masks.copyToNext()
    await settle()
    expect(opened.editor.state.frame).toBe(1)
    // The locked one is not copied; the other has its pixels already.
    expect(annotationsAt(opened, 1)).toMatchObject([{ id: 1, track_id: 1 }])
    opened.editor.update((state) => ({ ...state, locked: new Set() }))
    await show(opened, 0)
    select(opened, "2")
    await opened.masks.copyToNext()
    await settle()
    expect(annotationsAt(opened, 1)).toMatchObject([{ id: 1 }, { id: 2, track_id: 2, is_keyframe: true }])
    expect(await areasOf(opened, 1)).toEqual(
      new Map([
        [1, 100],
        [2, 100],
      ]),
    )
    // In the third frame the first track has another id.
    select(opened, "1", "2")
    await opened.masks.copyToNext()
    await settle()
    expect(annotationsAt(opened, 2)).toMatchObject([
      { id: 30, track_id: 1 },
      { id: 2, track_id: 2 },
    ])
    expect(await areasOf(opened, 2)).toEqual(
      new Map([
        [30, 100],
        [2, 100],
      ]),
    )
    expect([...opened.editor.state.selected].sort()).toEqual(["1", "2"])
  })

  it("leave the pixels of locked objects to them where others are copied", async () => {
    const opened = await openStored()
    await show(opened, 1)
    await paint(opened, [13, 5], [16, 5])
    const locked = (await areasOf(opened, 1)).get(31) ?? 0
    expect(locked).toBeGreaterThan(10)
    opened.editor.update((state) => ({ ...state, locked: new Set(["31"]) }))
    await show(opened, 0)
    select(opened, "2")
    await opened.masks.copyToNext()
    await settle()
    expect(await areasOf(opened, 1)).toEqual(
      new Map([
        [1, 100],
        [2, 100 - locked],
        [31, locked],
      ]),
    )
  })

  it("are pasted as they were when they were copied, into another frame alone", async () => {
    const opened = await openStored()
    select(opened, "2")
    expect(runCommand("copy", [makePaintCommands(opened.masks)])).toBe(true)
    await opened.masks.paste()
    expect(getLabel(opened.editor.state)).toBe(stored)
    await opened.masks.deleteSelected()
    await settle()
    await show(opened, 2)
    await opened.masks.paste()
    await settle()
    expect((await areasOf(opened, 2)).get(2)).toBe(100)
    expect(annotationsAt(opened, 0)).toHaveLength(1)
  })

  it("drop an object whose last pixel was painted over from that frame alone", async () => {
    const opened = await openStored()
    select(opened)
    opened.masks.brush.change({ width: 60 })
    await paint(opened, [0, 5], [40, 5])
    expect(annotationsAt(opened, 0)).toMatchObject([{ id: 31 }])
    expect(annotationsAt(opened, 1)).toMatchObject([{ id: 1 }])
    opened.editor.undo()
    await settle()
    expect(getLabel(opened.editor.state)).toBe(stored)
  })

  it("are stored where they were painted: untouched frames keep every byte, and a second attempt stores nothing", async () => {
    const opened = await openStored()
    await show(opened, 2)
    await paint(opened, [35, 15], [38, 15])
    const names: Array<number | undefined> = []
    let isFull = true
    const bitmaps = new StoredBitmaps(opened.masks, async (_, frame) => {
      if (isFull) throw new Error("full")
      names.push(frame)
      return `/stored-${names.length}.png`
    })
    await expect(bitmaps.addAddresses(getLabel(opened.editor.state))).rejects.toThrow("full")
    isFull = false
    const sent = await bitmaps.addAddresses(getLabel(opened.editor.state))
    expect(await bitmaps.addAddresses(getLabel(opened.editor.state))).toEqual(sent)
    expect(names).toEqual([2])
    const [before, after] = [stored, sent].map(({ frames }) => frames as ReadonlyArray<JsonObject>)
    expect(after?.slice(0, 2).map(print)).toEqual(before?.slice(0, 2).map(print))
    expect(after?.[2]?.segmentation_bitmap).toEqual({ url: "/stored-1.png" })
  })

  it("are stored once each where the second of two uploads failed and both are repeated", async () => {
    const opened = await openStored()
    await paint(opened, [35, 15], [38, 15])
    await show(opened, 2)
    await paint(opened, [35, 15], [38, 15])
    const uploads: Array<number | undefined> = []
    const bitmaps = new StoredBitmaps(opened.masks, async (_, frame) => {
      uploads.push(frame)
      if (uploads.length === 2) throw new Error("full")
      return `/stored-${frame}.png`
    })
    await expect(bitmaps.addAddresses(getLabel(opened.editor.state))).rejects.toThrow("full")
    const sent = await bitmaps.addAddresses(getLabel(opened.editor.state))
    expect(uploads).toEqual([0, 2, 2])
    expect((sent.frames as ReadonlyArray<JsonObject>).map((frame) => frame.segmentation_bitmap)).toEqual([
      { url: "/stored-0.png", made_by: 1.5 },
      { url: "/1.png" },
      { url: "/stored-2.png" },
    ])
  })

  it("are in the draft with every frame that was painted, and continue from it", async () => {
    const opened = await openStored()
    await paint(opened, [35, 15], [38, 15])
    await show(opened, 1)
    await paint(opened, [35, 5], [38, 5])
    const label = getLabel(opened.editor.state)
    const draft = {
      ...{ user: "jane", sample: "a", labelset: "ground-truth", etag: null, savedAt: 0 },
      text: print(label),
      bitmaps: await packBitmaps(opened.masks, label),
    }
    expect(draft.bitmaps.map(({ frame }) => frame)).toEqual([0, 1])
    expect(readDraft({ ...draft, bitmaps: draft.bitmaps.slice(0, 1) })).toBeUndefined()
    const restored = readDraft(draft)
    if (restored === undefined) throw new Error("not restored")
    const again = openSequence(restored, files, draft.bitmaps)
    await show(again, 0)
    for (const frame of [0, 1]) expect(await areasOf(again, frame)).toEqual(await areasOf(opened, frame))
    // A stroke after the draft is no revision that another frame has.
    await paint(again, [35, 2], [38, 2])
    expect(await packBitmaps(again.masks, getLabel(again.editor.state))).toHaveLength(2)
    again.editor.undo()
    await settle()
    expect(await areasOf(again, 0)).toEqual(await areasOf(opened, 0))
  })

  it("of frames that nobody painted are forgotten, and loaded again", async () => {
    const urls = Array.from({ length: 20 }, (_, frame) => `/${frame}.png`)
    const label = {
      frames: urls.map((url) => ({ annotations: [], segmentation_bitmap: { url } })),
    }
    const opened = openSequence(label, Object.fromEntries(urls.map((url) => [url, squares(1)])))
    await show(opened, 0)
    await paint(opened, [35, 15], [38, 15])
    for (let frame = 1; frame < 20; frame++) await show(opened, frame)
    for (const frame of [1, 0]) await show(opened, frame)
    expect(opened.loaded.filter((url) => url === "/0.png")).toHaveLength(1)
    expect(opened.loaded.filter((url) => url === "/1.png")).toHaveLength(2)
    expect(denseTiles(opened)).toBe(1)
    expect((await areasOf(opened, 0)).size).toBe(2)
  })

  it("come back to where they began after all is undone, and to where they were after all is redone", async () => {
    type Act = (opened: Opened) => Promise<unknown> | undefined
    const points = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20 }))
    const acts = fc.oneof(
      fc.nat(2).map(
        (frame): Act =>
          (opened) =>
            show(opened, frame),
      ),
      fc.tuple(points, points, fc.constantFrom("brush" as const, "eraser" as const)).map(
        ([from, to, tool]): Act =>
          (opened) =>
            paint(opened, from, to, tool),
      ),
      fc.constantFrom("1", "2", "31").map(
        (key): Act =>
          (opened) => {
            select(opened, key)
            return undefined
          },
      ),
      fc.constantFrom<Act>(
        ({ masks }) => masks.deleteSelected(),
        ({ masks }) => masks.copyToNext(),
        (opened) => {
          opened.editor.select(new Set())
          return undefined
        },
        async ({ editor, masks }) => {
          editor.select(new Set(["1", "2"]))
          masks.mergeSelected()
        },
        async ({ editor }) => editor.undo(),
        async ({ editor }) => editor.redo(),
      ),
    )
    const all = async (opened: Opened) => Promise.all([0, 1, 2].map((frame) => areasOf(opened, frame)))
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 14 }), async (list) => {
        const opened = await openStored()
        const before = await all(opened)
        for (const act of list) {
          await act(opened)
          await settle()
        }
        const [label, masks] = [getLabel(opened.editor.state), await all(opened)]
        for (const [frame, areas] of masks.entries())
          expect([...areas.keys()].sort()).toEqual(
            annotationsAt(opened, frame)
              .map(({ id }) => id)
              .sort(),
          )
        let steps = 0
        for (; getLabel(opened.editor.state) !== stored && steps < 100; steps++) opened.editor.undo()
        await settle()
        expect(await all(opened)).toEqual(before)
        for (; steps > 0; steps--) opened.editor.redo()
        await settle()
        expect(getLabel(opened.editor.state)).toBe(label)
        expect(await all(opened)).toEqual(masks)
      }),
      { numRuns: process.env.ANNOTARY_TEST_LONG === "1" ? 300 : 25 },
    )
  })
})
