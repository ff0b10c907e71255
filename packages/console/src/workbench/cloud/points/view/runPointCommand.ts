/** What the commands do where objects are sets of points. */
import { none } from "../../../model/editor/EditorState.ts"
import type { CommandName } from "../../../model/keys/commands.ts"
import type { Tool } from "../../../model/tools/Gesture.ts"
import type { PointPainter } from "./PointPainter.ts"

const tools: { readonly [Name in CommandName]?: Tool } = {
  brush: "brush",
  eraser: "eraser",
  lasso: "lasso",
  rectangle: "rectangle",
  lookAround: "edit",
}

/** Runs a command of points. Undefined for one that does the same wherever clouds are shown. */
export const runPointCommand = (name: CommandName, painter: PointPainter): boolean | undefined => {
  const { brush, points } = painter
  const { editor } = points
  const tool = tools[name]
  if (tool !== undefined) {
    painter.cancel()
    editor.choose(tool)
    return true
  }
  switch (name) {
    case "birdsEye":
      // Under a moving camera, a line on the screen would enclose other points than it did.
      return painter.paints ? true : undefined
    case "delete":
      points.deleteSelected()
      return true
    case "copy":
    case "paste":
    case "copyToNext":
      // A copy of an object would have the points of its original.
      return false
    case "keyframe":
      // Points of a frame do not follow from those of others.
      return false
    case "newArea":
      editor.select(none)
      return true
    case "merge":
      points.mergeSelected()
      return true
    case "overwrite":
      brush.set({ overwrites: !brush.settings.get().overwrites })
      return true
    case "aboveGround":
      brush.set({ aboveGround: !brush.settings.get().aboveGround })
      return true
    case "smaller":
    case "larger":
      brush.resize(name === "larger" ? 1 : -1)
      return true
    case "zoomToObject":
      if (!painter.paints) painter.lookAt(editor.state.selected)
      return true
    case "deselect":
      if (painter.cancel()) return true
      if (editor.state.tool === "edit") editor.select(none)
      else editor.choose("edit")
      return true
    default:
      return undefined
  }
}
