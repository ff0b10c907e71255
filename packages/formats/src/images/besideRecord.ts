/** Images of records whose format has them beside the file, or below its folder. */
import { posix } from "node:path"
import { FormatError } from "../FormatError.ts"
import { nameOfStem, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"

/**
 * The image that a record of the file names: below the folder of the file as written, or the only one below it with that name. Two are refused,
 * and so is none: a label belongs to one picture.
 */
export const findBeside = (source: Source, file: string, name: string, place: string): string => {
  const folder = posix.dirname(file)
  const written = name.replaceAll("\\", "/").replace(/^\.\//, "")
  const path = posix.join(folder, written)
  if (source.has(path)) return path
  const prefix = folder === "." ? "" : `${folder}/`
  const ending = `/${posix.basename(written)}`
  const found = source.paths.filter((own) => own.startsWith(prefix) && `/${own}`.endsWith(ending))
  const [only, other] = found
  if (only === undefined) throw new FormatError(file, `${place} has the image ${name}, which is missing.`)
  if (other !== undefined)
    throw new FormatError(file, `${place} has the image ${name}, which may be ${only} or ${other}.`)
  return only
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
