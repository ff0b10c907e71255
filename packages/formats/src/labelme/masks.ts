/** Masks of Labelme: a gray PNG of the smallest box around the mask, in base64; 0 is outside. */
import { decode, encode } from "fast-png"
import type { Node } from "../files/Node.ts"
import type { PixelMask } from "../masks/PixelMask.ts"

export const encodeMask = ({ height, isIn, width }: PixelMask): string => {
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) data[at] = isIn(at) ? 255 : 0
  return Buffer.from(encode({ width, height, data, channels: 1, depth: 8 })).toString("base64")
}

/** Both corners belong to the box. A mask of another size than its box is refused. */
export const decodeMask = (shape: Node): PixelMask => {
  const corners = shape
    .at("points")
    .items()
    .map((point) => point.numbers(2))
  const [[left, top] = [], [right, bottom] = []] = corners.map((point) => point.map(Math.trunc))
  if (
    corners.length !== 2 ||
    left === undefined ||
    top === undefined ||
    right === undefined ||
    bottom === undefined
  )
    return shape.at("points").fail("must be two corners of the mask.")
  const png = decoded(shape.at("mask"))
  const width = right - left + 1
  const height = bottom - top + 1
  if (png.width !== width || png.height !== height)
    shape.at("mask").fail(`is ${png.width} × ${png.height}, but its box is ${width} × ${height}.`)
  return { left, top, width, height, isIn: pixelsOf(png) }
}

const decoded = (mask: Node) => {
  try {
    return decode(Buffer.from(mask.text(), "base64"))
  } catch (cause) {
    return mask.fail(`is no PNG in base64: ${cause instanceof Error ? cause.message : String(cause)}.`)
  }
}

/** Pixels of less than a byte are packed, row by row. */
const pixelsOf = ({ channels, data, depth, width }: ReturnType<typeof decode>): ((at: number) => boolean) => {
  if (depth >= 8) return (at) => (data[at * channels] ?? 0) !== 0
  const rowBytes = Math.ceil((width * depth) / 8)
  return (at) => {
    const bit = (at % width) * depth
    const byte = data[Math.floor(at / width) * rowBytes + (bit >> 3)] ?? 0
    return ((byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)) !== 0
  }
}
