/** Indexes all files of a dataset, with the progress over all of them. */
import type { ReadContext } from "../Format.ts"
import type { Source } from "../files/Source.ts"
import { type CocoIndex, type IndexContext, indexCoco } from "./CocoIndex.ts"
import { setOf } from "./documents.ts"

export const indexAll = async (
  source: Source,
  paths: ReadonlyArray<string>,
  context: Omit<IndexContext, "onRead"> & Pick<ReadContext, "onProgress">,
): Promise<ReadonlyArray<CocoIndex>> => {
  let total = 0
  for (const path of paths) total += await source.size(path)
  let bytes = 0
  const onRead = (more: number) => {
    bytes += more
    context.onProgress?.({ phase: "index", bytes, total })
  }
  const indexes: Array<CocoIndex> = []
  for (const path of paths) indexes.push(await indexCoco(source, path, setOf(path), { ...context, onRead }))
  return indexes
}
