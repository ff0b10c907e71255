import { describe, expect, it } from "vitest"
import { runCommand } from "../../../../src/workbench/commands/Command.ts"
import type { CommandName } from "../../../../src/workbench/commands/commands.ts"
import { PointDocument } from "../../../../src/workbench/documents/points/PointDocument.ts"
import { openEditor } from "../../../../src/workbench/session/openEditor.ts"
import { CloudView } from "../../../../src/workbench/stages/cloud/CloudView.ts"
import { makePointBrush } from "../../../../src/workbench/tools/paint/brush.ts"
import { makePointCommands } from "../../../../src/workbench/tools/points/makePointCommands.ts"
import { PointPainter } from "../../../../src/workbench/tools/points/PointPainter.ts"
import { cloudOf } from "../cloud/scan.ts"

const runPointCommand = (name: CommandName, painter: PointPainter): boolean =>
  runCommand(name, [makePointCommands(painter)])

/** Whether a command that the points do not run is left to the sets below theirs, such as those of every cloud. */
const isLeftToOthers = (name: CommandName, painter: PointPainter): boolean =>
  runCommand(name, [makePointCommands(painter), { [name]: { run: () => true } }])

/** Seen from 20 m above: the first point in the middle, the second to its right, the third above the first in space. */
const cloud = cloudOf([
  [0, 0, 0],
  [5, 0, 0],
  [0, 0, 3],
])
const [middle, right] = [
  [400, 300],
  [561, 300],
] as const

const open = (readOnly = false) => {
  const frame = { annotations: [], point_annotations: [0, 0, 0] }
  const editor = openEditor(
    {
      task_type: "pointcloud-segmentation-sequence",
      task_attributes: { categories: [{ id: 1, name: "car" }] },
    },
    {},
    { frames: [frame, frame] },
    readOnly,
  )
  const view = new CloudView("category")
  view.size = { width: 800, height: 600 }
  view.orbit.set({ target: [0, 0, 0], distance: 20, azimuth: 0, tilt: 0.0001 })
  const points = new PointDocument(editor)
  const painter = new PointPainter(points, view, makePointBrush())
  painter.show(0, cloud)
  const idsOf = (at: number) => {
    const state = points.getState(at)
    return state.status === "ready" ? [...state.frame.ids] : state.status
  }
  return { editor, idsOf, painter, points }
}

