/** The sets of images by their names, from the lists in `ImageSets/Main`. */
import { baseName } from "../files/paths.ts"
import { type Source, textFile } from "../files/Source.ts"
import { lookupUsual, type SpelledSet, toSet } from "../model/sets.ts"

/** Lists of one class, as `car_train.txt`, and of several sets say nothing that the lists of sets do not say. */
const otherList = /(^|_)(trainval|train|val|test)$/

export const readSetLists = async (source: Source): Promise<ReadonlyMap<string, SpelledSet>> => {
  const found = new Map<string, SpelledSet>()
  const lists = source.paths.filter((path) => /(^|\/)ImageSets\/Main\/[^/]+\.txt$/.test(path))
  for (const path of lists) {
    const set = baseName(path).slice(0, -".txt".length)
    const split = toSet(set)
    if (split === null || (lookupUsual(set) === undefined && otherList.test(set))) continue
    for (const line of (await textFile(source, path)).split(/\r?\n/)) {
      const name = nameIn(line.trim())
      if (name !== "" && !found.has(name)) found.set(name, { split, set })
    }
  }
  return found
}

/** A line may have more than the name: whether the image has objects of a class. Names with spaces may stand in quotes. */
const nameIn = (line: string): string => {
  const name = /^(.*\S)\s+(?:-1|0|1)$/.exec(line)?.[1] ?? line
  return /^"(.*)"$/.exec(name)?.[1] ?? name
}
