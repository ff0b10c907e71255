/** The folders of sets, for formats that have one for each. */
import type { Split } from "../model/Scene.ts"
import { lookupUsual } from "../model/sets.ts"

/** The folder of samples of no set. */
export const noSet = "default"

export const setFolder = (split: Split | null): string => split ?? noSet

/** The usual set that the folder means; null for any other folder. */
export const splitOfFolder = (folder: string): Split | null => lookupUsual(folder) ?? null

/** Whether the folder of a set says by its name alone that it is one. */
export const isUsualFolder = (folder: string): boolean => folder === noSet || splitOfFolder(folder) !== null

/** A stem as one part of a path: names of files never have `%2F`. */
export const flattenStem = (stem: string): string => stem.replaceAll("/", "%2F")

export const unflattenStem = (flat: string): string => flat.replaceAll("%2F", "/")