describe("the pointer over points", () => {
  it("paints with the brush where it goes, as one step", () => {
    const { editor, idsOf, painter } = open()
    editor.choose("brush")
    expect(painter.press(middle, false)).toBe(true)
    expect(idsOf(0)).toEqual([1, 0, 1])
    painter.move([500, 300])
    painter.release(right)
    expect(idsOf(0)).toEqual([1, 1, 1])
    editor.undo()
    expect(idsOf(0)).toEqual([0, 0, 0])
  })

  it("moves the camera while no tool is chosen, and selects the object of the point in front", () => {
    const { editor, idsOf, painter } = open()
    editor.choose("brush")
    painter.press(middle, false)
    painter.release(middle)
    editor.choose("edit")
    expect(painter.press(right, false)).toBe(false)
    painter.pick(right, false)
    expect(editor.state.selected.size).toBe(0)
    painter.pick(middle, false)
    expect([...editor.state.selected]).toEqual(["1"])
    painter.showHover(middle)
    expect(painter.hovered.state).toBe(1)
    expect(idsOf(0)).toEqual([1, 0, 1])
  })

  it("ends a stroke where another frame is shown, and paints nothing in a cloud that is not that frame's", () => {
    const { editor, idsOf, painter } = open()
    editor.choose("brush")
    painter.press(middle, false)
    editor.show(1)
    painter.move(right)
    expect(painter.paints).toBe(false)
    expect(idsOf(0)).toEqual([1, 0, 1])
    // The cloud of the first frame is still on the screen.
    expect(painter.press(right, false)).toBe(true)
    painter.release(right)
    expect(idsOf(1)).toBe("waiting")
    painter.show(1, cloud)
    painter.press(right, false)
    painter.release(right)
    // The stroke in the first frame ended after it was left, so that its object was not selected.
    expect(idsOf(1)).toEqual([0, 2, 0])
    expect(idsOf(0)).toEqual([1, 0, 1])
  })

  it("takes the stroke back with Escape, then leaves the tool, then deselects", () => {
    const { editor, idsOf, painter } = open()
    editor.choose("brush")
    painter.press(middle, false)
    painter.release(middle)
    painter.press(right, false)
    expect(runPointCommand("deselect", painter)).toBe(true)
    expect(idsOf(0)).toEqual([1, 0, 1])
    painter.release(right)
    expect(idsOf(0)).toEqual([1, 0, 1])
    runPointCommand("deselect", painter)
    expect(editor.state.tool).toBe("edit")
    expect(editor.state.selected.size).toBe(1)
    runPointCommand("deselect", painter)
    expect(editor.state.selected.size).toBe(0)
  })

  it("keeps to the filters: above the ground, and only unassigned points", () => {
    const { editor, idsOf, painter } = open()
    editor.choose("rectangle")
    const box = () => {
      painter.press([0, 0], false)
      painter.release([800, 600])
    }
    runPointCommand("aboveGround", painter)
    box()
    expect(idsOf(0)).toEqual([0, 0, 1])
    runPointCommand("aboveGround", painter)
    runPointCommand("overwrite", painter)
    runPointCommand("newArea", painter)
    box()
    expect(idsOf(0)).toEqual([2, 2, 1])
    runPointCommand("overwrite", painter)
    runPointCommand("newArea", painter)
    box()
    expect(idsOf(0)).toEqual([3, 3, 3])
  })

  it("changes nothing in a label that is read only", () => {
    const { editor, idsOf, painter } = open(true)
    editor.choose("lasso")
    expect(painter.press(middle, false)).toBe(false)
    expect(idsOf(0)).toEqual([0, 0, 0])
  })

  it("leaves commands alone that are the same for all clouds, and does not make keyframes", () => {
    const { painter } = open()
    expect(isLeftToOthers("birdsEye", painter)).toBe(true)
    expect(isLeftToOthers("undo", painter)).toBe(true)
    expect(isLeftToOthers("keyframe", painter)).toBe(false)
    expect(isLeftToOthers("paste", painter)).toBe(false)
  })

  it("keeps the camera under a line that it draws", () => {
    const { editor, painter } = open()
    editor.choose("lasso")
    painter.press(middle, false)
    const before = painter.view.orbit.state
    expect(runPointCommand("birdsEye", painter)).toBe(true)
    expect(runPointCommand("zoomToObject", painter)).toBe(true)
    expect(painter.view.orbit.state).toBe(before)
    painter.cancel()
    expect(isLeftToOthers("birdsEye", painter)).toBe(true)
  })

  it("looks at an object of another frame when the cloud of that frame is there", () => {
    const { editor, painter, points } = open()
    const looked: Array<unknown> = []
    painter.view.lookAt = (boxes) => looked.push(...boxes)
    points.setPoints(1, 3)
    editor.show(1)
    points.begin(false)
    points.paint(Uint32Array.of(1))
    points.end()
    editor.show(0)
    editor.show(1)
    painter.lookAt(new Set(["1"]))
    expect(looked).toHaveLength(0)
    painter.show(1, cloud)
    expect(looked).toHaveLength(1)
    painter.show(0, cloud)
    painter.show(1, cloud)
    expect(looked).toHaveLength(1)
    // Whoever shows another frame first does not want it any more.
    editor.show(0)
    painter.lookAt(new Set(["1"]))
    editor.show(1)
    painter.show(1, cloudOf([[0, 0, 0]]))
    editor.show(0)
    painter.show(0, cloud)
    expect(looked).toHaveLength(1)
  })

  it("names no object of the frame before", () => {
    const { editor, painter } = open()
    editor.choose("brush")
    painter.press(middle, false)
    painter.release(middle)
    editor.choose("edit")
    painter.showHover(middle)
    expect(painter.hovered.state).toBe(1)
    editor.show(1)
    painter.show(1, cloud)
    expect(painter.hovered.state).toBeUndefined()
  })
})
