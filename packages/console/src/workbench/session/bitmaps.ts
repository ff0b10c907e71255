/** Bitmaps of a session: read from their address, and stored as assets. */
import type { Api } from "../../api/client.ts"
import { uploadAsset } from "../../api/upload.ts"
import { BrushStore } from "../bitmap/brush.ts"
import { startWorker } from "../bitmap/MaskChannel.ts"
import { MaskDocument, type MaskOrigin } from "../bitmap/MaskDocument.ts"
import type { Editor } from "../model/editor/Editor.ts"

const brush = new BrushStore()

/** Opens the bitmap of a label. */
export const openMask = (editor: Editor, origin: MaskOrigin): MaskDocument =>
  new MaskDocument(editor, origin, { openPort: startWorker, load: readFile, brush })

/** The page reads the file, not the worker: the policy of the page decides from where it may come. */
export const readFile = async (url: string): Promise<ArrayBuffer> => {
  const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {
    throw new Error(url)
  })
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
  return response.arrayBuffer()
}

/** Stores a bitmap as an asset, and returns its address. */
export const storeBitmap = async (api: Api, sample: string, file: ArrayBuffer): Promise<string> => {
  const content = new Blob([file], { type: "image/png" })
  const progress = { signal: new AbortController().signal, onProgress: () => {} }
  return (await uploadAsset(api, `${sample}.png`, content, progress)).url
}
