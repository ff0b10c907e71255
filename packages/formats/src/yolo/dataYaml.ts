/** Writes `data.yaml`: the folders of the sets and the names of the classes. */
import { Document, Scalar } from "yaml"
import type { Dataset } from "../model/Dataset.ts"
import type { Task } from "./rows.ts"
import { printSkeletons } from "./skeletons.ts"

export interface Written {
  readonly task: Task | "semantic"
  readonly sets: ReadonlySet<string>
  readonly dataset: Dataset
  readonly keypoints: number
}

/** The folder of masks in place of `images`. */
export const masksFolder = "masks"

/** `train` and `val` are required: a set that is missing is that of the other one. */
export const formatDataYaml = ({ dataset, keypoints, sets, task }: Written): string => {
  const listImages = (set: string) => (sets.has(set) ? [`images/${set}`] : [])
  const train = [...listImages("train"), ...listImages("default")]
  const val = listImages("val")
  const test = listImages("test")
  const others = [...sets].filter((set) => !["train", "val", "test", "default"].includes(set)).sort()
  const rest = others.map((set) => `images/${set}`)
  const chooseFolders = (...choices: ReadonlyArray<ReadonlyArray<string>>) => {
    const [first = "images/train", ...more] = choices.find((own) => own.length > 0) ?? []
    return more.length === 0 ? first : [first, ...more]
  }
  return printYaml({
    task,
    train: chooseFolders(train, val, test, rest),
    val: chooseFolders(val, train, test, rest),
    ...(sets.has("test") && { test: "images/test" }),
    ...Object.fromEntries(others.map((set) => [toSetKey(set), `images/${set}`])),
    nc: dataset.categories.length,
    names: new Map(dataset.categories.map(({ name }, index) => [index, makeQuoted(name)])),
    ...(task === "semantic" && { masks_dir: masksFolder }),
    ...(task === "pose" && toKeypointMembers(dataset, keypoints)),
  })
}

/** Keys that have another meaning than a set. */
export const reservedKeys: ReadonlySet<string> = new Set([
  "path",
  "names",
  "nc",
  "task",
  "channels",
  "kpt_shape",
  "kpt_names",
  "flip_idx",
  "masks_dir",
  "label_mapping",
  "download",
])

/** The key of a set; one with the name of another key has a prefix, and its folder says the name. */
const toSetKey = (set: string): string => (reservedKeys.has(set) ? `${setPrefix}${set}` : set)

export const setPrefix = "set_"

/** A class whose keypoints have no identity has an empty list of names. */
const toKeypointMembers = ({ categories }: Dataset, count: number) => {
  const { flip, names } = printSkeletons(
    categories.map(({ skeleton }) => skeleton),
    count,
  )
  return {
    kpt_shape: [Math.max(count, 1), 3],
    ...(flip !== null && { flip_idx: flip }),
    kpt_names: new Map(names.map((own, index) => [index, own.map(makeQuoted)])),
  }
}

/** Names are always quoted: parsers of YAML 1.1 take `yes` and `1e3` for other values. */
export const makeQuoted = (text: string): Scalar<string> =>
  Object.assign(new Scalar(text), { type: Scalar.QUOTE_DOUBLE })

export const printYaml = (members: object): string => new Document(members).toString({ lineWidth: 0 })
