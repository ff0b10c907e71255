import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runCommand } from "../../../../src/workbench/commands/Command.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { print } from "../../../../src/workbench/editor/json/parse.ts"
import { computeBox } from "../../../../src/workbench/editor/label/spaceShapes/spaceShape.ts"
import {
  makeSideProjection,
  projectOnSide,
  type SideName,
  sideNames,
} from "../../../../src/workbench/geometry/space/sideView.ts"
import { moveInPlane } from "../../../../src/workbench/stages/side/inSideView.ts"
import { makeSpaceShapeCommands } from "../../../../src/workbench/tools/spaceShapes/makeSpaceShapeCommands.ts"
import { near, open, pointsOf } from "./shapeBed.ts"

const stored =
  '{"annotations": [ {"id": 7, "category_id": 1, "type": "polygon", "points": [[ -5.00, -5, -1.5 ],[5,-5],[5,5,1.25],[-5,5,-1.5]],"attributes":{}} ], "links": []}'

/** The axes of the world that a view of a box without rotation does not show. */
const depths: { readonly [Name in SideName]: 0 | 1 | 2 } = { top: 2, side: 1, front: 0 }

const size = { width: 260, height: 200 }
const metersPerPixel = 0.05

/** A polygon that is selected, and drags of its vertices in the views beside the cloud. */
const beside = () => {
  const bed = open(stored)
  const { editor, pen, view } = bed
  editor.select(new Set(["7"]))
  /** Presses a vertex, and moves the pointer so many pixels to the right and down. */
  const grab = (name: SideName, index: number, by: readonly [number, number]) => {
    const [shape] = pen.listShapes()
    const place = shape?.points[index]
    if (shape === undefined || place === undefined) throw new Error("There is no such vertex.")
    const base = computeBox(shape)
    const projection = makeSideProjection(base, name, metersPerPixel, [0, 0])
    const from = projectOnSide(projection, size.width, size.height)(place)
    pen.sides.beginDrag("7", index, { base, projection, at: from })
    const to = [from[0] + by[0], from[1] + by[1]] as const
    pen.sides.move(to)
    return to
  }
  const drag = (...of: Parameters<typeof grab>) => pen.sides.release(grab(...of))
  const points = () => pointsOf(getLabel(editor.state))
  const text = () => print(getLabel(editor.state))
  return { ...bed, drag, editor, grab, pen, points, text, view }
}

