/** The sets of records by the lists of their names, `ImageSets/SET.txt` or `ImageSets/Main/SET.txt`, or those of masks in `ImageSets/Segmentation`. */
import { readTextFile, type Source } from "../files/Source.ts"
import { lookupUsual, type SpelledSet, toSet } from "../model/sets.ts"

const listPaths = {
  Main: /^(.*\/|)ImageSets\/(?:Main\/)?([^/]+)\.txt$/,
  Segmentation: /^(.*\/|)ImageSets\/Segmentation\/([^/]+)\.txt$/,
}

/** Lists of one class, as `car_train.txt`, and of several sets say nothing that the lists of sets do not say. */
const otherList = /(^|_)(trainval|train|val|test)$/

/** Finds the set of a record by its path; null where no list has it. */
export type SetLists = (path: string) => SpelledSet | null

/**
 * `names` are the names of the records by their paths, as lists have them; `folder` is that of the lists in `ImageSets`, or they are in it. A list is about the records below the folder that `ImageSets` is in,
 * or about all of them where there is only one such folder.
 */
export const readSetLists = async (
  source: Source,
  names: ReadonlyMap<string, string>,
  folder: keyof typeof listPaths = "Main",
): Promise<SetLists> => {
  const sampleNames = new Set(names.values())
  const roots = new Map<string, Map<string, SpelledSet>>()
  for (const path of source.paths) {
    const [, root = "", set] = listPaths[folder].exec(path) ?? []
    const split = set === undefined ? null : toSet(set)
    if (set === undefined || split === null) continue
    if (lookupUsual(set) === undefined && otherList.test(set)) continue
    const sets = roots.get(root) ?? new Map<string, SpelledSet>()
    roots.set(root, sets)
    for (const line of (await readTextFile(source, path)).split(/\r\n|\n|\r/)) {
      const name = readName(line.trim(), sampleNames)
      if (name !== "" && !sets.has(name)) sets.set(name, { split, set })
    }
  }
  const longest = [...roots.keys()].sort((a, b) => b.length - a.length)
  return (path) => {
    const root = longest.find((own) => path.startsWith(own)) ?? (roots.size === 1 ? longest[0] : undefined)
    return (root === undefined ? undefined : roots.get(root)?.get(names.get(path) ?? "")) ?? null
  }
}

/**
 * A line may have more than the name: whether the image has objects of a class. Names with spaces may stand in quotes, and a name may end in
 * such a number itself.
 */
const readName = (line: string, known: ReadonlySet<string>): string => {
  if (known.has(line)) return line
  const name = /^(.*\S)\s+(?:-1|0|1)$/.exec(line)?.[1] ?? line
  return /^"(.*)"$/.exec(name)?.[1] ?? name
}
