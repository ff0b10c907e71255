/** The words for sets in configurations and folders. */
import { posix } from "node:path"
import type { Split } from "../model/Scene.ts"
import type { YoloSet } from "./YoloConfig.ts"

/** The folder of samples of no set, which train. */
export const noSet = "default"

/** Groups of words that tools use for the same set. The first of each is the set. */
const words: ReadonlyArray<readonly [Split, ...ReadonlyArray<string>]> = [
  ["train", "training"],
  ["val", "valid", "validation"],
  ["test", "testing"],
]

const findSetGroup = (word: string) => words.find((group) => group.includes(word.toLowerCase()))

/** The set that a key or a folder names; null for any other word. */
export const toSplit = (word: string): Split | null => findSetGroup(word)?.[0] ?? null

/** The other words for the same set. */
export const findSynonyms = (word: string): ReadonlyArray<string> =>
  (findSetGroup(word) ?? []).filter((other) => other !== word)

/** The set of the innermost folder that names one. */
export const findFolderSplit = (path: string): Split | null => {
  for (const folder of path.split("/").slice(0, -1).reverse()) {
    const split = toSplit(folder)
    if (split !== null) return split
  }
  return null
}

/** A set for each folder of images, where no configuration names sets. */
export const groupByFolder = (images: ReadonlyArray<string>): ReadonlyArray<YoloSet> => {
  const folders = new Map<string, Array<string>>()
  for (const image of images) {
    const folder = posix.dirname(image)
    const own = folders.get(folder)
    if (own === undefined) folders.set(folder, [image])
    else own.push(image)
  }
  return [...folders].map(([folder, own]) => ({
    text: folder === "." ? "the images" : folder,
    split: findFolderSplit(own[0] ?? ""),
    images: own,
  }))
}
