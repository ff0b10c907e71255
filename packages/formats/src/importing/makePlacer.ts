/** Saves the files that scenes name, or finds their URLs. */
import type { ReadDataset } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { WatchedSource } from "../files/WatchedSource.ts"

export interface SavedFile {
  readonly kind: "file" | "bitmap"
  readonly path: string
  readonly content: AsyncIterable<Uint8Array>
}

/** Saves a file and returns its URL. */
export type SaveFile = (file: SavedFile) => Promise<string>

export interface Placing {
  /** Images and point clouds are there, by their paths among the files. Without it they are saved. */
  readonly baseUrl?: string
  readonly source: WatchedSource
}

/** Finds the URL of a path among the files; a file that needs one is saved once. */
export const makePlacer = (
  { baseUrl, source }: Placing,
  { embedded }: Pick<ReadDataset, "embedded">,
  save: SaveFile,
): ((path: string) => Promise<string>) => {
  const urls = new Map<string, Promise<string>>()
  const saveOnce = (path: string, content: () => AsyncIterable<Uint8Array>): Promise<string> => {
    const placedUrl = urls.get(path) ?? save({ kind: "file", path, content: openLate(content) })
    urls.set(path, placedUrl)
    return placedUrl
  }
  return (path) => {
    const inside = embedded?.get(path)
    if (inside !== undefined) return saveOnce(path, () => openLazily(inside))
    source.markUsed(path)
    if (baseUrl !== undefined) return Promise.resolve(`${baseUrl.replace(/\/*$/, "/")}${encodePath(path)}`)
    if (!source.has(path))
      throw new FormatError(path, "is missing among the files, and no URL says where it is.")
    return saveOnce(path, () => source.stream(path))
  }
}

/** Each part of a path as URLs have it. */
const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** A check never reads the content, and a file that is open stays so until it is read. */
async function* openLate(content: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* content()
}

async function* openLazily(content: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await content()
}
