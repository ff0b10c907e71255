/** The commands of sets of points. */
import { type CommandSet, makeEachTool } from "../../commands/Command.ts"
import { none } from "../../editor/EditorState.ts"
import { brush, eraser } from "../paint/paint.ts"
import { pointTools } from "../toolList.ts"
import type { Tool } from "../tools.ts"
import type { PointPainter } from "./PointPainter.ts"

/** The tool that selects has another key here. */
const tools = [brush, eraser, ...pointTools, { name: "edit", command: "lookAround" }] as const

export const makePointCommands = (painter: PointPainter): CommandSet => {
  const { brush, points } = painter
  const { editor } = points
  const never = { enabled: () => false, run: () => false }
  return {
    ...makeEachTool<Tool>(tools, (tool) => ({
      run: () => {
        painter.cancel()
        editor.choose(tool)
      },
    })),
    // Under a moving camera, a line on the screen would enclose other points than it did.
    birdsEye: { run: () => painter.paints },
    undo: { run: () => painter.cancel() },
    delete: { run: () => points.deleteSelected() },
    // A copy of an object would have the points of its original.
    copy: never,
    paste: never,
    copyToNext: never,
    // Points of a frame do not follow from those of others.
    keyframe: never,
    newArea: { run: () => editor.select(none) },
    merge: { run: () => points.mergeSelected() },
    overwrite: { run: () => brush.change({ overwrites: !brush.state.overwrites }) },
    aboveGround: { run: () => brush.change({ aboveGround: !brush.state.aboveGround }) },
    smaller: { run: () => brush.resize(-1) },
    larger: { run: () => brush.resize(1) },
    zoomToObject: {
      run: () => {
        if (!painter.paints) painter.lookAt(editor.state.selected)
      },
    },
    deselect: {
      run: () => {
        if (painter.cancel()) return
        if (editor.state.tool === "edit") editor.select(none)
        else editor.choose("edit")
      },
    },
  }
}