describe("a vertex that is dragged in a view without perspective", () => {
  // Without -0, which is another number for the comparison alone.
  const meters = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0)
  const pixels = fc.integer({ min: -2000, max: 2000 })

  it("changes only in the plane of the view, and is seen under the pointer", () => {
    fc.assert(
      fc.property(
        fc.tuple(meters, meters, meters),
        fc.tuple(pixels, pixels),
        fc.constantFrom(...sideNames),
        (place, [across, down], name) => {
          const projection = makeSideProjection(computeBox({ points: [place] }), name, metersPerPixel, [0, 0])
          const after = moveInPlane(place, projection, [across, down])
          expect(after[depths[name]]).toBe(place[depths[name]])
          const [x, y] = projectOnSide(projection, size.width, size.height)(after)
          expect(Math.abs(x - size.width / 2 - across)).toBeLessThan(1e-3)
          expect(Math.abs(y - size.height / 2 - down)).toBeLessThan(1e-3)
        },
      ),
    )
  })

  it("is one step of the history, and the loaded text is there again after it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sideNames), fc.nat(3), pixels, pixels, (name, index, across, down) => {
        fc.pre(Math.hypot(across, down) >= 3)
        const { drag, editor, points, text } = beside()
        const before = points()
        drag(name, index, [across, down])
        for (const [at, place] of points().entries()) if (at !== index) expect(place).toEqual(before[at])
        const axis = depths[name]
        // A vertex without a height may have got one, but not in the view from above.
        expect(points()[index]?.[axis]).toBe(before[index]?.[axis])
        expect(text()).not.toBe(stored)
        editor.undo()
        expect(text()).toBe(stored)
        expect(editor.state.history.past).toBeNull()
      }),
      { numRuns: 40 },
    )
  })

  it("is chosen by a press, which moves nothing", () => {
    const { drag, pen, text } = beside()
    drag("side", 2, [1, 1])
    expect(pen.vertex.get()?.index).toBe(2)
    expect(text()).toBe(stored)
  })

  it("is shown where it is dragged to, and at its old place after Escape", () => {
    const { grab, pen, text, view } = beside()
    const to = grab("front", 2, [10, -20])
    near([pen.sides.moved.state?.point ?? []], [[5, 5.5, 2.25]])
    expect(view.sides.state.frozen).toBeDefined()
    expect(runCommand("deselect", [makeSpaceShapeCommands(pen)])).toBe(true)
    expect(pen.sides.moved.state).toBeUndefined()
    expect(view.sides.state.frozen).toBeUndefined()
    pen.sides.move([to[0] + 40, to[1]])
    pen.sides.release(to)
    expect(text()).toBe(stored)
    expect(pen.editor.state.selected.has("7")).toBe(true)
  })

  it.each<readonly [string, (bed: ReturnType<typeof beside>) => void]>([
    ["an undo", ({ editor }) => editor.undo()],
    ["a field", ({ pen }) => pen.vertex.set("7", 1, 2, 4)],
    ["the key that removes it", ({ pen }) => pen.vertex.remove()],
  ])("stays where %s has put it meanwhile", (_, edit) => {
    const bed = beside()
    bed.pen.vertex.set("7", 0, 2, 9)
    const to = bed.grab("side", 0, [40, 0])
    edit(bed)
    const after = bed.text()
    bed.pen.sides.release(to)
    expect(bed.text()).toBe(after)
    expect(bed.pen.sides.moved.state).toBeUndefined()
    expect(bed.view.sides.state.frozen).toBeUndefined()
  })

  it("follows the finger that took it, not another one in another view", () => {
    const { editor, grab, pen, points } = beside()
    const to = grab("top", 2, [20, 0])
    const frozen = pen.view.sides.state.frozen
    if (frozen === undefined) throw new Error("Nothing is dragged.")
    const other = makeSideProjection(frozen, "side", metersPerPixel, [0, 0])
    expect(pen.sides.beginDrag("7", 0, { base: frozen, projection: other, at: [0, 0] })).toBe(false)
    pen.sides.release(to)
    expect(points()[0]).toEqual([-5, -5, -1.5])
    expect(points()[2]).not.toEqual([5, 5, 1.25])
    editor.undo()
  })

  it("is set by fields also while its shape is hidden, and is dragged then in no view", () => {
    const { drag, editor, pen, points } = beside()
    editor.update((state) => ({ ...state, hidden: new Set(["7"]) }))
    pen.vertex.set("7", 0, 0, -4)
    expect(points()[0]).toEqual([-4, -5, -1.5])
    expect(() => drag("side", 0, [20, 0])).toThrow("There is no such vertex.")
  })

  it("stays in a locked shape and in a label that is read only", () => {
    const locked = beside()
    locked.editor.update((state) => ({ ...state, locked: new Set(["7"]) }))
    const fixed = beside()
    fixed.editor.update((state) => ({ ...state, readOnly: true }))
    for (const { drag, pen, text } of [locked, fixed]) {
      drag("top", 0, [20, 20])
      expect(text()).toBe(stored)
      expect(pen.sides.moved.state).toBeUndefined()
    }
  })

  it("gets a height from the ground of its frame where it is raised, and none where that is unknown", () => {
    const { drag, editor, points, view } = beside()
    drag("top", 1, [20, 20])
    expect(points()[1]).toEqual([6, -6])
    drag("side", 1, [0, -20])
    expect(points()[1]).toEqual([6, -6, -0.5])
    editor.undo()
    view.setCloud(undefined, 0)
    drag("side", 1, [20, -20])
    expect(points()[1]).toEqual([7, -6])
  })

  it("snaps to where a point of the cloud is seen, and keeps its depth", () => {
    const { drag, pen, points } = beside()
    pen.snaps.set(true)
    // The post at (5, 5, 3) is 1.75 m above the vertex: the pointer ends two pixels below its top.
    drag("side", 2, [1, -33])
    expect(points()[2]).toEqual([5, 5, 3])
    drag("front", 3, [1, 1])
    expect(points()[3]).toEqual([-5, 5, -1.5])
  })
})
