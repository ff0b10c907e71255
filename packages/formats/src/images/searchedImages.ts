/** Images that were searched for a record because none was where the record says: only one of the stated size is taken. */
import type { Source } from "../files/Source.ts"

const bySource = new WeakMap<Source, Set<string>>()

export const listSearchedImages = (source: Source): Set<string> => {
  const paths = bySource.get(source) ?? new Set<string>()
  bySource.set(source, paths)
  return paths
}
