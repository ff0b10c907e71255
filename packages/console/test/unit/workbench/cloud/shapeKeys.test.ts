import { describe, expect, it } from "vitest"
import type { PreparedCloud } from "../../../../src/workbench/clouds/prepared.ts"
import { runCommand } from "../../../../src/workbench/commands/Command.ts"
import type { CommandName } from "../../../../src/workbench/commands/commands.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { print } from "../../../../src/workbench/editor/json/parse.ts"
import { listAnnotations } from "../../../../src/workbench/editor/label/frames.ts"
import { makeHeight } from "../../../../src/workbench/editor/label/spaceShapes/spaceShape.ts"
import { findGroundHeight } from "../../../../src/workbench/geometry/space/groundAt.ts"
import { makeSpaceShapeCommands } from "../../../../src/workbench/tools/spaceShapes/makeSpaceShapeCommands.ts"
import { cloudOf } from "./scan.ts"
import { near, open, plane, pointsOf } from "./shapeBed.ts"

const square =
  '{"annotations": [ {"id": 7, "category_id": 1, "type": "polygon", "points": [[ -5.00, -5, -1.5 ],[5,-5],[5,5,1.250000000001],[-5,5,-1.5]],"attributes":{}} ], "links": []}'

/** Ground that rises by a tenth. */
const slope = cloudOf(
  Array.from({ length: 41 * 41 }, (_, at) => {
    const [x, y] = [(at % 41) - 20, Math.floor(at / 41) - 20]
    return [x, y, x / 10] as const
  }),
)

/** A bed whose commands are run by their names. */
const keyed = (text?: string) => {
  const bed = open(text)
  const run = (...names: ReadonlyArray<CommandName>) =>
    names.map((name) => runCommand(name, [makeSpaceShapeCommands(bed.pen)]))
  const points = (index = 0) => pointsOf(getLabel(bed.editor.state), index)
  return { ...bed, run, points }
}

