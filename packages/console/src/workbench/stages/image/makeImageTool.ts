/** The chosen tool of an image: it draws and edits shapes, or paints on the bitmap. */
import type { Editor } from "../../editor/Editor.ts"
import type { Point } from "../../geometry/point.ts"
import type { Tool } from "../../tools/Tool.ts"
import type { Picture } from "./Picture.ts"
import type { ViewportStore } from "./ViewportStore.ts"

interface ImageToolParts {
  readonly editor: Editor
  readonly viewport: ViewportStore
  readonly picture: Picture
  /** Called with each move and press of the pointer. */
  readonly onPointer: () => void
}

export const makeImageTool = ({ editor, onPointer, picture, viewport }: ImageToolParts): Tool => {
  const send = (kind: "move" | "release", at: Point) =>
    editor.point({ kind, at: viewport.toImage(at) }, viewport.state.scale)
  return {
    press: ({ alt, at, shift }) => {
      // Without an image, nobody sees what a press would draw or select.
      if (!picture.isReady) return undefined
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
