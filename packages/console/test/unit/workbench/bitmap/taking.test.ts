/** Objects that are taken from another label of a sequence, with their pixels in all of its frames. */
import { describe, expect, it } from "vitest"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { readChoices } from "../../../../src/workbench/editor/History.ts"
import type { JsonObject } from "../../../../src/workbench/editor/json/value.ts"
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
    while (opened.editor.state.history.past !== null) opened.editor.undo()
    await settle()
    expect(getLabel(opened.editor.state)).toBe(stored)
    expect(await listAreas(opened)).toEqual(before)
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

  it("is left alone while a bitmap of the other label cannot be read", async () => {
    const opened = openSequence(stored, files)
    await show(opened, 0)
    const taken = { label: other, key: "7", own: "1", isWhole: false, choice }
    await expect(opened.masks.takeObject(taken)).rejects.toThrow("HTTP 404")
    expect(getLabel(opened.editor.state)).toBe(stored)
  })
})
