/** Reads `data.yaml` of Ultralytics. */
import type { Losses } from "../carry/Losses.ts"
import { DatasetError, FormatError } from "../FormatError.ts"
import { isImagePath } from "../files/paths.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { parseYaml, toText, toTexts, type YamlMap, type YamlValue } from "../files/yaml.ts"
import { toSet } from "../model/sets.ts"
import { checkNames } from "./classNames.ts"
import { reservedKeys, setPrefix } from "./dataYaml.ts"
import { Places } from "./places.ts"
import { groupByFolder, toSplit } from "./sets.ts"
import type { Keypoints, Masks, YoloConfig, YoloSet } from "./YoloConfig.ts"

export interface DataYaml {
  readonly path: string
  readonly text: string
}

/** The YAML file nearest to the root that has classes: `names`, or their number and a set. Two of them are refused, unless one is `data.yaml`. */
export const findDataYaml = async (source: Source): Promise<DataYaml | undefined> => {
  const configs: Array<DataYaml> = []
  for (const path of source.paths.filter((own) => /\.ya?ml$/i.test(own))) {
    const text = await readTextFile(source, path)
    const hasKey = (key: string) => new RegExp(`^["']?${key}["']?\\s*:`, "m").test(text)
    if (hasKey("names") || (hasKey("nc") && (hasKey("train") || hasKey("val")))) configs.push({ path, text })
  }
  const countDepth = ({ path }: DataYaml) => path.split("/").length
  const depth = Math.min(...configs.map(countDepth))
  const nearest = configs.filter((file) => countDepth(file) === depth)
  const usual = nearest.filter(({ path }) => /(^|\/)data\.ya?ml$/i.test(path))
  // Beside `data.yaml` there may be configurations of other trainings.
  const [chosen, other] = usual.length > 0 ? usual : nearest
  if (other !== undefined)
    throw new DatasetError(
      other.path,
      `has classes, as ${chosen?.path} has: only one of them can be imported.`,
    )
  return chosen
}

