/** What the commands of bitmaps do. */
import type { Masks } from "../../bitmap/Masks.ts"
import { frameCount } from "../../model/document/frames.ts"
import { labelOf, none } from "../../model/editor/EditorState.ts"
import type { CommandName } from "../../model/keys/commands.ts"

/** Runs a command of bitmaps. Undefined for one that does the same wherever objects are. */
export const runMaskCommand = (name: CommandName, masks: Masks): boolean | undefined => {
  const { brush, editor } = masks
  const hasFrames = frameCount(labelOf(editor.state)) > 1
  switch (name) {
    case "delete":
      if (editor.state.gesture.kind === "path") return undefined
      void masks.deleteSelected()
      return true
    case "copy":
      // In one frame, a copy of an area would lie on the pixels of its original.
      return hasFrames && masks.copy()
    case "paste":
      if (hasFrames) void masks.paste()
      return hasFrames
    case "copyToNext":
      if (hasFrames) void masks.copyToNext()
      return hasFrames
    case "newArea":
      editor.select(none)
      return true
    case "merge":
      masks.mergeSelected()
      return true
    case "overwrite":
      brush.set({ overwrites: !brush.snapshot().overwrites })
      return true
    case "smaller":
    case "larger":
      brush.resize(name === "larger" ? 1 : -1)
      return true
    case "fainter":
    case "stronger":
      brush.fade(name === "stronger" ? 1 : -1)
      return true
    default:
      return undefined
  }
}
