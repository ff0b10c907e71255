/** Bitmaps as files of JSON, and an engine with formats that reads and writes them. */
import { Effect, Layer, Stream } from "effect"
import { Assets } from "../../src/assets/Assets.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { type BitmapIds, FormatRegistry, type Formats } from "../../src/files/FormatRegistry.ts"
import { RemoteFiles } from "../../src/files/RemoteFiles.ts"
import { memory } from "../../src/memory.ts"
import { engine } from "./world.ts"

/** A file of these tests: its ids in runs as JSON. */
export const encodeFile = (bitmap: object): Uint8Array => new TextEncoder().encode(JSON.stringify(bitmap))

export const readFile: NonNullable<Formats["readBitmap"]> = async ({ bytes }): Promise<BitmapIds> => {
  const { ids, lengths, ...size } = JSON.parse(new TextDecoder().decode(bytes))
  return { ...size, ids: Uint32Array.from(ids), lengths: Uint32Array.from(lengths) }
}

/** The engine with formats; `requests` are the URLs of other servers that were opened, `written` the merged bitmaps. */
export const makeEngine = (readBitmap = readFile) => {
  const requests: Array<string> = []
  const written: Array<BitmapIds> = []
  const openUrl = (url: string) =>
    Effect.sync(() => {
      requests.push(url)
      return null
    })
  const reject = () => Promise.reject(new Error("Nothing is imported or exported."))
  const ports = Layer.mergeAll(
    Layer.succeed(FormatRegistry, {
      list: async () => [],
      write: reject,
      read: reject,
      readBitmap,
      writeBitmap: async ({ bitmap }) => {
        const { height, ids, lengths, width } = bitmap
        written.push(bitmap)
        return encodeFile({ width, height, ids: [...ids], lengths: [...lengths] })
      },
    }),
    Layer.succeed(RemoteFiles, { openObject: openUrl, opensUrls: true, mayOpenUrl: () => true, openUrl }),
  )
  return { layer: engine({}, memory().pipe(Layer.provideMerge(ports))), requests, written }
}

export const save = (bitmap: object) =>
  Effect.orDie(Effect.flatMap(Assets, (assets) => assets.save("bitmap.png", Stream.make(encodeFile(bitmap)))))

export const label = (url: string) =>
  castToJsonText(
    JSON.stringify({
      annotations: [{ id: 1, category_id: 1, attributes: {} }],
      segmentation_bitmap: { url },
    }),
  )
