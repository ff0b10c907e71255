/** What the commands of bitmaps do. */
import type { MaskDocument } from "../../bitmap/MaskDocument.ts"
import { none } from "../../model/editor/EditorState.ts"
import type { CommandName } from "../../model/keys/commands.ts"

/** Runs a command of bitmaps. Undefined for one that does the same wherever objects are. */
export const runMaskCommand = (name: CommandName, mask: MaskDocument): boolean | undefined => {
  const { brush, editor } = mask
  switch (name) {
    case "delete":
      if (editor.state.gesture.kind === "path") return undefined
      mask.deleteSelected()
      return true
    case "copy":
    case "paste":
      // A copy of an area would lie on the pixels of its original.
      return false
    case "newArea":
      editor.select(none)
      return true
    case "merge":
      mask.mergeSelected()
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
