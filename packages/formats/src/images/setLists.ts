/** The sets of records by the lists of their names, `ImageSets/SET.txt` or `ImageSets/Main/SET.txt`, or those of masks in `ImageSets/Segmentation`. */
import type { Losses } from "../carry/Losses.ts"
import { addToList } from "../files/listMaps.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { lookupUsual, type SpelledSet, toSet } from "../model/sets.ts"

const listPaths = {
  Main: /^(.*\/|)ImageSets\/(?:Main\/)?([^/]+)\.txt$/,
  Segmentation: /^(.*\/|)ImageSets\/Segmentation\/([^/]+)\.txt$/,
}

/** Lists of one class, as `car_train.txt`, and of several sets say nothing that the lists of sets do not say. */
const otherList = /(^|_)(trainval|train|val|test)$/

interface SetList extends SpelledSet {
  readonly names: ReadonlyArray<string>
}

/**
 * Lists with usual names come first, then shorter ones: a list such as `all.txt` has the records of other sets, too. Of several sets the first
 * has a record.
 */
const compareLists = (a: SetList, b: SetList): number => {
  const [own, other] = [a, b].map(({ set }) => (lookupUsual(set) === undefined ? 1 : 0)) as [number, number]
  return own - other || a.names.length - b.names.length
}

/** Finds the set of a record by its path; null where no list has it. */
export type SetLists = (path: string) => SpelledSet | null

/**
 * `names` are the names of the records by their paths, as lists have them; `folder` is that of the lists in `ImageSets`, or they are in it. A list is about the records below the folder that `ImageSets` is in,
 * or about all of them where there is only one such folder.
 */
export const readSetLists = async (
  source: Source,
  names: ReadonlyMap<string, string>,
  losses: Losses,
  folder: keyof typeof listPaths = "Main",
): Promise<SetLists> => {
  const sampleNames = new Set(names.values())
  const lists = new Map<string, Array<SetList>>()
  for (const path of source.paths) {
    const [, root = "", set] = listPaths[folder].exec(path) ?? []
    const split = set === undefined ? null : toSet(set)
    if (set === undefined) continue
    if (lookupUsual(set) === undefined && otherList.test(set)) continue
    const lines = (await readTextFile(source, path)).split(/\r\n|\n|\r/).map((line) => line.trim())
    const { isOfClass, names: listed } = readNames(lines, sampleNames)
    // The list `default` is read like the others: its records are of no set.
    if (split === null) continue
    if (!isOfClass || lookupUsual(set) !== undefined) addToList(lists, root, { split, set, names: listed })
  }
  const roots = new Map([...lists].map(([root, own]) => [root, makeSets(own, losses)] as const))
  const longest = [...roots.keys()].sort((a, b) => b.length - a.length)
  return (path) => {
    const root = longest.find((own) => path.startsWith(own)) ?? (roots.size === 1 ? longest[0] : undefined)
    return (root === undefined ? undefined : roots.get(root)?.get(names.get(path) ?? "")) ?? null
  }
}

const makeSets = (lists: ReadonlyArray<SetList>, losses: Losses): ReadonlyMap<string, SpelledSet> => {
  const sets = new Map<string, SpelledSet>()
  for (const { names, set, split } of [...lists].sort(compareLists)) {
    countOverlap(names, set, sets, losses)
    for (const name of names) if (!sets.has(name)) sets.set(name, { split, set })
  }
  return sets
}

const isUsual = (set: string): boolean => lookupUsual(set) !== undefined

/** A list that has only records of others, as `all.txt`, or some of a usual set says nothing that is lost. */
const countOverlap = (
  names: ReadonlyArray<string>,
  set: string,
  sets: ReadonlyMap<string, SpelledSet>,
  losses: Losses,
): void => {
  if (!isUsual(set) && names.every((name) => sets.has(name))) return
  for (const name of new Set(names)) {
    const other = sets.get(name)
    if (other === undefined || (isUsual(other.set) && !isUsual(set))) continue
    losses.add("splits", `${name} is in the lists ${other.set} and ${set}`)
  }
}

/**
 * In a list of one class, as `car_dev.txt`, most lines have more than the name: whether the image has objects of that class. Names with spaces may
 * stand in quotes, and a name may end in such a number itself.
 */
const readNames = (
  lines: ReadonlyArray<string>,
  sampleNames: ReadonlySet<string>,
): { readonly names: ReadonlyArray<string>; readonly isOfClass: boolean } => {
  const written = lines.filter((line) => line !== "")
  const hasFlag = (line: string) => !sampleNames.has(line) && /\S\s+(?:-1|0|1)$/.test(line)
  const names = written.map((line) => {
    const name = hasFlag(line) ? line.replace(/\s+(?:-1|0|1)$/, "") : line
    return /^"(.*)"$/.exec(name)?.[1] ?? name
  })
  return { names, isOfClass: written.filter(hasFlag).length * 2 > written.length }
}
