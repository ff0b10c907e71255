/** Sets with other names than the usual ones, as `dev` and `eval`, around folders of classes. */
import { isSetWord } from "../model/sets.ts"
import { toSplit } from "./sets.ts"

/** Folders of cameras and recordings, which are alike in each drive, are no classes. */
const otherFolder =
  /^(?:(?:cam|camera|clip|seq|sequence|video|scene)[-_]?\w*|(?:left|right|front|rear)(?:[-_]?\w+)?|image(?:_\d+|s)?|img1|(?:labels?|masks?|annotations?)(?:_\d+)?)$/i

/**
 * The outermost folders that are sets by two marks: at least two of their names say so, and the classes in each are among those of the one that
 * has most. Empty where the usual names are enough, or where the folders may be others. `paths` are relative to the folder around them.
 */
export const findNamedSets = (paths: ReadonlyArray<string>, noClass: string): ReadonlySet<string> => {
  const classesBySet = new Map<string, Set<string>>()
  for (const path of paths) {
    const [set = "", label, file] = path.split("/")
    if (label === undefined || file === undefined) return new Set()
    const classes = classesBySet.get(set) ?? new Set()
    if (label !== noClass) classes.add(label)
    classesBySet.set(set, classes)
  }
  const names = [...classesBySet.keys()]
  if (names.every((name) => toSplit(name) !== null) || names.filter(isSetWord).length < 2) return new Set()
  const [largest = new Set<string>()] = [...classesBySet.values()].sort((a, b) => b.size - a.size)
  const isAlike = [...classesBySet].every(([name, classes]) =>
    isSetWord(name)
      ? classes.size > 0 && [...classes].every((label) => largest.has(label))
      : classes.size === largest.size && [...classes].every((label) => largest.has(label)),
  )
  const areClasses = largest.size > 1 && ![...largest].some((label) => otherFolder.test(label))
  return isAlike && areClasses ? new Set(names) : new Set()
}
