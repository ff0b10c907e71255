/** The commands of shapes in a cloud: they draw with a cursor, move vertices and shapes, and choose the tools. */
import { type CommandSet, makeEach, makeEachTool } from "../../commands/Command.ts"
import { type EditorState, getLabel } from "../../editor/EditorState.ts"
import { nudgeInSpace } from "../../editor/edits/spaceEdits.ts"
import { parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { scaleVector, type Vector } from "../../geometry/space/vector.ts"
import { findBoxes } from "../../stages/cloud/cloudPlaces.ts"
import { fine, moves, toWorld } from "../../stages/cloud/moves.ts"
import { spaceShapeTools } from "../toolList.ts"
import type { ShapePen } from "./ShapePen.ts"

export const makeSpaceShapeCommands = (pen: ShapePen): CommandSet => {
  const { editor, view } = pen
  return {
    ...makeEachTool(spaceShapeTools, (tool) => ({
      run: () => {
        pen.cancel()
        pen.cursor.hide()
        view.making.set(undefined)
        editor.choose(editor.state.tool === tool ? "edit" : tool)
      },
    })),
    ...makeEach(moves, (step) => ({
      // The cursor of a tool stays on the ground.
      enabled: () => pen.tool === undefined || step[2] === 0,
      run: () => move(pen, toWorld(step, view)),
    })),
    edit: {
      run: () => {
        pen.cancel()
        return false
      },
    },
    snapToPoints: { run: () => pen.snaps.update((now) => !now) },
    cuboid: {
      run: () => {
        pen.cancel()
        editor.choose("edit")
        return false
      },
    },
    placeCuboid: { run: () => (pen.tool === undefined ? pen.vertex.add() : pen.cursor.press()) },
    nextVertex: { run: () => pen.vertex.step(1) },
    previousVertex: { run: () => pen.vertex.step(-1) },
    undo: { run: () => pen.stepBack() },
    // A drawing that is going on would be lost by it.
    redo: { run: () => pen.drawing.state !== undefined },
    delete: { run: () => pen.stepBack() || pen.vertex.remove() },
    batch: { enabled: () => view.batch.state || isCuboidSelected(editor.state), run: () => false },
    zoomToObject: { run: () => view.lookAt(findBoxes(pen, editor.state.selected)) },
    deselect: {
      run: () => {
        pen.cursor.hide()
        if (pen.cancel() || pen.vertex.clear()) return true
        if (editor.state.tool === "edit") return false
        return editor.choose("edit")
      },
    },
  }
}

/** Whether the edited label has a selected cuboid in the frame. The views of a batch are those of cuboids. */
const isCuboidSelected = (state: EditorState): boolean =>
  listAnnotations(getLabel(state), state.frame).some(
    ({ key, source }) => state.selected.has(key) && parseCuboid(source) !== undefined,
  )

/** Moves the cursor while a tool draws, else the chosen vertex, else the selection. */
const move = (pen: ShapePen, by: Vector): boolean => {
  const { editor } = pen
  if (pen.tool !== undefined) return pen.cursor.move(scaleVector(by, 1 / fine))
  if (pen.vertex.move(by)) return true
  if (editor.state.selected.size === 0) return false
  editor.update((state, setting) => nudgeInSpace(state, by, pen.ground, setting))
  return true
}
