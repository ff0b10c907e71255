/** The sequences of a folder in the layout of MOTChallenge, or of KITTI MOTS. */
import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { parseIni } from "../files/ini.ts"
import { checkLimit } from "../files/limits.ts"
import { parseNameList } from "../files/nameList.ts"
import { nameOfStem } from "../files/paths.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { splitOfFolder, unflattenStem } from "../images/setPaths.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import type { Size, Split } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"

export interface Sequence {
  readonly name: string
  readonly split: Split | null
  /** The file of rows. */
  readonly path: string
  /** The place of its images, with the number of the first. */
  readonly images: { readonly folder: string; readonly ending: string; readonly digits: number }
  readonly firstFrame: 0 | 1
  /** 0 when it is unknown. */
  readonly length: number
  readonly size: Size | null
  /** The category of each number in the rows; undefined for a number without one. */
  readonly categoryOf: (number: number) => number | undefined
}

export interface Sequences {
  readonly sequences: ReadonlyArray<Sequence>
  readonly categories: CategoryNumbers
}

/** The archives of CVAT have no folder of the sequence. */
const truth = /^(?:(?:(.*)\/)?([^/]+)\/)?gt\/gt\.txt$/
const kitti = /^(?:(.*)\/)?instances_txt\/([^/]+)\.txt$/

export const listTruthPaths = ({ paths }: Source): ReadonlyArray<string> =>
  paths.filter((path) => truth.test(path) || kitti.test(path))

/** `usual`: the numbers of the categories where no file names them. */
export const readSequences = async (
  source: Source,
  paths: ReadonlyArray<string>,
  usual: ReadonlyMap<number, string>,
): Promise<Sequences> => {
  const categories = new CategoryNumbers()
  const sequences: Array<Sequence> = []
  for (const path of paths) {
    const labels = posix.join(posix.dirname(path), "labels.txt")
    const names = (await readNames(source, labels)) ?? usual
    const ids = new Map([...names].map(([number, name]) => [number, categories.of(name)]))
    sequences.push(await readSequence(source, path, (number) => ids.get(number)))
  }
  return { sequences, categories }
}

/** Categories of MOTS where no file names them. */
export const motsCategories: ReadonlyMap<number, string> = new Map([
  [1, "car"],
  [2, "pedestrian"],
])

/** From `labels.txt`: a name per line, from 1. Undefined without the file. */
export const readNames = async (
  source: Source,
  labels: string,
): Promise<ReadonlyMap<number, string> | undefined> => {
  if (!source.has(labels)) return undefined
  const names = parseNameList(await readTextFile(source, labels), labels)
  return new Map(names.map((name, index) => [index + 1, name]))
}

const readSequence = async (
  source: Source,
  path: string,
  categoryOf: Sequence["categoryOf"],
): Promise<Sequence> => {
  const inKitti = kitti.exec(path)
  if (inKitti !== null) {
    const [, root = "", name = ""] = inKitti
    const images = { folder: posix.join(root, "image_02", name), ending: ".png", digits: 6 }
    return { name, split: null, path, images, firstFrame: 0, length: 0, size: null, categoryOf }
  }
  const [, parent = "", name = ""] = truth.exec(path) ?? []
  const folder = name === "" ? "" : `${posix.join(parent, name)}/`
  const info = await readSequenceInfo(source, `${folder}seqinfo.ini`)
  const number = (key: string) => Number(info.get(key) ?? 0)
  const size = { width: number("imwidth"), height: number("imheight") }
  return {
    name: nameOfStem(unflattenStem(name)) || "sequence",
    split: toSet(info.get("split") ?? "") ?? splitOfFolder(posix.basename(parent)),
    path,
    images: {
      folder: `${folder}${info.get("imdir") ?? "img1"}`,
      ending: info.get("imext") ?? ".jpg",
      digits: 6,
    },
    firstFrame: 1,
    length: number("seqlength"),
    size: size.width > 0 && size.height > 0 ? size : null,
    categoryOf,
  }
}

/** Empty without the file. */
const readSequenceInfo = async (source: Source, path: string): Promise<ReadonlyMap<string, string>> => {
  if (!source.has(path)) return new Map()
  const sections = parseIni(await readTextFile(source, path))
  for (const key of ["seqlength", "imwidth", "imheight"]) {
    const value = Number(sections.get(key) ?? 0)
    if (!(Number.isInteger(value) && value >= 0 && value < 10_000_000_000))
      throw new FormatError(path, `has no whole number as ${key}.`)
    if (key === "seqlength") checkLimit(source.limits, "frames", value, path, "seqLength")
  }
  return sections
}
