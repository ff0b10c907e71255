/** Finds the assets whose URLs records contain, on whatever host. Pure. */
import { AssetId, isId } from "../domain/Ids.ts"

/** An asset as a text names it. The token may be wrong. */
export interface AssetMention {
  readonly id: AssetId
  readonly token: string
}

/** Collects references from the lines and the files of an archive. The memory of each is its text. */
export interface AssetMentions {
  readonly scan: (line: string) => void
  /** Scans a file part by part. A reference may continue in the next part. */
  readonly scanFile: () => (part: Uint8Array) => void
  /** By id and token, each once. */
  readonly all: () => ReadonlyArray<AssetMention>
}

/** `/assets/{uuid}/{token}`, also with the slashes that some encoders escape. */
const pattern = /assets\\?\/([0-9a-f-]{36})\\?\/([0-9a-f]{32})/g

/** The assets that a text names, each as often as it does. Most texts name none, and are only searched for a word. */
export const findAssetIds = (text: string): ReadonlyArray<AssetId> => {
  if (!text.includes("assets")) return []
  const ids: Array<AssetId> = []
  for (const [, id = ""] of text.matchAll(pattern)) if (isId(id)) ids.push(AssetId.make(id, true))
  return ids
}

/** The most characters of a reference. */
const longest = 6 + 2 + 36 + 2 + 32

export const makeAssetReferences = (): AssetMentions => {
  const tokens = new Set<string>()
  const scan = (text: string): void => {
    if (!text.includes("assets")) return
    for (const [, id = "", token = ""] of text.matchAll(pattern)) {
      const key = `${id}/${token}`
      if (isId(id) && !tokens.has(key)) tokens.add(copyText(key))
    }
  }
  return {
    scan,
    scanFile: () => {
      let last = ""
      return (part) => {
        const text = last + latin1.decode(part)
        scan(text)
        last = text.slice(1 - longest)
      }
    },
    all: () =>
      [...tokens].sort().map((reference) => {
        const [id = "", token = ""] = reference.split("/")
        return { id: AssetId.make(id, true), token }
      }),
  }
}

/** References are ASCII, and one character for each byte needs no state between the parts of a file. */
const latin1 = new TextDecoder("latin1")
const encoder = new TextEncoder()

/** A separate text: engines keep the whole line in memory for a part of it. */
const copyText = (text: string): string => latin1.decode(encoder.encode(text))
