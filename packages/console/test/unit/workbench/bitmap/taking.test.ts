/** Objects that are taken from another label of a sequence, with their pixels in all of its frames. */
import { describe, expect, it } from "vitest"
import { encodeMaskPng } from "../../../../src/workbench/documents/bitmap/png.ts"
import { TileMask } from "../../../../src/workbench/documents/bitmap/TileMask.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { readChoices } from "../../../../src/workbench/editor/History.ts"
import { type JsonObject, toObjects } from "../../../../src/workbench/editor/json/value.ts"
import type { Difference } from "../../../../src/workbench/panels/adjudication/Difference.ts"
import {
  type DecisionContext,
  readDecisions,
} from "../../../../src/workbench/panels/adjudication/decisions.ts"
import { takeSegmented } from "../../../../src/workbench/panels/adjudication/takeElements.ts"
import { annotationsAt, areasOf, files, openSequence, settle, show, squares, stored } from "./sequence.ts"

/** The first track of the stored label is 7 here, in the first two frames; track 9 is in the last two. */
const other: JsonObject = {
  frames: [
    { annotations: [{ id: 7, category_id: 2, track_id: 7 }], segmentation_bitmap: { url: "/a.png" } },
    {
      annotations: [
        { id: 7, category_id: 2, track_id: 7 },
        { id: 9, category_id: 1, track_id: 9 },
      ],
      segmentation_bitmap: { url: "/b.png" },
    },
    { annotations: [{ id: 12, category_id: 1, track_id: 9 }], segmentation_bitmap: { url: "/c.png" } },
  ],
}
const others = { "/a.png": squares(7, 7), "/b.png": squares(0, 7, 9), "/c.png": squares(0, 12) }

const openBoth = async () => {
  const opened = openSequence(stored, { ...files, ...others })
  await show(opened, 0)
  return opened
}

const choice = { of: "shape 0", letter: "B" }

const listAreas = async (opened: Awaited<ReturnType<typeof openBoth>>) => [
  await areasOf(opened, 0),
  await areasOf(opened, 1),
  await areasOf(opened, 2),
]

describe("an object of another label", () => {
  it("has its pixels in all frames in one step, and goes from frames that it is not in", async () => {
    const opened = await openBoth()
    const before = await listAreas(opened)
    await opened.masks.takeObject({ label: other, key: "7", own: "1", isWhole: false, choice })
    await settle()
    // Track 2 was painted over entirely.
    expect(await listAreas(opened)).toEqual([new Map([[1, 200]]), new Map([[1, 100]]), new Map()])
    expect(
      [0, 1, 2].map((frame) => annotationsAt(opened, frame).map(({ category_id, id }) => [id, category_id])),
    ).toEqual([[[1, 1]], [[1, 1]], []])
    expect(readChoices(opened.editor.state.history).get("shape 0")).toEqual({ ...choice, key: "1" })
    opened.editor.undo()
    await settle()
    expect(getLabel(opened.editor.state)).toBe(stored)
    expect(await listAreas(opened)).toEqual(before)
    opened.editor.redo()
    await settle()
    expect(await listAreas(opened)).toEqual([new Map([[1, 200]]), new Map([[1, 100]]), new Map()])
  })

  it("has the category and the attributes of its track in the frames that it did not have", async () => {
    const opened = await openBoth()
    await opened.masks.takeObject({ label: other, key: "7", own: "2", isWhole: false, choice })
    await settle()
    expect(annotationsAt(opened, 1)).toContainEqual({ id: expect.anything(), category_id: 1, track_id: 2 })
  })

  it("is added with a free track, and its pixels win over those below", async () => {
    const opened = await openBoth()
    await opened.masks.takeObject({ label: other, key: "9", own: undefined, isWhole: true, choice })
    await settle()
    const added = [1, 2].map((frame) => annotationsAt(opened, frame).at(-1))
    const track = added[0]?.track_id
    expect([1, 2, 30]).not.toContain(track)
    expect(added).toMatchObject([{ track_id: track }, { track_id: track }])
    expect((await areasOf(opened, 1)).get(Number(added[0]?.id))).toBe(100)
    expect((await areasOf(opened, 2)).get(Number(added[1]?.id))).toBe(100)
    expect(annotationsAt(opened, 0)).toHaveLength(2)
  })

  it("is deleted with its pixels where the other label lacks it", async () => {
    const opened = await openBoth()
    await opened.masks.takeObject({ label: other, key: undefined, own: "1", isWhole: true, choice })
    await settle()
    expect(await listAreas(opened)).toEqual([new Map([[2, 100]]), new Map(), new Map()])
    expect(annotationsAt(opened, 0).map(({ id }) => id)).toEqual([2])
  })

  it("is refused where its bitmap has another size, and no frame has changed", async () => {
    const mask = new TileMask(30, 20)
    mask.getPixels(0)[0] = 7
    const opened = openSequence(stored, { ...files, ...others, "/b.png": encodeMaskPng(mask).buffer })
    await show(opened, 0)
    const before = await listAreas(opened)
    const taken = { label: other, key: "7", own: "1", isWhole: false, choice }
    await expect(opened.masks.takeObject(taken)).rejects.toMatchObject({ reason: "size", frame: 1 })
    expect(getLabel(opened.editor.state)).toBe(stored)
    expect(await listAreas(opened)).toEqual(before)
  })

  it("is refused until the image of an unpainted frame is loaded, which may have another size", async () => {
    const unpainted: JsonObject = {
      frames: toObjects(stored.frames).map((frame, index) => (index === 1 ? { annotations: [] } : frame)),
    }
    const opened = openSequence(unpainted, { ...files, ...others })
    await show(opened, 0)
    const taken = { label: other, key: "7", own: "1", isWhole: false, choice }
    await expect(opened.masks.takeObject(taken)).rejects.toMatchObject({ reason: "notLoaded", frame: 1 })
    expect(getLabel(opened.editor.state)).toBe(unpainted)
    opened.editor.show(1)
    opened.masks.shown.setImage({ width: 30, height: 20 })
    await settle()
    await expect(opened.masks.takeObject(taken)).rejects.toMatchObject({ reason: "size", frame: 1 })
  })

  it("is refused with the frame whose bitmap cannot be read", async () => {
    const opened = openSequence(stored, { ...others, "/0.png": squares(1, 2), "/1.png": squares(1) })
    await show(opened, 0)
    const taken = { label: other, key: undefined, own: "1", isWhole: true, choice }
    await expect(opened.masks.takeObject(taken)).rejects.toMatchObject({ reason: "unreadable", frame: 2 })
    expect(getLabel(opened.editor.state)).toBe(stored)
  })

  it("is refused where it was deleted while the other label was loaded", async () => {
    const opened = await openBoth()
    const taken = opened.masks.takeObject({ label: other, key: "7", own: "1", isWhole: false, choice })
    opened.editor.select(new Set(["1"]))
    await opened.masks.deleteIn(0, 2)
    const label = getLabel(opened.editor.state)
    await expect(taken).rejects.toMatchObject({ reason: "changed", frame: 0 })
    expect(getLabel(opened.editor.state)).toBe(label)
  })

  it("is left alone after the signal", async () => {
    const opened = await openBoth()
    const controller = new AbortController()
    const taken = { label: other, key: "7", own: "1", isWhole: false, choice }
    const take = opened.masks.takeObject(taken, controller.signal)
    controller.abort()
    await take
    expect(getLabel(opened.editor.state)).toBe(stored)
  })

  it("is left alone while a bitmap of the other label cannot be read", async () => {
    const opened = openSequence(stored, files)
    await show(opened, 0)
    const taken = { label: other, key: "7", own: "1", isWhole: false, choice }
    await expect(opened.masks.takeObject(taken)).rejects.toThrow("HTTP 404")
    expect(getLabel(opened.editor.state)).toBe(stored)
  })
})

