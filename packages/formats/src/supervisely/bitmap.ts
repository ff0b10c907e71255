/** Masks of Supervisely: a PNG of the box around the mask, compressed by zlib, in base64. */
import { deflateSync, inflateSync } from "node:zlib"
import { encode } from "fast-png"
import type { Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import type { PixelMask } from "../masks/PixelMask.ts"
import { decodePicture } from "../pictures/decodePicture.ts"

export const encodeBitmap = ({ height, isIn, left, top, width }: PixelMask) => {
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) data[at] = isIn(at) ? 255 : 0
  const png = encode({ width, height, data, channels: 1, depth: 8 })
  return { origin: [left, top], data: deflateSync(png).toString("base64") }
}

/** Alpha says what is in the mask where there is alpha; else any value but 0 does. */
export const decodeBitmap = (bitmap: Node, limits: Limits): PixelMask => {
  const [left = 0, top = 0] = bitmap.at("origin").numbers(2)
  const { channels, height, values, width } = decode(bitmap.at("data"), limits)
  const hasAlpha = channels === 2 || channels === 4
  const isIn = (at: number): boolean => {
    const end = (at + 1) * channels
    if (hasAlpha) return values[end - 1] !== 0
    for (let channel = end - channels; channel < end; channel++) if (values[channel] !== 0) return true
    return false
  }
  return { left: Math.round(left), top: Math.round(top), width, height, isIn }
}

/** Very old files have a PNG that is not compressed once more. */
const decode = (data: Node, limits: Limits) => {
  const bytes = Buffer.from(data.text(), "base64")
  try {
    return decodePicture(inflate(bytes, limits), limits.pixels)
  } catch (cause) {
    return data.fail(
      `is not a PNG in base64, compressed by zlib: ${cause instanceof Error ? cause.message : String(cause)}.`,
    )
  }
}

const inflate = (bytes: Uint8Array, { bytes: maxOutputLength }: Limits): Uint8Array =>
  bytes[0] === 0x89 ? bytes : inflateSync(bytes, { maxOutputLength })
