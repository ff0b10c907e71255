/** The path of an image below the image folder of its set: the name of its sample follows from it. */
import { posix } from "node:path"
import { foldName } from "../files/findFile.ts"
import { decodePath, getImageEnding, nameOfStem, normalizePath, stripImageEnding } from "../files/paths.ts"
import { toSet } from "../model/sets.ts"
import { isUrl } from "./imageFinder.ts"

const imageFolder = /^(images|JPEGImages|imgs|leftImg8bit|obj_(\w+_)?data)$/

/** Leaves out the image folder with all that comes before it, and the folder of the set. */
export const stripImageFolders = (path: string, split: string | null): string => {
  const parts = path.split("/")
  const images = parts.slice(0, -1).findIndex((part) => imageFolder.test(part))
  if (images < 0) return stripSetFolder(path, split)
  const next = parts[images + 1]
  const isInSet = isOfSet(next, split) || (split === null && next === "default" && images + 2 < parts.length)
  return parts.slice(images + (isInSet ? 2 : 1)).join("/")
}

/** Leaves out the folder of the set with all that comes before it. */
export const stripSetFolder = (path: string, split: string | null): string => {
  const parts = path.split("/")
  const set = parts.slice(0, -1).findIndex((part) => isOfSet(part, split))
  return parts.slice(set + 1).join("/")
}

const isOfSet = (part: string | undefined, split: string | null): boolean =>
  part !== undefined && split !== null && toSet(part) === split

/**
 * The path that a record names, where it is not absolute, with the ending that its image has; else that of the image. `path` is undefined for an
 * image that is not among the files. The record may name a URL.
 */
export const chooseRecordFile = (written: string, path: string | undefined): string => {
  const name = isUrl(written) ? toUrlPath(written) : normalizePath(written)
  if (path === undefined) return name
  if (/^(file:|[a-zA-Z]:)?[\\/]/.test(written) || name.startsWith("../")) return stripImageFolders(path, null)
  const isComplete = getImageEnding(name) !== "" || getImageEnding(path) === ""
  return takeSpelling(isComplete ? name : `${name}${getImageEnding(path)}`, path)
}

/** The path of a URL below its host, without its query and without escapes. It never leaves its folder. */
const toUrlPath = (url: string): string =>
  posix.normalize(`/${decodePath(url.replace(/^[^/]*\/\/[^/?#]*/, "").replace(/[?#].*$/s, ""))}`).slice(1)

/** The name, whose end is as the image is spelled, whose record may have another case, another form of Unicode or escapes of a URL. */
const takeSpelling = (name: string, path: string): string => {
  const [written, spelled] = [name.split("/"), path.split("/")]
  for (let at = 1; at <= Math.min(written.length, spelled.length); at++) {
    const [own = "", part = ""] = [written.at(-at), spelled.at(-at)]
    if (![own, decodePath(own)].some((one) => foldName(one) === foldName(part))) break
    written[written.length - at] = part
  }
  return written.join("/")
}

/** The name of a sample that follows from such a path, where no other sample has it. */
export const nameOfFile = (file: string): string => nameOfStem(stripImageEnding(file))
