/** Finds the format of files by their names and beginnings. */
import type { Format } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { formats } from "../formats.ts"
import { findNearestFormats } from "./nearest.ts"

/** A format that files look like. */
export interface DetectedFormat {
  readonly format: Format
  /** A file that shows it. */
  readonly path: string
}

/** The formats that the files look like, in the order of `known`. */
export const detectFormats = async (
  source: Source,
  known: ReadonlyArray<Format> = formats,
): Promise<ReadonlyArray<DetectedFormat>> => {
  const detected: Array<DetectedFormat> = []
  for (const format of known) {
    const path = await format.reader?.detect(source).catch(ignoreFormatError)
    if (path !== undefined) detected.push({ format, path })
  }
  const first = detected.filter(({ format }) => format.reader?.isLast !== true)
  return first.length > 0 ? first : detected
}

/** A file that cannot be read as a format is not of that format. */
const ignoreFormatError = (cause: unknown): undefined => {
  if (!(cause instanceof FormatError)) throw cause
}

/** The error of the format that the files look like most, in its own words. */
const explainUnknown = async (
  source: Source,
  readable: ReadonlyArray<Format>,
  names: string,
): Promise<FormatError> => {
  const [nearest, ...others] = await findNearestFormats(source, readable)
  if (nearest === undefined)
    return new FormatError(".", `is in no format that can be read; there are ${names}.`)
  const { error, format } = nearest
  const reason = `${error.reason.replace(/\.$/, "")}, read as ${format.title}`
  const rest = others
    .slice(0, 2)
    .map(
      (other) =>
        `; ${other.error.path}: ${other.error.reason.replace(/\.$/, "")}, read as ${other.format.title}`,
    )
  return new FormatError(error.path, `${reason}${rest.join("")}.`)
}

/** The named format, or the only one that the files look like. Fails with the names of all that they look like. */
export const detectFormat = async (
  name: string | undefined,
  source: Source,
  known: ReadonlyArray<Format> = formats,
): Promise<Pick<DetectedFormat, "format"> & Partial<DetectedFormat>> => {
  const readable = known.filter(({ reader }) => reader !== undefined)
  const names = readable.map((format) => format.name).join(", ")
  if (name !== undefined) {
    const format = readable.find((one) => one.name === name)
    if (format === undefined) throw new FormatError(name, `is not a known import format; known are ${names}.`)
    return { format }
  }
  const [only, ...others] = await detectFormats(source, readable)
  if (only === undefined) throw await explainUnknown(source, readable, names)
  if (others.length > 0)
    throw new FormatError(
      ".",
      `may be ${[only, ...others].map(({ format }) => format.name).join(" or ")}; the format must be named.`,
    )
  return only
}
