import { mergedLetter } from "../../session/overlap.ts"
import type { Overlap } from "../../session/work.ts"
import { makeMemberFinder } from "./findDifferences.ts"
import { listParts } from "./listParts.ts"

/** Names an object of the label of a letter. */
export const formatSource = (letter: string, id: number, sensor: string | undefined): string =>
  `${letter} ${id} ${sensor ?? ""}`

/** The keys that objects have in the merged label, by the objects of people that they were merged from. */
export const findMergedKeys = ({ merged, mergedObjects }: Overlap): ReadonlyMap<string, string> => {
  const take = makeMemberFinder(mergedLetter, listParts(merged?.label.attributes ?? {}))
  return new Map(
    mergedObjects.flatMap(({ id, sensor, sources }) => {
      const key = take(id, sensor)?.key
      return key === undefined
        ? []
        : sources.map((source) => [formatSource(source.letter, source.id, sensor), key] as const)
    }),
  )
}
