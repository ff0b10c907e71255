/** Bitmaps of a session: read from their addresses, kept in drafts, and stored as assets. */
import type { Api } from "../../api/client.ts"
import { uploadAsset } from "../../api/upload.ts"
import { Masks, type MasksOrigin } from "../documents/bitmap/Masks.ts"
import { makeWorkerPorts } from "../documents/bitmap/WorkerPorts.ts"
import type { Editor } from "../editor/Editor.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { listPaintedFrames, withBitmapUrl } from "../editor/label/areas.ts"
import { isSequence } from "../editor/label/frames.ts"
import { makeAreaBrush } from "../tools/paint/brush.ts"
import type { FrameBitmap } from "./drafts/Draft.ts"
import type { Work } from "./work.ts"

const brush = makeAreaBrush()

/** Opens the bitmaps of a label. */
export const openMasks = (editor: Editor, origin: MasksOrigin): Masks =>
  new Masks(editor, origin, { openPort: makeWorkerPorts(), load: readFile, brush })

/** The page reads the file, not the worker: the policy of the page decides from where it may come. */
export const readFile = async (url: string): Promise<ArrayBuffer> => {
  const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {
    throw new Error(url)
  })
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
  return response.arrayBuffer()
}

/** Stores a bitmap as an asset, and returns its address. */
export const storeBitmap = async (api: Api, name: string, file: ArrayBuffer): Promise<string> => {
  const content = new Blob([file], { type: "image/png" })
  const progress = { signal: new AbortController().signal, onProgress: () => {} }
  return (await uploadAsset(api, `${name}.png`, content, progress)).url
}

/** The bitmaps that a label was painted to, for its draft. Asked for at once, so that they are those of this label. */
export const packBitmaps = (
  masks: Masks | undefined,
  label: JsonObject,
): Promise<ReadonlyArray<FrameBitmap>> =>
  masks === undefined
    ? Promise.resolve([])
    : Promise.all(
        listPaintedFrames(label).map(async ({ frame, revision }) => ({
          frame,
          revision,
          mask: await masks.pack(frame),
        })),
      )

/** The bitmaps of an open label that are stored already: a repeated attempt stores none of them a second time. */
export class StoredBitmaps {
  /** Addresses by revision. */
  private readonly urls = new Map<number, string>()

  constructor(
    private readonly masks: Masks,
    private readonly store: (file: ArrayBuffer, frame: number | undefined) => Promise<string>,
  ) {}

  /** The label with the addresses of the bitmaps that were painted. Those of other frames stay as they are. */
  async addAddresses(label: JsonObject): Promise<JsonObject> {
    const painted = listPaintedFrames(label)
    // Asked for at once: what is painted from here on is no part of it.
    const files = painted.map(({ frame, revision }) =>
      this.urls.has(revision) ? undefined : this.masks.makePng(frame),
    )
    // Those behind a failed one reject without anybody who waits for them.
    for (const file of files) file?.catch(() => {})
    let result = label
    for (const [index, { frame, revision }] of painted.entries()) {
      const file = await files[index]
      if (file !== undefined)
        this.urls.set(revision, await this.store(file, isSequence(label) ? frame : undefined))
      result = withBitmapUrl(result, frame, this.urls.get(revision) ?? null)
    }
    return result
  }
}

/** Makes the function that stores the bitmaps of a sample under its name, which those of a sequence continue by their frame. */
export const makeBitmapStorage =
  (store: (name: string, file: ArrayBuffer) => Promise<string>, { sample: { uuid } }: Pick<Work, "sample">) =>
  (file: ArrayBuffer, frame: number | undefined): Promise<string> =>
    store(frame === undefined ? uuid : `${uuid}-${frame + 1}`, file)