describe("a shape in a cloud without a pointer", () => {
  it("is drawn with a cursor that begins in the middle of the view, and ends where its first vertex is", () => {
    const { pen, points, run } = keyed()
    run("spacePolygon", "placeCuboid", "toRightFar", "placeCuboid", "aheadFar", "placeCuboid")
    expect(pen.drawing.state?.points).toHaveLength(3)
    run("backFar", "toLeftFar", "placeCuboid")
    expect(pen.drawing.state).toBeUndefined()
    // A coarse step is 80 pixels of the 600, which show 42 m.
    const side = (2 * (pen.view.orbit.state?.distance ?? 0) * Math.tan(Math.PI * (25 / 180)) * 80) / 600
    near(points(), [
      [0, 0, -1.5],
      [side, 0, -1.5],
      [side, side, -1.5],
    ])
  })

  it("loses its last vertex by a key, and ends with the same place again", () => {
    const { pen, points, run } = keyed()
    run("spacePolyline", "placeCuboid", "toRight", "placeCuboid", "aheadFar", "placeCuboid", "delete")
    expect(pen.drawing.state?.points).toHaveLength(2)
    run("backFar", "placeCuboid")
    expect(pen.drawing.state).toBeUndefined()
    expect(points()).toHaveLength(2)
  })

  it("is on the point of the cloud at the cursor where the pen snaps to points", () => {
    const { pen, points, run } = keyed()
    pen.snaps.set(true)
    run("spacePoint")
    // On the ground behind the top of the post, as the camera sees it.
    pen.cursor.at.set([5.55, 5.55, -1.5])
    run("placeCuboid")
    near(points(), [[5, 5, 3]])
  })

  it("does not end while the pointer moves: then Enter ends what the pointer drew", () => {
    const { editor, pen, pixel, press, run } = keyed()
    run("spacePolyline", "toRight")
    press(0, 0)
    press(3, 0)
    pen.move(pixel(4, 4))
    expect(pen.cursor.at.state).toBeUndefined()
    expect(run("placeCuboid")).toEqual([true])
    expect(listAnnotations(getLabel(editor.state), 0)).toHaveLength(1)
  })

  it("is followed by the camera out of the view", () => {
    const { pen, run, view } = keyed()
    run("spacePoint")
    for (let turn = 0; turn < 8; turn++) run("toRightFar")
    const [x = 0] = pen.cursor.projectPlace(pen.cursor.findTarget() ?? [0, 0, 0]) ?? []
    expect(x).toBeLessThan(view.size.width)
    expect(view.orbit.state?.target[0]).toBeGreaterThan(1)
  })

  it("comes back into the middle of the view that the camera has turned to", () => {
    const { pen, pixel, run, view } = keyed()
    run("spacePolyline", "toRight", "placeCuboid")
    view.orbit.update((now) => now && { ...now, target: [200, 0, now.target[2]] })
    run("toRight")
    const [x = 0, y = 0] = pen.cursor.projectPlace(pen.cursor.findTarget() ?? [0, 0, 0]) ?? []
    expect([Math.round(x), Math.round(y)]).toEqual([408, 300])
    const [before = 0] = pixel(0, 0)
    run("toRight")
    expect(pixel(0, 0)[0]).toBe(before)
  })

  it("sets no vertex out of the view, and comes back there first", () => {
    const { editor, pen, run } = keyed()
    const before = getLabel(editor.state)
    run("spacePoint", "toRight")
    pen.view.orbit.update((now) => now && { ...now, target: [500, 0, -1.5] })
    run("placeCuboid")
    expect(getLabel(editor.state)).toBe(before)
    const [x = 0] = pen.cursor.projectPlace(pen.cursor.findTarget() ?? [0, 0, 0]) ?? []
    expect(Math.abs(x - pen.view.size.width / 2)).toBeLessThan(1)
    run("placeCuboid")
    expect(getLabel(editor.state)).not.toBe(before)
  })

  it("is on the ground of the cloud that is drawn, which the views are notified of", () => {
    const { pen, view } = keyed()
    const heights: Array<number> = []
    view.shownCloud.subscribe(() => heights.push(pen.heightAt(10, 0), makeHeight(view.cloud)(10, 0)))
    view.setCloud(slope, 0)
    view.setCloud(slope, 0)
    view.setCloud(undefined, 0)
    expect(heights).toEqual([findGroundHeight(slope, 10, 0), findGroundHeight(slope, 10, 0), 0, 0])
  })

  it("is left in two steps: the drawing, then the tool", () => {
    const { editor, pen, run } = keyed()
    run("spacePolygon", "placeCuboid", "toRight", "deselect")
    expect([pen.drawing.state, pen.cursor.at.state, editor.state.tool]).toEqual([
      undefined,
      undefined,
      "polygon",
    ])
    run("deselect")
    expect(editor.state.tool).toBe("edit")
  })
})

