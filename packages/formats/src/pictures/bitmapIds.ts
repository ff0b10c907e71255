/** Bitmaps of labels as runs of equal ids, row by row: they are small where a picture has a hundred million pixels. */
import type { BitmapIds, BitmapLimits } from "@annotary/core"
import { FormatError } from "../FormatError.ts"
import { decodePng } from "./decodePng.ts"
import { encodeIds } from "./encodeIds.ts"
import type { Picture } from "./Picture.ts"
import { isPng } from "./pngChunks.ts"

/** Reads a PNG file of ids. Fails with a `FormatError` for other files, damaged ones, and those above the limits. */
export const readBitmapIds = (bytes: Uint8Array, { maxPixels, maxRuns }: BitmapLimits): BitmapIds => {
  try {
    if (!isPng(bytes)) throw new Error("it is not a PNG picture")
    return encodeRuns(decodePng(bytes, maxPixels), maxRuns)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FormatError("the bitmap", `cannot be read: ${reason.replace(/\.$/, "")}.`, { cause })
  }
}

const encodeRuns = (picture: Picture, maxRuns: number): BitmapIds => {
  const { height, width } = picture
  const readId = makeReadId(picture)
  const [ids, lengths]: [Array<number>, Array<number>] = [[], []]
  const count = width * height
  for (let from = 0, to = 0; from < count; from = to) {
    const id = readId(from)
    for (to = from + 1; to < count && readId(to) === id; ) to += 1
    if (ids.length === maxRuns) throw new Error(`its ids change more than ${maxRuns} times`)
    ids.push(id)
    lengths.push(to - from)
  }
  return { width, height, ids: Uint32Array.from(ids), lengths: Uint32Array.from(lengths) }
}

/** The id of a pixel: red + 256 green + 65536 blue, or the gray value or index of the palette. Alpha is ignored. */
const makeReadId = ({ channels, depth, values }: Picture): ((pixel: number) => number) => {
  if (channels < 3) return (pixel) => values[pixel * channels] ?? 0
  const shift = depth === 16 ? 8 : 0
  return (pixel) => {
    const at = pixel * channels
    const [red, green, blue] = [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0]
    return (red >> shift) | ((green >> shift) << 8) | ((blue >> shift) << 16)
  }
}

/** Writes ids as a PNG file. Fails for an id above 16 777 215. */
export const writeBitmapIds = async ({ height, ids, lengths, width }: BitmapIds): Promise<Uint8Array> => {
  const pixels = new Uint32Array(width * height)
  let at = 0
  for (let run = 0; run < ids.length; run++) {
    const end = at + (lengths[run] ?? 0)
    pixels.fill(ids[run] ?? 0, at, end)
    at = end
  }
  const parts: Array<Uint8Array> = []
  for await (const part of encodeIds({ width, height, ids: pixels })) parts.push(part)
  return Buffer.concat(parts)
}
