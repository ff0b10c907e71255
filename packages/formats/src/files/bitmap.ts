/** Bitmaps of segmentations as PNG: the id of a pixel is red + 256 green + 65536 blue, as in the SDK. */
import { FormatError } from "../FormatError.ts"
import type { Bitmap } from "../model/Scene.ts"
import { decodePicture } from "../pictures/decodePicture.ts"
import type { Picture } from "../pictures/Picture.ts"
import { defaultLimits } from "./limits.ts"

/**
 * Also reads gray pictures, whose ids are the gray values as stored, not scaled to 255, and palettes, whose ids are the indexes. Alpha is
 * ignored.
 */
export const decodeBitmap = (bytes: Uint8Array, maxPixels = defaultLimits.pixels): Bitmap =>
  toBitmap(decodePicture(bytes, maxPixels))

/** Decodes a file of ids. Fails with the path and the reason. */
export const readBitmapFile = (bytes: Uint8Array, path: string, maxPixels = defaultLimits.pixels): Bitmap =>
  toBitmap(readPicture(bytes, path, maxPixels))

/** Decodes a file. Fails with the path and the reason. */
export const readPicture = (bytes: Uint8Array, path: string, maxPixels = defaultLimits.pixels): Picture => {
  try {
    return decodePicture(bytes, maxPixels)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FormatError(path, `cannot be read as a PNG or JPEG picture: ${reason.replace(/\.$/, "")}.`, {
      cause,
    })
  }
}

export const toBitmap = ({ channels, depth, height, values, width }: Picture): Bitmap => {
  const ids = new Uint32Array(width * height)
  if (channels < 3)
    for (let pixel = 0; pixel < ids.length; pixel++) ids[pixel] = values[pixel * channels] ?? 0
  else {
    const shift = depth === 16 ? 8 : 0
    for (let pixel = 0, at = 0; pixel < ids.length; pixel++, at += channels)
      ids[pixel] =
        ((values[at] ?? 0) >> shift) |
        (((values[at + 1] ?? 0) >> shift) << 8) |
        (((values[at + 2] ?? 0) >> shift) << 16)
  }
  return { width, height, ids }
}
