/** Gray PNG images whose values are ids: of 8 bits where they fit, or of 16. */
import { encode } from "fast-png"
import { readPicture, toBitmap } from "../files/bitmap.ts"
import type { Source } from "../files/Source.ts"
import type { Bitmap } from "../model/Scene.ts"
import type { Picture } from "../pictures/Picture.ts"

export const encodeGray = ({ height, ids, width }: Bitmap, depth: 8 | 16): Uint8Array => {
  const data = depth === 8 ? Uint8Array.from(ids) : Uint16Array.from(ids)
  return encode({ width, height, data, channels: 1, depth })
}

/**
 * Also reads pictures of colors, as `decodeBitmap` does. Where red, green and blue are equal in every pixel, the picture is a gray one that a
 * tool saved with three channels, and its ids are the gray values.
 */
export const readBitmap = async (source: Source, path: string): Promise<Bitmap> =>
  toBitmap(toGray(readPicture(await source.bytes(path), path, source.limits.pixels)))

const toGray = (picture: Picture): Picture => {
  const { channels, values } = picture
  if (channels < 3) return picture
  for (let at = 0; at < values.length; at += channels)
    if (values[at] !== values[at + 1] || values[at] !== values[at + 2]) return picture
  return { ...picture, channels: 1, values: values.filter((_, at) => at % channels === 0) }
}
