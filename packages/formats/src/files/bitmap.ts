/** Bitmaps of segmentations as PNG: the id of a pixel is red + 256 green + 65536 blue, as in the SDK. */
import { decode, encode } from "fast-png"
import type { Bitmap } from "../model/Scene.ts"

/** Also reads gray images of 8 and 16 bits, whose ids are the gray values, and palettes, whose ids are the indexes. */
export const decodeBitmap = (png: Uint8Array): Bitmap => {
  const { channels, data, height, width } = decode(png)
  const ids = new Uint32Array(width * height)
  for (let pixel = 0; pixel < ids.length; pixel++) {
    const at = pixel * channels
    ids[pixel] =
      channels < 3
        ? (data[at] ?? 0)
        : (data[at] ?? 0) + 256 * (data[at + 1] ?? 0) + 65_536 * (data[at + 2] ?? 0)
  }
  return { width, height, ids }
}

export const encodeBitmap = ({ height, ids, width }: Bitmap): Uint8Array => {
  const data = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < ids.length; pixel++) {
    const id = ids[pixel] ?? 0
    if (id > 0xff_ffff) throw new Error(`An id of a pixel is at most 16777215, not ${id}.`)
    data[pixel * 4] = id & 0xff
    data[pixel * 4 + 1] = (id >> 8) & 0xff
    data[pixel * 4 + 2] = id >> 16
    data[pixel * 4 + 3] = 255
  }
  return encode({ width, height, data, channels: 4, depth: 8 })
}
