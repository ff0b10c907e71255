/** Reads `obj.data` of Darknet, as YOLO 1.1 of CVAT and Datumaro have it: lists of images, and labels beside them. */

import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { parseIni } from "../files/ini.ts"
import { parseNameList } from "../files/nameList.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { toSet } from "../model/sets.ts"
import { checkNames } from "./classNames.ts"
import { normalizePlace, Places } from "./places.ts"
import { toSplit } from "./sets.ts"
import type { YoloConfig, YoloSet } from "./YoloConfig.ts"

const otherKeys: ReadonlySet<string> = new Set(["classes", "names", "backup", "eval", "results", "top"])

export const findDarknet = ({ paths }: Source): string | undefined =>
  paths
    .filter((path) => path.endsWith(".data") && !posix.basename(path).startsWith("."))
    .sort((a, b) => a.split("/").length - b.split("/").length)[0]

export const readDarknet = async (source: Source, path: string): Promise<YoloConfig> => {
  const values = parseIni(await readTextFile(source, path))
  const classes = await readNames(source, path, values)
  const places = new Places(source, path, "")
  const entries = [...values].filter(([key]) => !otherKeys.has(key))
  const lists = entries.map(([, text]) => text)
  const sets: Array<YoloSet> = []
  for (const [key, text] of entries) {
    const { images } = await places.find(key, stripData(text), lists)
    sets.push({ text: `${key} = ${text}`, split: toSplit(key) ?? toSet(key), images })
  }
  return { path, classes, task: "detect", keypoints: null, masks: null, sets }
}

/** Paths begin in `data/`, the folder of Darknet that the dataset is copied to. */
const stripData = (text: string): string => normalizePlace(text).replace(/^data\//, "")

const readNames = async (
  source: Source,
  path: string,
  values: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<number, string>> => {
  const text = values.get("names")
  if (text === undefined) throw new FormatError(path, "has no names.")
  const folder = posix.dirname(path)
  const names = [stripData(text), normalizePlace(text), posix.basename(normalizePlace(text))]
    .map((name) => posix.join(folder, name))
    .find(source.has)
  if (names === undefined) throw new FormatError(path, `has names = ${text}, which is missing.`)
  const list = parseNameList(await readTextFile(source, names), names)
  const count = values.get("classes")
  if (count !== undefined && Number(count) !== list.length)
    throw new FormatError(path, `has classes = ${count}, but ${names} has ${list.length} names.`)
  const classes = new Map(list.map((name, index) => [index, name]))
  checkNames(classes, names)
  return classes
}
