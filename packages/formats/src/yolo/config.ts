/** The configuration of a YOLO dataset: its classes, and the set of each image. */

import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { lookup } from "../files/lookup.ts"
import { type Source, textFile } from "../files/Source.ts"
import type { Split } from "../model/Scene.ts"
import { parseDataYaml, type YamlValue } from "./dataYaml.ts"
import { isImagePath } from "./layout.ts"

export interface YoloConfig {
  readonly path: string
  readonly names: ReadonlyArray<string>
  /** Empty where the file does not say it. */
  readonly task: string
  /** The number of keypoints, and of numbers of each; null without keypoints. */
  readonly keypoints: { readonly count: number; readonly numbers: 2 | 3 } | null
  readonly images: ReadonlyArray<YoloImage>
}

export interface YoloImage {
  readonly path: string
  /** Null where it belongs to several sets or to none. */
  readonly split: Split | null
}

/** The first YAML file that names classes; undefined without one. */
export const findYaml = async (
  source: Source,
): Promise<{ readonly path: string; readonly members: ReadonlyMap<string, YamlValue> } | undefined> => {
  const found = source.paths.filter((path) => /\.ya?ml$/i.test(path))
  for (const path of found) {
    const text = await textFile(source, path)
    if (!/^names\s*:/m.test(text)) continue
    const members = parseDataYaml(text, path)
    if (members.has("names") && (members.has("train") || members.has("val"))) return { path, members }
  }
  return undefined
}

export const readConfig = async (source: Source): Promise<YoloConfig> => {
  const found = await findYaml(source)
  if (found === undefined) throw new FormatError("data.yaml", "is missing, or has no names, train and val.")
  const { members, path } = found
  return {
    path,
    names: namesOf(members.get("names"), path),
    task: textOf(members.get("task")),
    keypoints: keypointsOf(members.get("kpt_shape"), path),
    images: await imagesOf(source, path, members),
  }
}

const textOf = (value: YamlValue | undefined): string => (typeof value === "string" ? value : "")

/** A list, or a mapping from each number to a name. */
const namesOf = (value: YamlValue | undefined, path: string): ReadonlyArray<string> => {
  const names =
    value instanceof Map
      ? Array.from({ length: value.size }, (_, index) => value.get(String(index)))
      : Array.isArray(value)
        ? value
        : []
  if (names.length === 0) throw new FormatError(path, "has no names of classes.")
  return names.map((name: string | undefined, index) => {
    if (name === undefined) throw new FormatError(path, `has no name of the class ${index}.`)
    if (names.indexOf(name) !== index)
      throw new FormatError(path, `has the name ${JSON.stringify(name)} twice.`)
    return name
  })
}

const keypointsOf = (value: YamlValue | undefined, path: string): YoloConfig["keypoints"] => {
  if (value === undefined) return null
  const [count = Number.NaN, numbers = Number.NaN] = Array.isArray(value) ? value.map(Number) : []
  if (!(Number.isInteger(count) && count > 0) || (numbers !== 2 && numbers !== 3))
    throw new FormatError(path, "has a kpt_shape other than [keypoints, 2] or [keypoints, 3].")
  return { count, numbers }
}

const splitsOfKeys: { readonly [key: string]: Split } = { train: "train", val: "val", test: "test" }

const imagesOf = async (
  source: Source,
  path: string,
  members: ReadonlyMap<string, YamlValue>,
): Promise<ReadonlyArray<YoloImage>> => {
  const splits = new Map<string, Split | undefined>()
  for (const [key, split] of Object.entries(splitsOfKeys)) {
    const value = members.get(key)
    const places = typeof value === "string" ? [value] : Array.isArray(value) ? value : []
    for (const place of places)
      for (const image of await imagesAt(source, path, textOf(members.get("path")), place)) {
        const known = splits.get(image)
        splits.set(image, known === undefined || known === split ? split : undefined)
      }
  }
  return [...splits]
    .map(([image, split]) => ({ path: image, split: ofFolder(image, split) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The folder decides where an image is in several sets: `val` must be there, and is often that of `train`. */
const ofFolder = (image: string, split: Split | undefined): Split | null => {
  if (/(^|\/)images\/default\//.test(image)) return null
  return split ?? lookup(splitsOfKeys, /(?:^|\/)(train|val|test)\//.exec(image)?.[1] ?? "") ?? null
}

/** A place is a folder, or a text file that lists images, below `path` or the folder of the YAML file. */
const imagesAt = async (
  source: Source,
  yaml: string,
  root: string,
  place: string,
): Promise<ReadonlyArray<string>> => {
  const folder = posix.dirname(yaml)
  for (const base of [posix.join(folder, root), folder])
    for (const relative of [place, place.replace(/^\.\.\//, "")]) {
      const found = posix.join(base, relative).replace(/^\.\//, "").replace(/\/$/, "")
      if (source.has(found) && found.endsWith(".txt")) return await listed(source, found)
      const prefix = found === "." ? "" : `${found}/`
      const images = source.paths.filter((path) => path.startsWith(prefix) && isImagePath(path))
      if (images.length > 0) return images
    }
  return []
}

/** A path that begins with `./` is relative to the list. */
const listed = async (source: Source, list: string): Promise<ReadonlyArray<string>> => {
  const lines = (await textFile(source, list)).split(/\r?\n/).filter((line) => line.trim() !== "")
  const folder = posix.dirname(list)
  return lines.map((line) => {
    const path = posix.join(folder, line.trim())
    const found = [path, line.trim()].find((own) => source.has(own))
    if (found === undefined) throw new FormatError(list, `has the image ${line.trim()}, which is missing.`)
    return found
  })
}
