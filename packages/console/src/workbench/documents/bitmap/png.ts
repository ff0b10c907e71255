/** Bitmaps as PNG files: an id is the red byte, 256 times the green one, and 65536 times the blue one of a pixel. */
import { decode, encode } from "fast-png"
import { TileMask, tileSize } from "./TileMask.ts"

/** A file that is no bitmap of ids. */
export class NoBitmap extends Error {
  override readonly name = "NoBitmap"
}

/** Reads a PNG file. Throws `NoBitmap` for other files, and for images without three or four channels of bytes. */
export const decodeMaskPng = (file: Uint8Array): TileMask => {
  const { channels, data, depth, height, width } = decodePng(file)
  if (depth !== 8 || (channels !== 3 && channels !== 4))
    throw new NoBitmap(`It has ${channels} channels of ${depth} bits instead of four of 8.`)
  const mask = new TileMask(width, height)
  for (let index = 0; index < mask.count; index++) {
    const place = mask.getPlace(index)
    const pixels = mask.getPixels(index)
    for (let row = 0; row < place.height; row++) {
      let from = ((place.y + row) * width + place.x) * channels
      for (let column = 0; column < place.width; column++, from += channels)
        pixels[row * tileSize + column] =
          (data[from] ?? 0) | ((data[from + 1] ?? 0) << 8) | ((data[from + 2] ?? 0) << 16)
    }
    mask.compactTile(index)
  }
  return mask
}

const decodePng = (file: Uint8Array) => {
  try {
    return decode(file)
  } catch (error) {
    throw new NoBitmap("It is no PNG file that can be read.", { cause: error })
  }
}

/** The PNG file of a mask, with full opacity everywhere. */
export const encodeMaskPng = (mask: TileMask): Uint8Array<ArrayBuffer> => {
  const { height, width } = mask
  const words = new Uint32Array(width * height)
  for (let index = 0; index < mask.count; index++) {
    const { height: rows, width: columns, x, y } = mask.getPlace(index)
    const tile = mask.getTile(index)
    for (let row = 0; row < rows; row++) {
      const at = (y + row) * width + x
      if (typeof tile === "number") words.fill(tile, at, at + columns)
      else words.set(tile.subarray(row * tileSize, row * tileSize + columns), at)
    }
  }
  const data = new Uint8Array(words.buffer)
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  // A faster level makes files a tenth larger: areas of one id compress well at every level.
  const file = encode({ width, height, data, depth: 8, channels: 4 }, { zlib: { level: 3 } })
  return new Uint8Array(file)
}