describe("the chosen vertex of a shape", () => {
  it("goes around by keys, and is the only one that keys move, in one step of the history", () => {
    const { editor, pen, points, run } = keyed(square)
    expect(run("nextVertex")).toEqual([false])
    editor.select(new Set(["7"]))
    run("previousVertex", "nextVertex", "nextVertex")
    expect(pen.vertex.get()?.index).toBe(1)
    run("toRightFar", "toRight", "raiseFar")
    // Its height was that of the ground, which is stored once it is raised.
    near(points(), [
      [-5, -5, -1.5],
      [5.55, -5, -1],
      [5, 5, 1.25],
      [-5, 5, -1.5],
    ])
    expect(print(getLabel(editor.state))).toContain("[5,5,1.250000000001],[-5,5,-1.5]")
    editor.undo()
    expect(print(getLabel(editor.state))).toBe(square)
  })

  it("is set by numbers, and another field is another step", () => {
    const { editor, pen, points } = keyed(square)
    editor.select(new Set(["7"]))
    pen.vertex.choose("7", 0)
    pen.vertex.set("7", 0, 0, -8.25)
    pen.vertex.set("7", 0, 0, -8.5)
    pen.vertex.set("7", 0, 2, 3)
    near(points().slice(0, 1), [[-8.5, -5, 3]])
    editor.undo()
    near(points().slice(0, 1), [[-8.5, -5, -1.5]])
    editor.undo()
    expect(print(getLabel(editor.state))).toBe(square)
  })

  it("gets one behind it, and is removed down to the fewest, never with the shape", () => {
    const { editor, points, run } = keyed(square)
    editor.select(new Set(["7"]))
    run("nextVertex", "placeCuboid")
    near(points().slice(1, 2), [[0, -5, -1.5]])
    expect(points()).toHaveLength(5)
    for (let turn = 0; turn < 4; turn++) expect(run("delete")).toEqual([true])
    expect(points()).toHaveLength(3)
    run("deselect")
    expect(run("delete")).toEqual([false])
  })

  it("is that of the pressed handle, until something else is selected", () => {
    const { editor, pen, pixel, press } = keyed(square)
    editor.select(new Set(["7"]))
    press(-5, 5)
    pen.release(pixel(-7, 7))
    expect(pen.vertex.get()?.index).toBe(3)
    editor.select(new Set())
    editor.select(new Set(["7"]))
    expect(pen.vertex.get()).toBeUndefined()
  })

  it("stays in a label that is read only, and in a locked shape", () => {
    const { editor, run } = keyed(square)
    editor.select(new Set(["7"]))
    editor.update((state) => ({ ...state, locked: new Set(["7"]) }))
    run("nextVertex", "toRight", "placeCuboid", "delete")
    expect(print(getLabel(editor.state))).toBe(square)
    editor.update((state) => ({ ...state, locked: new Set(), readOnly: true }))
    run("toRight", "placeCuboid", "delete")
    expect(print(getLabel(editor.state))).toBe(square)
  })
})

describe("the choice of a vertex", () => {
  it("moves with its vertex when another one is removed with Alt, and ends with its own", () => {
    const { editor, pen, pixel, points } = keyed(square)
    editor.select(new Set(["7"]))
    pen.vertex.choose("7", 2)
    pen.press(pixel(-5, -5), true)
    expect(points()).toHaveLength(3)
    expect([pen.vertex.get()?.index, pen.vertex.get()?.place]).toEqual([1, [5, 5, 1.250000000001]])
    editor.undo()
    expect(pen.vertex.get()).toBeUndefined()
    editor.redo()
    expect(pen.vertex.get()?.index).toBe(1)
    editor.undo()
    pen.vertex.choose("7", 0)
    pen.press(pixel(-5, -5), true)
    expect(pen.vertex.get()).toBeUndefined()
  })

  it("is none while a tool draws, so that keys leave the shape as it is", () => {
    const { editor, run } = keyed(square)
    editor.select(new Set(["7"]))
    run("nextVertex", "spacePolygon")
    expect(run("delete")).toEqual([false])
    expect(print(getLabel(editor.state))).toBe(square)
    run("deselect")
    expect(editor.state.tool).toBe("edit")
  })

  it("says nothing about the fields of another shape", () => {
    const { editor, pen, points } = keyed(
      square.replace("} ]", '},{"id":8,"category_id":1,"type":"point","points":[[1,2,0]],"attributes":{}} ]'),
    )
    editor.select(new Set(["8", "7"]))
    pen.vertex.choose("7", 0)
    pen.vertex.set("8", 0, 0, 9)
    expect(points(1)).toEqual([[9, 2, 0]])
    near(points(0).slice(0, 1), [[-5, -5, -1.5]])
  })
})

