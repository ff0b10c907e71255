/** Finds files by paths that other systems spell in another way: some ignore the case, and some decompose letters in names. */
import type { Source } from "./Source.ts"

/** A path or a name without the differences that file systems make. */
export const foldName = (text: string): string => text.normalize("NFC").toLowerCase()

const indexes = new WeakMap<Source, ReadonlyMap<string, ReadonlyArray<string>>>()

const indexFolded = (source: Source): ReadonlyMap<string, ReadonlyArray<string>> => {
  const cached = indexes.get(source)
  if (cached !== undefined) return cached
  const index = new Map<string, Array<string>>()
  for (const path of source.paths) {
    const key = foldName(path)
    const same = index.get(key)
    if (same === undefined) index.set(key, [path])
    else same.push(path)
  }
  indexes.set(source, index)
  return index
}

/** The first file that is not empty: crashed tools leave empty ones. */
export const findFilled = async (
  source: Source,
  paths: ReadonlyArray<string>,
): Promise<string | undefined> => {
  for (const path of paths) if ((await source.size(path)) > 0) return path
  return undefined
}

/**
 * The first of the paths that is there, or else the first that one file alone has in another spelling. Files in `exact` belong to other records,
 * which have their very spelling.
 */
export const findFile = (
  source: Source,
  paths: ReadonlyArray<string>,
  exact: ReadonlySet<string> = new Set(),
): string | undefined => {
  const same = paths.find(source.has)
  if (same !== undefined) return same
  const index = indexFolded(source)
  for (const path of paths) {
    const [only, other] = (index.get(foldName(path)) ?? []).filter((own) => !exact.has(own))
    if (only !== undefined && other === undefined) return only
  }
  return undefined
}

/** The files that records have in their very spelling: each is given by the paths where its file may be. */
export const findExactFiles = (
  source: Source,
  records: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlySet<string> => new Set(records.flatMap((paths) => paths.find(source.has) ?? []))
