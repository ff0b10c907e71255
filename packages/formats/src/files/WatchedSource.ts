/** Lists the files of a source that nobody read, so that no file with labels is left out in silence. */
import type { Source } from "./Source.ts"

export interface WatchedSource extends Source {
  /** Marks a file that is used without being read here, such as an image that has a URL. */
  readonly markUsed: (path: string) => void
  /** Files that may have labels or samples and were not read: first one of each folder, then the others. */
  readonly listUnread: () => ReadonlyArray<string>
}

/** Counts what is read through the result; a look at the beginning of a file (`peek`) does not count. */
export const watchSource = (source: Source): WatchedSource => {
  const used = new Set<string>()
  const watchReading =
    <Rest extends ReadonlyArray<unknown>, Result>(read: (path: string, ...rest: Rest) => Result) =>
    (path: string, ...rest: Rest): Result => {
      used.add(path)
      return read(path, ...rest)
    }
  return {
    ...source,
    bytes: watchReading(source.bytes),
    range: watchReading(source.range),
    stream: watchReading(source.stream),
    markUsed: (path) => used.add(path),
    listUnread: () => sortByFolder(source.paths.filter((path) => !used.has(path) && canHaveSamples(path))),
  }
}

/** Endings of labels, lists, tables, images and point clouds in the formats that people import. */
const endings =
  /\.(?:arrow|bin|bmp|csv|feather|gif|ini|jpe?g|json|jsonl|ndjson|las|laz|npy|npz|parquet|pcd|pkl|ply|png|tiff?|tsv|txt|webp|xml|ya?ml)$/i

/** Texts about a dataset, and the list of files that our exports have. */
const texts =
  /(?:^|\/)(?:attribution|changelog|citation|files\.tsv|licen[cs]e|notice|readme|requirements)[^/]*$/i

const canHaveSamples = (path: string): boolean => endings.test(path) && !texts.test(path)

const sortByFolder = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folders = new Set<string>()
  const isFirst = (path: string): boolean => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1)
    return !folders.has(folder) && folders.add(folder) !== undefined
  }
  const first = paths.filter(isFirst)
  const others = new Set(first)
  return [...first, ...paths.filter((path) => !others.has(path))]
}
