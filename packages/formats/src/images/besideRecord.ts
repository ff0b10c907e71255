/** Images of records whose format has them beside the file, or below its folder. */
import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { stripEnding } from "../files/paths.ts"
import type { Scene, Split } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { nameOfFile, stripImageFolders, stripSetFolder } from "./fileInSet.ts"
import type { ImageResolver } from "./ImageResolver.ts"
import { findParentOfRecords } from "./layoutFolders.ts"

/**
 * The image that a record names: below the folder of its file, or, where that is a folder of records, such as `annotations`, in the folders of
 * images beside it, below the parent of both: what is outside belongs to another dataset. None is refused, and so are two: a label belongs to one
 * picture.
 */
export const findBeside = (
  resolver: ImageResolver,
  file: string,
  name: string,
  place: string,
  set: string | null = null,
): string => {
  const parent = findParentOfRecords(file)
  const path =
    resolver.find({ name, record: file, below: posix.dirname(file) }) ??
    (parent === undefined
      ? undefined
      : resolver.find({ name, record: file, below: parent, ...(set !== null && { set }) }))
  if (path === undefined) throw new FormatError(file, `${place} has the image ${name}, which is missing.`)
  return path
}

/** The image of a record: the file that has the record, and the set. */
export interface ImageOfFile {
  readonly record: string
  readonly split: Split | null
}

/**
 * The files of samples by their images: the path below the folder of the record's file, which is the set, or the whole path where two images of a
 * set have the same.
 */
export const placeImages = (
  images: ReadonlyMap<string, ImageOfFile>,
): ReadonlyMap<string, Pick<Scene, "name" | "file" | "set" | "split">> => {
  const counts = new Map<string, number>()
  const short = new Map<string, string>()
  for (const [image, { record, split }] of images) {
    const local = posix.relative(posix.dirname(record), image)
    // One file may list the images of the folders of all sets.
    const isOfSet = toSet(posix.basename(posix.dirname(record))) === split
    const file = local.startsWith("../")
      ? stripImageFolders(image, split)
      : isOfSet
        ? local
        : stripSetFolder(local, split)
    short.set(image, file)
    const key = JSON.stringify([split, stripEnding(file)])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return new Map(
    [...images].map(([image, { split }]) => {
      const file = short.get(image) ?? image
      const isAlone = counts.get(JSON.stringify([split, stripEnding(file)])) === 1
      const own = isAlone ? file : image
      return [image, { name: nameOfFile(own), split, file: own, ...findSpelling(image, split) }]
    }),
  )
}

/** The folder of the set as the files spell it. */
const findSpelling = (image: string, split: Split | null): Pick<Scene, "set"> => {
  const set = image
    .split("/")
    .slice(0, -1)
    .find((folder) => split !== null && toSet(folder) === split)
  return set === undefined ? {} : { set }
}
