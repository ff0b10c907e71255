import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { copySelected, paste } from "../../../../src/workbench/editor/edits/edit.ts"
import { print } from "../../../../src/workbench/editor/json/parse.ts"
import { listAnnotations } from "../../../../src/workbench/editor/label/frames.ts"
import {
  measureGroundArea,
  measureShapeLength,
} from "../../../../src/workbench/editor/label/spaceShapes/spaceShape.ts"
import { near, open, pointsOf } from "./shapeBed.ts"

const square = [
  [-5, -5],
  [5, -5],
  [5, 5],
  [-5, 5],
] as const

const stored =
  '{"annotations": [ {"id": 7, "category_id": 1, "type": "polygon", "points": [[ -5.00, -5, -1.5 ],[5,-5],[5,5,1.250000000001],[-5,5,-1.5]],"attributes":{}} ], "links": []}'

describe("a shape in a cloud", () => {
  it("has the places of the ground that were pressed, and is closed by its first vertex", () => {
    const { editor, pen, press } = open()
    editor.choose("polygon")
    for (const [x, y] of [...square, [-5, -5] as const]) expect(press(x, y)).toBe(true)
    expect(pen.drawing.state).toBeUndefined()
    near(
      pointsOf(getLabel(editor.state)),
      square.map(([x, y]) => [x, y, -1.5]),
    )
    editor.undo()
    expect(listAnnotations(getLabel(editor.state), 0)).toEqual([])
  })

  it("is a polyline that Enter ends, with the last vertex taken back, or one point", () => {
    const { editor, pen, press } = open()
    editor.choose("polyline")
    press(0, 0)
    expect(pen.finish()).toBe(false)
    press(3, 0)
    press(3, 9)
    pen.stepBack()
    expect(pen.finish()).toBe(true)
    near(pointsOf(getLabel(editor.state)), [
      [0, 0, -1.5],
      [3, 0, -1.5],
    ])
    editor.choose("point")
    press(1, 2)
    near(pointsOf(getLabel(editor.state), 1), [[1, 2, -1.5]])
  })

  it("is on a point of the cloud where the pen snaps to points", () => {
    const { editor, pen, pixel } = open()
    editor.choose("point")
    pen.snaps.set(true)
    const [x, y] = pixel(5, 5, 3)
    pen.press([x + 2, y - 1], false)
    near(pointsOf(getLabel(editor.state)), [[5, 5, 3]])
  })

  it("is not drawn in a label that is read only", () => {
    const { editor, pen, press } = open()
    editor.update((state) => ({ ...state, readOnly: true, tool: "polygon" }))
    expect(press(0, 0)).toBe(false)
    expect(pen.drawing.state).toBeUndefined()
  })
})

