/** Limits of what a file may state or contain. A number in a file is a claim: it is checked before memory or a loop depends on it. */
import { DatasetError, FormatError } from "../FormatError.ts"

export interface Limits {
  /** Frames of one sequence. */
  readonly frames: number
  /** Objects of one sample, in all of its frames together. */
  readonly objects: number
  /** Pixels of one mask or bitmap. An image without one may be larger. */
  readonly pixels: number
  /** Pixels that are painted into one bitmap: those of overlapping masks count again. */
  readonly painted: number
  /** Rows of one table. */
  readonly rows: number
  /** Bytes of a file, or of a decompressed part of it, that is in memory as a whole. */
  readonly bytes: number
  /** JSON values, scalars of YAML, or XML elements that are in memory at once. */
  readonly values: number
  /** Levels of nesting of JSON values, of YAML, or of XML elements. */
  readonly depth: number
  /** Characters of one line of a text file. */
  readonly line: number
}

/** Real data stay far below these. */
export const defaultLimits: Limits = {
  frames: 100_000,
  objects: 2_000_000,
  pixels: 100_000_000,
  painted: 1_000_000_000,
  rows: 1_000_000,
  bytes: 256 * 1024 ** 2,
  values: 5_000_000,
  depth: 100,
  line: 10_000_000,
}

/** Whether a limit is one that a caller can set. */
export const isLimit = (name: string): name is keyof Limits => Object.hasOwn(defaultLimits, name)

const units: { readonly [Name in keyof Limits]: string } = {
  frames: "frames of a sequence",
  objects: "objects of a sample",
  pixels: "pixels of a mask",
  painted: "painted pixels of a bitmap",
  rows: "rows of a table",
  bytes: "bytes",
  values: "values",
  depth: "levels of nesting",
  line: "characters of a line",
}

/** A path among the files, or a value or element that knows its place. */
export type Place = string | { readonly fail: (reason: string) => never }

/**
 * Returns the number if it is within the limit; fails with the place, the number and the limit otherwise. `what` names the number in the
 * words of the format, such as `<stop_frame>`.
 */
export const checkLimit = (
  limits: Limits,
  name: keyof Limits,
  value: number,
  place: Place,
  what: string,
): number => (value <= limits[name] ? value : refuseNumber(limits, name, value, place, what))

const refuseNumber = (limits: Limits, name: keyof Limits, value: number, place: Place, what: string): never =>
  refuseAll(place, `${what} is ${value}, above the limit of ${limits[name]} ${units[name]}.`)

/** Fails at the place. */
export const refuse = (place: Place, reason: string): never => {
  if (typeof place === "string") throw new FormatError(place, reason)
  return place.fail(reason)
}

/** Fails at the place with a fault of the whole dataset, which no reader leaves out as one part. */
export const refuseAll = (place: Place, reason: string): never => {
  try {
    return refuse(place, reason)
  } catch (cause) {
    if (cause instanceof FormatError && !(cause instanceof DatasetError))
      throw new DatasetError(cause.path, cause.reason)
    throw cause
  }
}

/** Returns the size of a mask or bitmap if its pixels are within the limit. */
export const checkPixels = <A extends { readonly width: number; readonly height: number }>(
  limits: Limits,
  size: A,
  place: Place,
  what = "the size of the mask",
): A => {
  const { height, width } = size
  if (!(width >= 0 && height >= 0)) refuse(place, `${what}, ${width} × ${height}, is not a size.`)
  if (width * height <= limits.pixels) return size
  return refuseNumber(limits, "pixels", width * height, place, `${what}, ${width} × ${height},`)
}