describe("places without a height", () => {
  const flat = square.replace("[ -5.00, -5, -1.5 ]", "[-5,-5]")
  const afterMove = (cloud: PreparedCloud | undefined, ...names: ReadonlyArray<CommandName>) => {
    const bed = keyed(flat)
    if (cloud === undefined) bed.view.setCloud(undefined, 0)
    bed.editor.select(new Set(["7"]))
    return { ...bed, results: bed.run(...names) }
  }

  it("get none by keys along the ground, with a cloud and without one", () => {
    for (const cloud of [plane, undefined]) {
      const { points, run } = afterMove(cloud, "toRight")
      expect(points()[0]).toEqual([-4.95, -5])
      expect(points()[1]).toEqual([5.05, -5])
      run("toLeft")
      expect(points()[0]).toEqual([-5, -5])
      run("nextVertex", "toRight")
      expect(points()[0]).toEqual([-4.95, -5])
      run("nextVertex", "previousVertex", "placeCuboid")
      expect(points()[1]).toEqual([0.025, -5])
    }
  })

  it("get the height of a loaded ground when they are raised, and none before it is loaded", () => {
    expect(afterMove(plane, "raiseFar").points()[0]).toEqual([-5, -5, -1])
    expect(afterMove(undefined, "raiseFar").points()[0]).toEqual([-5, -5])
    expect(afterMove(undefined, "nextVertex", "raiseFar").points()[0]).toEqual([-5, -5])
  })

  it("get none of the frame before while their own cloud is loading", () => {
    const { points, run, view } = afterMove(plane)
    view.setCloud(slope, 1)
    run("toRight", "raise")
    expect(points()[1]).toHaveLength(2)
    view.setCloud(slope, 0)
    run("raise")
    expect(points()[1]).toHaveLength(3)
  })

  it("have that of their own loaded ground as a number, and none before", () => {
    const { pen, view } = afterMove(plane)
    const heights = () => {
      const [shape] = pen.listShapes()
      return shape && [0, 1, 2].map((index) => pen.vertex.getCoordinates(shape, index)?.[2])
    }
    expect(heights()).toEqual([-1.5, -1.5, 1.250000000001])
    for (const [cloud, frame] of [
      [undefined, 0],
      [slope, 1],
    ] as const) {
      view.setCloud(cloud, frame)
      expect(heights()).toEqual([undefined, undefined, 1.250000000001])
    }
  })

  it("get none by fields of the other coordinates, and by drags before a cloud is loaded", () => {
    const { pen, pixel, points, press, run } = afterMove(undefined)
    pen.vertex.set("7", 0, 0, -8)
    expect(points()[0]).toEqual([-8, -5])
    press(5, -5, 0)
    pen.release(pixel(6, -7, 0))
    expect(points()[1]).toHaveLength(2)
    near(points().slice(1, 2), [[6, -7]])
    run("deselect")
    pen.vertex.set("7", 0, 2, 4)
    expect(points()[0]).toEqual([-8, -5, 4])
  })
})

describe("places near to the ground", () => {
  it("follow it by keys there and back, and higher ones keep their height", () => {
    const { editor, pen, points, run, view } = keyed(square)
    view.setCloud(slope, 0)
    editor.select(new Set(["7"]))
    const far = Array.from({ length: 10 }, () => "toRightFar" as const)
    // On the ground, and a curb above it.
    const low = findGroundHeight(slope, -5, -5)
    run("nextVertex")
    pen.vertex.set("7", 0, 2, low + 0.1)
    run(...far)
    near(points().slice(0, 1), [[0, -5, findGroundHeight(slope, 0, -5) + 0.1]])
    expect(findGroundHeight(slope, 0, -5)).toBeGreaterThan(low + 0.4)
    run("deselect", ...far.map(() => "toLeftFar" as const))
    near(points().slice(0, 1), [[-5, -5, low + 0.1]])
    expect(points()[2]).toEqual([0, 5, 1.25])
  })
})

describe("keys without a chosen vertex", () => {
  it("move shapes and cuboids together in one step", () => {
    const { editor, points, run } = keyed(
      square.replace(
        '"annotations": [',
        '"annotations": [{"id":3,"category_id":1,"type":"cuboid","position":{"x":1,"y":2,"z":0},"dimensions":{"x":4,"y":2,"z":2},"yaw":0},',
      ),
    )
    const before = print(getLabel(editor.state))
    editor.select(new Set(["3", "7"]))
    run("aheadFar", "aheadFar", "toRight")
    near(points(1), [
      [-4.95, -4, -1.5],
      [5.05, -4],
      [5.05, 6, 1.25],
      [-4.95, 6, -1.5],
    ])
    expect(listAnnotations(getLabel(editor.state), 0)[0]?.source.position).toEqual({ x: 1.05, y: 3, z: 0 })
    editor.undo()
    expect(print(getLabel(editor.state))).toBe(before)
  })
})
