/** The path of an image below the image folder of its set: the name of its sample follows from it. */
import { imageEndingOf, nameOfStem, normalizePath, withoutImageEnding } from "../files/paths.ts"
import { toSet } from "../model/sets.ts"

const imageFolder = /^(images|JPEGImages|imgs|leftImg8bit|obj_(\w+_)?data)$/

/** What comes before the image folder, that folder, and the folder of the set are left out. */
export const fileInSet = (path: string, split: string | null): string => {
  const parts = path.split("/")
  const images = parts.slice(0, -1).findIndex((part) => imageFolder.test(part))
  if (images < 0) return pathBelowSet(path, split)
  const next = parts[images + 1]
  const isInSet = isOfSet(next, split) || (split === null && next === "default" && images + 2 < parts.length)
  return parts.slice(images + (isInSet ? 2 : 1)).join("/")
}

/** What comes before the folder of the set, and that folder, are left out. */
export const pathBelowSet = (path: string, split: string | null): string => {
  const parts = path.split("/")
  const set = parts.slice(0, -1).findIndex((part) => isOfSet(part, split))
  return parts.slice(set + 1).join("/")
}

const isOfSet = (part: string | undefined, split: string | null): boolean =>
  part !== undefined && split !== null && toSet(part) === split

/**
 * The path that a record names, where it is not absolute, with the ending that its image has; else that of the image. `path` is undefined for an
 * image that is not among the files.
 */
export const fileOfRecord = (written: string, path: string | undefined): string => {
  const name = normalizePath(written)
  if (path === undefined) return name
  if (/^([a-zA-Z]:)?[\\/]/.test(written) || name.startsWith("../")) return fileInSet(path, null)
  const isComplete = imageEndingOf(name) !== "" || imageEndingOf(path) === ""
  return isComplete ? name : `${name}${imageEndingOf(path)}`
}

/** The name of a sample that follows from such a path, where no other sample has it. */
export const nameOfFile = (file: string): string => nameOfStem(withoutImageEnding(file))
