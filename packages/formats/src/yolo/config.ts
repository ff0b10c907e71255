/** The configuration of a YOLO dataset: its classes, its sets and the images in them, in whichever file a tool writes them. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import type { Split } from "../model/Scene.ts"
import { findClassLists, readClassLists } from "./classLists.ts"
import { findDarknet, readDarknet } from "./darknet.ts"
import { findDota, readDota } from "./dota.ts"
import { findDataYaml, readDataYaml } from "./readDataYaml.ts"

export interface YoloConfig {
  /** The file that shows the dataset. */
  readonly path: string
  /** By their numbers, which need not be 0 to n-1. */
  readonly classes: ReadonlyMap<number, string>
  /** Empty where no file says it. */
  readonly task: string
  readonly keypoints: Keypoints | null
  readonly masks: Masks | null
  readonly sets: ReadonlyArray<YoloSet>
}

export interface Keypoints {
  readonly count: number
  /** Of each keypoint: its place, and in three its visibility. */
  readonly numbers: 2 | 3
  /** Of each class by its number; empty where no file has them. */
  readonly names: ReadonlyMap<number, ReadonlyArray<string>>
  /** The keypoint that each becomes in a mirrored image; null where no file says it. */
  readonly flip: ReadonlyArray<number> | null
}

/** Masks of semantic segmentation. */
export interface Masks {
  /** The folder in place of `images`. */
  readonly folder: string
  /** The class of a value of pixels; null for one that is ignored. */
  readonly mapping: ReadonlyMap<number, number | null>
}

/** A folder or a list of images that a set consists of. */
export interface YoloSet {
  /** The words of the configuration, such as `val: images/val`. */
  readonly text: string
  /** Null for images of no set. */
  readonly split: Split | null
  readonly images: ReadonlyArray<string>
}

/** A file that shows a dataset of YOLO, or a fault in such a file; undefined without one. */
export const findConfig = async (source: Source): Promise<string | undefined> =>
  (await findDataYaml(source))?.path ?? findDarknet(source) ?? findClassLists(source)[0] ?? findDota(source)

/** The first of `data.yaml`, `obj.data`, lists of classes beside images, and folders `labelTxt`. */
export const readConfig = async (source: Source, losses?: Losses): Promise<YoloConfig> => {
  const yaml = await findDataYaml(source)
  if (yaml !== undefined) return await readDataYaml(source, yaml, losses)
  const darknet = findDarknet(source)
  if (darknet !== undefined) return await readDarknet(source, darknet)
  const lists = findClassLists(source)
  if (lists.length > 0) return await readClassLists(source, lists)
  const dota = findDota(source)
  if (dota !== undefined) return await readDota(source, dota)
  throw new FormatError(
    "data.yaml",
    "is missing, or has no names and sets; there is no obj.data and no classes.txt, either.",
  )
}