describe("choices of versions in quick succession", () => {
  const difference: Difference = {
    id: "object 0",
    subject: "object",
    aspect: "object",
    group: 0,
    sensor: undefined,
    frame: 1,
    lastFrame: 1,
    members: [{ letter: "B", key: "9", id: 9, sensor: undefined, frame: 1, categoryId: 1 }],
    missing: ["A"],
    attributes: [],
    names: [],
    trackNames: [],
    similarity: undefined,
  }
  const context: DecisionContext = {
    labels: new Map([
      ["A", stored],
      ["B", other],
    ]),
    mergedKeys: new Map(),
    differences: { list: [difference], agreed: new Map(), groups: [difference.members] },
    letter: "A",
    isSegmented: true,
  }

  it("add an object once, and the last one wins", async () => {
    const opened = await openBoth()
    const { editor } = opened
    const choose = (letter: string) => takeSegmented(editor, context, difference, letter)
    await Promise.all([choose("B"), choose("B")])
    expect(annotationsAt(opened, 1)).toHaveLength(2)
    editor.undo()
    expect(getLabel(editor.state)).toBe(stored)
    await Promise.all([choose("B"), choose("A")])
    expect(getLabel(editor.state)).toBe(stored)
    expect(readDecisions(editor.state, context).get(difference.id)).toEqual({ letter: "A" })
    await Promise.all([choose("A"), choose("B")])
    expect(annotationsAt(opened, 1)).toHaveLength(2)
    expect(readDecisions(editor.state, context).get(difference.id)).toEqual({ letter: "B" })
  })

  it("decide nothing where a file cannot be read, and show the frame of another size", async () => {
    const opened = openSequence(stored, {
      ...files,
      ...others,
      "/c.png": encodeMaskPng(new TileMask(1, 1)).buffer,
    })
    await show(opened, 0)
    await expect(takeSegmented(opened.editor, context, difference, "B")).rejects.toThrow("size in frame 3")
    expect(opened.editor.state.frame).toBe(2)
    expect(readDecisions(opened.editor.state, context).size).toBe(0)
  })
})

describe("the bitmap of another label", () => {
  const url = "/a.png"

  it("is loaded once, whatever ids its objects get in the edited one", async () => {
    const opened = await openBoth()
    const { comparison } = opened.masks.shown
    for (const own of [1, 2, 3]) {
      await comparison.begin(url, new Map([[7, own]]))
      comparison.end()
    }
    await opened.masks.shown.readMask(url)
    expect(opened.loaded.filter((one) => one === url)).toHaveLength(1)
    // Another one is compared, and the first one again.
    expect(await comparison.begin("/b.png")).not.toEqual(await comparison.begin(url, new Map([[7, 1]])))
  })

  it("is loaded again after a failure, and after those of many frames", async () => {
    const broken: Record<string, ArrayBuffer> = { ...files }
    const opened = openSequence(stored, broken)
    await show(opened, 0)
    await expect(opened.masks.shown.readMask(url)).rejects.toThrow("HTTP 404")
    broken[url] = squares(7)
    for (let frame = 0; frame < 8; frame++) broken[`/${frame}.other.png`] = squares(frame)
    expect((await opened.masks.shown.readMask(url)).width).toBe(40)
    for (let frame = 0; frame < 8; frame++) await opened.masks.shown.readMask(`/${frame}.other.png`)
    await opened.masks.shown.readMask(url)
    expect(opened.loaded.filter((one) => one === url)).toHaveLength(3)
  })
})
