import { describe, expect, it } from "vitest"
import { decodeMaskPng } from "../../../../src/workbench/documents/bitmap/png.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import type { Point } from "../../../../src/workbench/geometry/point.ts"
import {
  annotationsAt,
  areasOf,
  type Opened,
  openSequence,
  openStored,
  paint,
  select,
  settle,
  show,
  stored,
} from "./sequence.ts"

const press = ({ editor }: Opened, at: Point) =>
  editor.point({ kind: "press", at, adds: false, deletes: false }, 1)
const move = ({ editor }: Opened, at: Point) => editor.point({ kind: "move", at }, 1)
const release = ({ editor }: Opened, at: Point) => editor.point({ kind: "release", at }, 1)

describe("a stroke", () => {
  it("ends where something else is edited before it is released", async () => {
    const opened = await openStored()
    opened.editor.choose("brush")
    opened.editor.select(new Set(["2"]))
    press(opened, [35, 15])
    move(opened, [38, 15])
    await opened.masks.deleteSelected()
    release(opened, [38, 15])
    await settle()
    expect(annotationsAt(opened, 0)).toMatchObject([{ id: 1 }])
    expect(await areasOf(opened, 0)).toEqual(new Map([[1, 100]]))
    await paint(opened, [35, 15], [38, 15])
    opened.editor.undo()
    await settle()
    expect(await areasOf(opened, 0)).toEqual(new Map([[1, 100]]))
    opened.editor.undo()
    await settle()
    expect(getLabel(opened.editor.state)).toBe(stored)
  })

  it("takes nothing with the eraser where the frame does not show the one selected object", async () => {
    const opened = await openStored()
    await show(opened, 1)
    select(opened, "2")
    await paint(opened, [0, 5], [20, 5], "eraser")
    expect(getLabel(opened.editor.state)).toBe(stored)
    expect(await areasOf(opened, 1)).toEqual(new Map([[1, 100]]))
    select(opened)
    await paint(opened, [0, 5], [4, 5], "eraser")
    expect((await areasOf(opened, 1)).get(1)).toBeLessThan(100)
  })

  it("is in no file before it is released", async () => {
    const opened = await openStored()
    select(opened)
    opened.editor.choose("brush")
    press(opened, [5, 5])
    move(opened, [38, 15])
    const file = decodeMaskPng(new Uint8Array(await opened.masks.makePng(0)))
    expect([file.get(5, 5), file.get(38, 15)]).toEqual([1, 0])
    release(opened, [38, 15])
    await settle()
    const after = decodeMaskPng(new Uint8Array(await opened.masks.makePng(0)))
    expect([after.get(5, 5), after.get(38, 15)]).toEqual([31, 31])
  })

  it("removes what it paints over also where another one follows at once", async () => {
    const opened = await openStored()
    select(opened)
    opened.masks.brush.change({ width: 60 })
    const first = paint(opened, [0, 5], [40, 5])
    opened.masks.brush.change({ width: 4 })
    await Promise.all([first, paint(opened, [35, 15], [38, 15])])
    expect(annotationsAt(opened, 0)).toMatchObject([{ id: 31 }])
    opened.editor.undo()
    opened.editor.undo()
    await settle()
    expect(getLabel(opened.editor.state)).toBe(stored)
  })
})

describe("an object without pixels", () => {
  it("is deleted from a frame without a bitmap before its image is loaded", async () => {
    const opened = openSequence({
      frames: [{ annotations: [{ id: 4, category_id: 1, track_id: 4 }] }, { annotations: [] }],
    })
    select(opened, "4")
    await opened.masks.deleteSelected()
    expect(annotationsAt(opened, 0)).toEqual([])
  })
})
