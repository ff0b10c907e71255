/** Masks of Labelme: a gray PNG of the smallest box around the mask, in base64; 0 is outside. */
import { encode } from "fast-png"
import type { Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import type { PixelMask } from "../masks/PixelMask.ts"
import { decodePicture } from "../pictures/decodePicture.ts"

export const encodeMask = ({ height, isIn, width }: PixelMask): string => {
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) data[at] = isIn(at) ? 255 : 0
  return Buffer.from(encode({ width, height, data, channels: 1, depth: 8 })).toString("base64")
}

/**
 * Both corners belong to the box. Labelme has fractional corners after a mask was moved, or where a model found it: they are rounded, or cut where
 * only that fits the size of the mask.
 */
export const decodeMask = (shape: Node, limits: Limits): PixelMask => {
  const corners = shape
    .at("points")
    .items()
    .map((point) => point.numbers(2))
  if (corners.length !== 2) shape.at("points").fail("must be two corners of the mask.")
  const { channels, height, values, width } = readEncodedMask(shape.at("mask"), limits)
  const boxes = [Math.round, Math.trunc].map((round) => computeMaskBox(corners, round))
  const box = boxes.find((one) => one.width === width && one.height === height)
  if (box !== undefined) return { ...box, isIn: (at) => (values[at * channels] ?? 0) !== 0 }
  const [rounded] = boxes
  return shape
    .at("mask")
    .fail(`is ${width} × ${height}, but its box is ${rounded?.width} × ${rounded?.height}.`)
}

const computeMaskBox = (corners: ReadonlyArray<ReadonlyArray<number>>, round: (value: number) => number) => {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => round(corner[axis] ?? 0)))
  const [left, top] = [Math.min(...(xs ?? [])), Math.min(...(ys ?? []))]
  return { left, top, width: Math.max(...(xs ?? [])) - left + 1, height: Math.max(...(ys ?? [])) - top + 1 }
}

const readEncodedMask = (mask: Node, limits: Limits) => {
  try {
    return decodePicture(Buffer.from(mask.text(), "base64"), limits.pixels)
  } catch (cause) {
    return mask.fail(`is not a PNG in base64: ${cause instanceof Error ? cause.message : String(cause)}.`)
  }
}