/** The task, from the text alone: the file may have a fault. */
export const findTaskWord = ({ text }: DataYaml): string | undefined =>
  /^task\s*:\s*["']?(detect|segment|obb|pose|semantic)\b/m.exec(text)?.[1] ??
  (/^masks_dir\s*:/m.test(text) ? "semantic" : /^kpt_shape\s*:/m.test(text) ? "pose" : undefined)

export const readDataYaml = async (
  source: Source,
  { path, text }: DataYaml,
  losses?: Losses,
): Promise<YoloConfig> => {
  const members = parseYaml(text, path, source.limits)
  const places = new Places(source, path, toText(members.get("path")) ?? "")
  const sets = await readSets(members, places, path, losses)
  return {
    path,
    classes: readClasses(members, path),
    task: toText(members.get("task")) ?? "",
    keypoints: readKeypoints(members, path),
    masks: readMasks(members, path, source),
    // Supervision writes no sets.
    sets: sets.length > 0 ? sets : groupByFolder(places.imagesBelow),
  }
}

const readClasses = (members: YamlMap, path: string): ReadonlyMap<number, string> => {
  const names = members.get("names")
  const count = readCount(members, path)
  const classes =
    names === undefined || names === "" ? makeNumberedClasses(count) : readNamedClasses(names, path)
  if (classes.size === 0) throw new FormatError(path, "has no names of classes.")
  if (count !== undefined && count !== classes.size)
    throw new FormatError(path, `has nc: ${count}, but ${classes.size} names.`)
  checkNames(classes, path)
  return classes
}

const maxClasses = 100_000

/** Ultralytics takes numbers such as 2.0 and "2" as well. */
const readCount = (members: YamlMap, path: string): number | undefined => {
  const value = members.get("nc")
  if (value === undefined || value === "") return undefined
  const count = typeof value === "string" ? Number(value) : Number.NaN
  if (!(Number.isInteger(count) && count >= 0 && count <= maxClasses))
    throw new FormatError(path, `has nc: ${JSON.stringify(value)}, which is not a number of classes.`)
  return count
}

/** Without names Ultralytics calls them `class_0` and so on. */
const makeNumberedClasses = (count = 0): ReadonlyMap<number, string> =>
  new Map(Array.from({ length: count }, (_, index) => [index, `class_${index}`]))

/** A list, or a mapping from the number of each class to its name. */
const readNamedClasses = (names: YamlValue, path: string): ReadonlyMap<number, string> => {
  const entries =
    names instanceof Map ? [...names] : Array.isArray(names) ? names.map((name, index) => [index, name]) : []
  const classes = entries.map(([key, name]): readonly [number, string] => {
    const number = key === "" ? Number.NaN : Number(key)
    if (!(Number.isInteger(number) && number >= 0 && number < maxClasses))
      throw new FormatError(
        path,
        `has ${JSON.stringify(key)} among the names, which is not the number of a class.`,
      )
    if (typeof name !== "string")
      throw new FormatError(path, `has no text as the name of the class ${number}.`)
    return [number, name]
  })
  return new Map(classes.sort(([a], [b]) => a - b))
}

const readSets = async (
  members: YamlMap,
  places: Places,
  path: string,
  losses: Losses | undefined,
): Promise<ReadonlyArray<YoloSet>> => {
  const readTexts = (value: YamlValue) => (toTexts(value) ?? []).filter((text) => text !== "")
  const isSet = (key: string) => toSplit(key) !== null || key === "minival"
  const entries = [...members].filter(([key, value]) => !reservedKeys.has(key) && value !== "")
  const all = entries.filter(([key]) => isSet(key)).flatMap(([, value]) => readTexts(value))
  const sets: Array<YoloSet> = []
  for (const [key, value] of entries) {
    const texts = readTexts(value)
    if (isSet(key) && texts.length === 0 && toText(value) !== undefined)
      throw new FormatError(path, `has ${key}, which is neither a path nor a list of paths.`)
    // CVAT has a key for each of its sets, whatever they are called.
    const isNamedList = texts.length > 0 && texts.every((text) => text.endsWith(".txt"))
    // Our writer names the folder of any other set.
    const own = key.startsWith(setPrefix) ? key.slice(setPrefix.length) : key
    const name = reservedKeys.has(own) ? own : key
    const isOwnFolder = texts.length === 1 && texts[0] === `images/${name}`
    if (!isSet(key) && !isNamedList && !isOwnFolder) {
      losses?.add("unknown", `${path}: ${key}`)
      continue
    }
    for (const text of texts) {
      const { images } = await places.find(key, text, all)
      sets.push({ text: `${key}: ${text}`, split: toSplit(key) ?? toSet(isOwnFolder ? name : key), images })
    }
  }
  return sets
}

const readKeypoints = (members: YamlMap, path: string): Keypoints | null => {
  const shape = members.get("kpt_shape")
  if (shape === undefined || shape === "") return null
  const [count = Number.NaN, numbers = Number.NaN] = (toTexts(shape) ?? []).map(Number)
  if (!(Number.isInteger(count) && count > 0 && count <= maxKeypoints) || (numbers !== 2 && numbers !== 3))
    throw new FormatError(path, "has a kpt_shape other than [keypoints, 2] or [keypoints, 3].")
  return {
    count,
    numbers,
    names: readKeypointNames(members.get("kpt_names"), count, path),
    flip: readFlip(members.get("flip_idx"), count, path),
  }
}

const maxKeypoints = 10_000

/** A list for each class, or one list for all. */
const readKeypointNames = (value: YamlValue | undefined, count: number, path: string): Keypoints["names"] => {
  const lists: ReadonlyArray<readonly [string, YamlValue]> =
    value instanceof Map ? [...value] : value === undefined || value === "" ? [] : [["0", value]]
  return new Map(
    lists.map(([key, list]) => {
      const names = Array.isArray(list) ? list.filter((name) => typeof name === "string") : []
      if (names.length > count || new Set(names).size !== names.length)
        throw new FormatError(path, `must have ${count} different names in kpt_names, as kpt_shape says.`)
      return [Number(key), names]
    }),
  )
}

const readFlip = (value: YamlValue | undefined, count: number, path: string): Keypoints["flip"] => {
  const flip = (toTexts(value === "" ? undefined : value) ?? []).map(Number)
  if (flip.length === 0) return null
  const isPlace = (index: number) => Number.isInteger(index) && index >= 0 && index < count
  if (flip.length !== count || !flip.every(isPlace))
    throw new FormatError(path, `must have ${count} numbers of keypoints in flip_idx, as kpt_shape says.`)
  return flip
}

/** Ultralytics takes a folder `masks`, too, where `masks_dir` is missing. */
const readMasks = (members: YamlMap, path: string, { paths }: Source): Masks | null => {
  const task = toText(members.get("task")) ?? "semantic"
  const root = path.slice(0, path.lastIndexOf("/") + 1)
  const below = paths.filter((own) => own.startsWith(root)).map((own) => `/${own.slice(root.length)}`)
  const hasMasks = below.some((own) => own.includes("/masks/") && isImagePath(own))
  const hasLabels = below.some((own) => own.includes("/labels/") && own.endsWith(".txt"))
  const folder = toText(members.get("masks_dir")) ?? (hasMasks && !hasLabels ? "masks" : undefined)
  if (folder === undefined || task !== "semantic") return null
  const mapping = members.get("label_mapping")
  return { folder, mapping: mapping instanceof Map ? readMapping(mapping, path) : new Map() }
}

const readMapping = (mapping: YamlMap, path: string): Masks["mapping"] =>
  new Map(
    [...mapping].map(([key, text]) => {
      const [value, number] = [Number(key), Number(text)]
      if (!Number.isInteger(value))
        throw new FormatError(path, `has ${JSON.stringify(key)} in label_mapping.`)
      const isIgnored = text === "" || text === "ignore_label" || number === 255
      if (!isIgnored && !Number.isInteger(number))
        throw new FormatError(path, `has ${JSON.stringify(text)} in label_mapping.`)
      return [value, isIgnored ? null : number]
    }),
  )
