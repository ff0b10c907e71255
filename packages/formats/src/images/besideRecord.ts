/** Images of records whose format has them beside the file, or below its folder. */
import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { nameOfStem, withoutEnding } from "../files/paths.ts"
import type { ImageResolver } from "./ImageResolver.ts"

/** The image below the folder of the file that a record of it names. None is refused, and so are two: a label belongs to one picture. */
export const findBeside = (resolver: ImageResolver, file: string, name: string, place: string): string => {
  const path = resolver.find({ name, record: file, below: posix.dirname(file) })
  if (path === undefined) throw new FormatError(file, `${place} has the image ${name}, which is missing.`)
  return path
}

/** The names of samples by their images: the path below the folder of the file, or the whole path where two have the same. */
export const nameImages = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const short = new Map(
    [...files].map(([image, file]) => [image, withoutEnding(posix.relative(posix.dirname(file), image))]),
  )
  const isUnique = new Set(short.values()).size === short.size
  return new Map(
    [...short].map(([image, name]) => [image, nameOfStem(isUnique ? name : withoutEnding(image))]),
  )
}
