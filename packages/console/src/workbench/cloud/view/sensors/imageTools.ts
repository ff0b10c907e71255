/** What draws in the image of the chosen camera. */
import type { Editor } from "../../../model/editor/Editor.ts"
import { ViewportStore } from "../../../view/canvas/ViewportStore.ts"
import { KeyboardCross } from "../../../view/keys/KeyboardCross.ts"

export interface ImageTools {
  readonly viewport: ViewportStore
  readonly cross: KeyboardCross
}

export const imageTools = (editor: Editor): ImageTools => {
  const viewport = new ViewportStore()
  return { viewport, cross: new KeyboardCross(editor, viewport) }
}
