/** The folders of sets, for formats that have one for each. */
import type { Split } from "../model/Scene.ts"

/** The folder of samples of no set. */
const noSet = "default"

export const setFolder = (split: Split | null): string => split ?? noSet

/** Null for a folder that is no set. */
export const splitOfFolder = (folder: string): Split | null =>
  folder === "train" || folder === "val" || folder === "test" ? folder : null

/** A stem as one part of a path: names of files never have `%2F`. */
export const flatStem = (stem: string): string => stem.replaceAll("/", "%2F")

export const stemOfFlat = (flat: string): string => flat.replaceAll("%2F", "/")
