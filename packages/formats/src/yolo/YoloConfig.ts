/** The configuration of a YOLO dataset: its classes, its sets and the images in them. */
import type { Split } from "../model/Scene.ts"

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

export interface YoloImage {
  readonly path: string
  /** Null where it belongs to several sets or to none. */
  readonly split: Split | null
  /** Undefined where there is no file. */
  readonly label: string | undefined
}
