/** The folders of `semantic` that are sets: those with usual names, and those that `sets.txt` lists. */
import { parseNameList } from "../files/nameList.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { isUsualFolder } from "../images/setPaths.ts"
import type { Split } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"

export const setsFile = "sets.txt"

/** The set of a path, null for none, and the path below its folder. */
export type DivideStem = (stem: string) => {
  readonly split: Split | null
  /** The folder of the set; undefined where the path has none. */
  readonly folder: string | undefined
  readonly own: string
}

export const readSetFolders = async (source: Source, root: string): Promise<DivideStem> => {
  const path = `${root}${setsFile}`
  const listed = new Set(source.has(path) ? parseNameList(await readTextFile(source, path), path) : [])
  return (stem) => {
    const [folder = "", ...rest] = stem.split("/")
    const isInSet = rest.length > 0 && (listed.has(folder) || isUsualFolder(folder))
    return isInSet
      ? { split: toSet(folder), folder, own: rest.join("/") }
      : { split: null, folder: undefined, own: stem }
  }
}
