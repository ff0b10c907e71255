import { describe, expect, it } from "vitest"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import type { JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { makeEmptyLabel } from "../../../../src/workbench/editor/label/family.ts"
import {
  annotationsAt,
  areasOf,
  files,
  openSequence,
  openStored,
  paint,
  select,
  settle,
  show,
  size,
  squares,
  stored,
} from "./sequence.ts"

/** Three frames, of which the first alone has a bitmap. */
const firstPainted: JsonObject = {
  frames: [
    ...(stored.frames as ReadonlyArray<JsonObject>).slice(0, 1),
    { annotations: [] },
    { annotations: [] },
  ],
}

describe("objects that are copied to the next frame", () => {
  it("are there before the image of that frame is loaded", async () => {
    const opened = openSequence(firstPainted, files)
    await show(opened, 0)
    await opened.masks.copyToNext()
    await settle()
    expect(annotationsAt(opened, 1)).toMatchObject([
      { id: 1, track_id: 1 },
      { id: 2, track_id: 2 },
    ])
    opened.masks.shown.setImage(size)
    expect((await areasOf(opened, 1)).get(2)).toBe(100)
    opened.masks.shown.setImage({ width: 41, height: 20 })
    expect(opened.masks.shown.state).toMatchObject({ status: "misfit", size })
  })

  it("go through all frames when they are copied faster than the frames are loaded", async () => {
    const opened = openSequence(firstPainted, files)
    await show(opened, 0)
    await Promise.all([opened.masks.copyToNext(), opened.masks.copyToNext(), opened.masks.copyToNext()])
    await settle()
    expect(opened.editor.state.frame).toBe(2)
    const areas = new Map([
      [1, 100],
      [2, 100],
    ])
    expect([await areasOf(opened, 1), await areasOf(opened, 2)]).toEqual([areas, areas])
    opened.editor.undo()
    opened.editor.undo()
    expect(getLabel(opened.editor.state)).toBe(firstPainted)
  })

  it("are those of the frame that was shown, also where another one is shown meanwhile", async () => {
    const opened = openSequence(firstPainted, files)
    await show(opened, 0)
    const copying = [opened.masks.copyToNext(), opened.masks.copyToNext()]
    await Promise.resolve()
    opened.editor.show(0)
    await Promise.all(copying)
    await settle()
    expect([1, 2].map((frame) => annotationsAt(opened, frame).length)).toEqual([2, 2])
    expect(opened.editor.state.frame).toBe(0)
  })

  it("are none where the frame shows none of those that are selected", async () => {
    const opened = await openStored()
    await show(opened, 1)
    select(opened, "2")
    expect(opened.masks.copy()).toBe(false)
    await opened.masks.copyToNext()
    await settle()
    expect(getLabel(opened.editor.state)).toBe(stored)
    expect(opened.editor.state.frame).toBe(2)
  })

  it("are copied from no frame that is not loaded: it stays, and says why", async () => {
    const opened = openSequence(stored, { "/0.png": squares(1, 2) })
    await show(opened, 0)
    await Promise.all([opened.masks.copyToNext(), opened.masks.copyToNext()])
    expect(opened.editor.state.frame).toBe(1)
    expect(opened.masks.shown.state).toMatchObject({ status: "failed", reason: "HTTP 404" })
    expect(getLabel(opened.editor.state)).toBe(stored)
  })

  it("are those that were painted just before", async () => {
    const opened = openSequence(makeEmptyLabel({ sequence: true, bitmap: true }, 2))
    await show(opened, 0)
    await paint(opened, [5, 5], [9, 5])
    await opened.masks.copyToNext()
    await settle()
    expect(await areasOf(opened, 1)).toEqual(await areasOf(opened, 0))
  })
})
