/** Draws in the image of the chosen camera. */
import type { Editor } from "../../editor/Editor.ts"
import { listTools } from "../../session/openEditor.ts"
import type { Tool } from "../../tools/tools.ts"
import { KeyboardCross } from "../image/KeyboardCross.ts"
import { Picture } from "../image/Picture.ts"
import { ViewportStore } from "../image/ViewportStore.ts"

export interface ImageTools {
  readonly viewport: ViewportStore
  readonly cross: KeyboardCross
  readonly picture: Picture
}

/** The editor of the images of the sensors that can be edited. */
export const offeredInImages: ReadonlySet<Tool> = listTools("image-vector-sequence")

export const makeImageTools = (editor: Editor): ImageTools => {
  const viewport = new ViewportStore()
  return { viewport, cross: new KeyboardCross(editor, viewport), picture: new Picture() }
}
