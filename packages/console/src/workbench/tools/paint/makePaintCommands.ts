/** The commands of bitmaps. */
import { type CommandSet, makeEach } from "../../commands/Command.ts"
import type { Masks } from "../../documents/bitmap/Masks.ts"
import { getLabel, none } from "../../editor/EditorState.ts"
import { countFrames } from "../../editor/label/frames.ts"

export const makePaintCommands = (masks: Masks): CommandSet => {
  const { brush, editor } = masks
  // In one frame, a copy of an area would lie on the pixels of its original.
  const hasFrames = () => countFrames(getLabel(editor.state)) > 1
  return {
    delete: {
      run: () => {
        if (editor.state.gesture.kind === "path") return false
        return masks.deleteSelected()
      },
    },
    copy: { enabled: hasFrames, run: () => void masks.copy() },
    paste: { enabled: hasFrames, run: () => masks.paste() },
    copyToNext: { enabled: hasFrames, run: () => masks.copyToNext() },
    newArea: { run: () => editor.select(none) },
    merge: { run: () => masks.mergeSelected() },
    overwrite: { run: () => brush.change({ overwrites: !brush.state.overwrites }) },
    smaller: { run: () => brush.resize(-1) },
    larger: { run: () => brush.resize(1) },
    ...makeEach({ fainter: -0.1, stronger: 0.1 }, (by) => ({
      run: () => brush.change({ opacity: brush.state.opacity + by }),
    })),
  }
}
