/** Names of sets, such as `train`, `val` and `test`, and the folders that mean them. */

/** The set that a name means; null for `default`, which is the name of no set. */
export const toSet = (name: string): string | null => {
  if (name === "") return null
  const usual = lookupUsual(name)
  return usual === undefined ? (name === "default" ? null : name) : usual
}

/** The usual set that a name means in any case, with a year or not; undefined for any other name. */
export const lookupUsual = (name: string): string | undefined =>
  usualSets.get(name.toLowerCase().replace(/(?<=[a-z])[-_]?(19|20)\d\d$/, ""))

const usualSets: ReadonlyMap<string, string> = new Map([
  ["train", "train"],
  ["training", "train"],
  ["val", "val"],
  ["valid", "val"],
  ["validation", "val"],
  ["test", "test"],
  ["testing", "test"],
])

/** Words that name a set and little else, besides the usual ones, with a part behind them or a number. */
const setWord =
  /^(?:(?:train|training|val|valid|validation|test|testing|dev|devel|development|eval|evaluation|holdout|minival|trainval)(?:[-_]?(?:dev|std|challenge|mini|small|full|extra|seen|unseen|\d+))?|(?:fold|split|cv)[-_]?\d+)$/i

/** Whether the name alone says that it is a set, as `train`, `dev` and `fold1` do. */
export const isSetWord = (name: string): boolean => lookupUsual(name) !== undefined || setWord.test(name)

/** A set and how the files spell it. */
export interface SpelledSet {
  readonly split: string
  /** The name of the folder or file. */
  readonly set: string
}

/** The set of the innermost folder of the path that has the name of a usual set. */
export const findSetInPath = (path: string): SpelledSet | null => {
  const folder = path
    .split("/")
    .slice(0, -1)
    .findLast((part) => lookupUsual(part) !== undefined)
  return folder === undefined ? null : { split: lookupUsual(folder) ?? folder, set: folder }
}

/** The characters of a name, of which sets consist that exports use: they become names of folders and files. */
const setPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** The set that the metadata of a sample names; null for `default`, undefined for a value that is no set. */
export const setOfMetadata = (value: unknown): string | null | undefined =>
  typeof value === "string" && setPattern.test(value) ? (value === "default" ? null : value) : undefined

/** The sets of files by their folders, where they are in several folders of usual sets; null for all of them elsewhere. */
export const findFolderSets = (paths: Iterable<string>): ((path: string) => SpelledSet | null) => {
  const sets = new Set<string>()
  for (const path of paths) {
    sets.add(findSetInPath(path)?.split ?? "")
  }
  sets.delete("")
  return sets.size > 1 ? findSetInPath : () => null
}
