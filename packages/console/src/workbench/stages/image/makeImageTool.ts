/** The chosen tool of an image: it draws and edits shapes, or paints on the bitmap. */
import type { Editor } from "../../editor/Editor.ts"
import type { Point } from "../../geometry/point.ts"
import type { Tool } from "../../tools/Tool.ts"
import type { ViewportStore } from "./ViewportStore.ts"

/** `onPointer` is called with each move and press of the pointer. */
export const makeImageTool = (editor: Editor, viewport: ViewportStore, onPointer: () => void): Tool => {
  const send = (kind: "move" | "release", at: Point) =>
    editor.point({ kind, at: viewport.toImage(at) }, viewport.state.scale)
  return {
    press: ({ alt, at, shift }) => {
      onPointer()
      let last = at
      editor.point(
        { kind: "press", at: viewport.toImage(at), adds: shift, deletes: alt },
        viewport.state.scale,
      )
      return {
        move: ({ at, passed }) => {
          last = at
          // A brush follows the hand between the frames of the screen; the other tools need the last place alone.
          for (const place of editor.surface === undefined ? [at] : passed) send("move", place)
        },
        release: ({ at, isDouble }) => {
          send("release", at)
          if (isDouble) editor.point({ kind: "finish" }, viewport.state.scale)
        },
        cancel: () => send("release", last),
      }
    },
    hover: (at) => {
      onPointer()
      send("move", at)
    },
    cancel: () => editor.surface?.cancel() === true,
  }
}