describe("the vertices of a shape", () => {
  it("are moved one by one, and the others stay as they are stored", () => {
    const { editor, pen, pixel, press } = open(stored)
    editor.select(new Set(["7"]))
    expect(press(-5, 5)).toBe(true)
    pen.move(pixel(-7, 6))
    pen.release(pixel(-8, 8))
    // A number with more digits than edits store.
    expect(print(getLabel(editor.state))).toContain("[5,-5],[5,5,1.250000000001]")
    near(pointsOf(getLabel(editor.state)).slice(3), [[-8, 8, -1.5]])
    editor.undo()
    expect(print(getLabel(editor.state))).toBe(stored)
  })

  it("keep their height above the ground", () => {
    const { editor, pen, pixel, press } = open(stored)
    editor.select(new Set(["7"]))
    press(5, 5, 1.25)
    pen.release(pixel(7, 8, 1.25))
    near(pointsOf(getLabel(editor.state)).slice(2, 3), [[7, 8, 1.25]])
  })

  it("are added in the middle of a side, and removed with Alt down to the fewest", () => {
    const { editor, pen, pixel, press } = open(stored)
    editor.select(new Set(["7"]))
    press(0, -5)
    pen.release(pixel(0, -9))
    near(pointsOf(getLabel(editor.state)).slice(1, 2), [[0, -9, -1.5]])
    expect(pointsOf(getLabel(editor.state))).toHaveLength(5)
    for (let turn = 0; turn < 4; turn++) pen.press(pixel(-5, -5), true)
    pen.press(pixel(0, -9), true)
    expect(pointsOf(getLabel(editor.state)).length).toBeGreaterThanOrEqual(3)
  })

  it("move together where the line is held, and the camera moves within the area", () => {
    const { editor, pen, pixel, press } = open(stored)
    editor.select(new Set(["7"]))
    expect(press(1, 1)).toBe(false)
    expect(press(-5, 3)).toBe(true)
    pen.release(pixel(-4, 5))
    near(pointsOf(getLabel(editor.state)), [
      [-4, -3, -1.5],
      [6, -3],
      [6, 7, 1.25],
      [-4, 7, -1.5],
    ])
  })

  it("are selected by its line, and its area only where nothing within it is meant", () => {
    const { editor, pen, pixel } = open(stored)
    expect(pen.pick(pixel(1, 1), false, "lines")).toBe(false)
    expect(editor.state.selected.size).toBe(0)
    expect(pen.pick(pixel(-5, 3), false, "lines")).toBe(true)
    expect([...editor.state.selected]).toEqual(["7"])
    editor.select(new Set())
    expect(pen.pick(pixel(1, 1), false, "areas")).toBe(true)
    expect([...editor.state.selected]).toEqual(["7"])
  })

  it("give back the loaded label after any edits and as many undos", () => {
    const place = fc.record({ x: fc.integer({ min: -15, max: 15 }), y: fc.integer({ min: -15, max: 15 }) })
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("draw" as const),
        places: fc.array(place, { minLength: 3, maxLength: 6 }),
      }),
      fc.record({ kind: fc.constant("drag" as const), vertex: fc.nat(3), to: place }),
      fc.record({ kind: fc.constant("remove" as const), vertex: fc.nat(3), to: place }),
      fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const, "copy" as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { editor, pen, pixel } = open(stored)
        for (const one of steps) {
          if (one.kind === "undo") editor.undo()
          else if (one.kind === "redo") editor.redo()
          else if (one.kind === "copy") {
            editor.update(copySelected)
            editor.update(paste)
          } else if (one.kind === "draw") {
            editor.choose("polygon")
            for (const { x, y } of one.places) pen.press(pixel(x, y), false)
            pen.finish()
            pen.cancel()
            editor.choose("edit")
          } else if ("vertex" in one) {
            const vertex = pen.listShapes()[0]?.points[one.vertex]
            editor.select(new Set(["7"]))
            if (vertex === undefined) continue
            pen.press(pixel(...vertex), one.kind === "remove")
            pen.release(pixel(one.to.x, one.to.y))
          }
        }
        while (editor.state.history.past !== null) editor.undo()
        expect(print(getLabel(editor.state))).toBe(stored)
      }),
    )
  })
})

describe("the copy of a shape in a cloud", () => {
  it("lies a meter beside it at the same height", () => {
    const { editor } = open(stored)
    editor.select(new Set(["7"]))
    editor.update(copySelected)
    editor.update(paste)
    expect(pointsOf(getLabel(editor.state), 1)).toEqual([
      [-4, -5, -1.5],
      [6, -5],
      [6, 5, 1.250000000001],
      [-4, 5, -1.5],
    ])
  })
})

describe("the size of a shape", () => {
  it("is the length of its sides and its area from above", () => {
    const points = square.map(([x, y]) => [x, y, 2] as const)
    expect(measureShapeLength({ type: "polygon", points })).toBe(40)
    expect(measureShapeLength({ type: "polyline", points })).toBe(30)
    expect(measureGroundArea({ type: "polygon", points })).toBe(100)
    expect(measureGroundArea({ type: "polyline", points })).toBe(0)
  })
})
