/** Reads datasets whose classes are in a list: `classes.txt` of Label Studio and labelImg, `_darknet.labels` of Roboflow. */
import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { findFile } from "../files/findFile.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { parseNameList } from "../files/nameList.ts"
import { isImagePath } from "../files/paths.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { listLabelPaths } from "./layout.ts"
import { groupByFolder } from "./sets.ts"
import type { Keypoints, YoloConfig } from "./YoloConfig.ts"

const listName = /(^|\/)(classes\.txt|obj\.names|classes\.names|_darknet\.labels)$/

export const isClassList = (path: string): boolean => listName.test(path)

/** The lists of classes; none where no image has a label. */
export const findClassLists = (source: Source): ReadonlyArray<string> => {
  const lists = source.paths.filter(isClassList)
  if (lists.length === 0) return []
  const hasLabels = source.paths.some(
    (path) => isImagePath(path) && findFile(source, listLabelPaths(path)) !== undefined,
  )
  return hasLabels ? lists : []
}

export const readClassLists = async (source: Source, lists: ReadonlyArray<string>): Promise<YoloConfig> => {
  const [path = "", ...others] = lists
  const names = parseNameList(await readTextFile(source, path), path)
  for (const other of others) await checkClassList(source, other, path, names)
  const classes = new Map(names.map((name, index) => [index, name]))
  const sets = groupByFolder(source.paths.filter(isImagePath))
  return { path, classes, task: "", keypoints: await readNotes(source, path), masks: null, sets }
}

/** Refuses a list that has another name for a class than the configuration: its labels would change their classes. */
export const checkClassList = async (
  source: Source,
  path: string,
  config: string,
  names: ReadonlyArray<string | undefined>,
): Promise<void> => {
  const list = parseNameList(await readTextFile(source, path), path)
  const different = list.findIndex((name, index) => names[index] !== undefined && names[index] !== name)
  if (different >= 0)
    throw new FormatError(
      path,
      `has ${JSON.stringify(list[different])} as the class ${different}, but ${config} has ${JSON.stringify(names[different])}: remove the list that is wrong.`,
    )
}

/** `notes.json` of Label Studio names the keypoints of each class; all have the same. */
const readNotes = async (source: Source, classList: string): Promise<Keypoints | null> => {
  const path = posix.join(posix.dirname(classList), "notes.json")
  if (!source.has(path)) return null
  const categories = new Node(await readJsonFile(source, path), path)
    .at("categories")
    .or([], (list) => list.items())
  const names = new Map<number, ReadonlyArray<string>>()
  for (const [index, category] of categories.entries()) {
    const own = category.at("keypoints").or([], (list) => list.items().map((name) => name.text()))
    if (own.length > 0)
      names.set(
        category.at("id").or(index, (id) => id.whole()),
        own,
      )
  }
  const count = Math.max(0, ...[...names.values()].map((own) => own.length))
  return count === 0 ? null : { count, numbers: 3, names, flip: null }
}
