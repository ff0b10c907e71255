/** Masks of Labelme: a gray PNG of the smallest box around the mask, in base64; 0 is outside. */
import { encode } from "fast-png"
import type { Node } from "../files/Node.ts"
import type { PixelMask } from "../masks/PixelMask.ts"
import { decodePicture } from "../pictures/decodePicture.ts"

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
  return { left, top, width, height, isIn: (at) => (png.values[at * png.channels] ?? 0) !== 0 }
}

const decoded = (mask: Node) => {
  try {
    return decodePicture(Buffer.from(mask.text(), "base64"))
  } catch (cause) {
    return mask.fail(`is not a PNG in base64: ${cause instanceof Error ? cause.message : String(cause)}.`)
  }
}
