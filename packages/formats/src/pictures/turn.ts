/** Turns sizes, points and pixels of a picture as stored into the upright frame that its EXIF orientation defines. */
import type { Bitmap, Size } from "../model/Scene.ts"
import type { Orientation } from "./exif.ts"

/** Whether the upright picture is as wide as the stored one is high. */
export const isSideSwap = (orientation: Orientation): boolean => orientation >= 5

export const turnSize = (orientation: Orientation, { height, width }: Size): Size =>
  isSideSwap(orientation) ? { width: height, height: width } : { width, height }

/** A position in the stored picture, in the upright one. `size` is the stored size; positions of pixels end at it. */
export const turnPoint = (
  orientation: Orientation,
  { height, width }: Size,
  x: number,
  y: number,
): readonly [x: number, y: number] => {
  switch (orientation) {
    case 1:
      return [x, y]
    case 2:
      return [width - x, y]
    case 3:
      return [width - x, height - y]
    case 4:
      return [x, height - y]
    case 5:
      return [y, x]
    case 6:
      return [height - y, x]
    case 7:
      return [height - y, width - x]
    case 8:
      return [y, width - x]
  }
}

/** For each pixel of the upright picture, row by row, the index of the stored pixel. */
const visitPixels = (
  orientation: Orientation,
  stored: Size,
  visit: (upright: number, from: number) => void,
): void => {
  const { height, width } = turnSize(orientation, stored)
  const isMirroredX = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8
  const isMirroredY = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7
  const swaps = isSideSwap(orientation)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const column = swaps ? y : x
      const row = swaps ? x : y
      const storedX = isMirroredX ? stored.width - 1 - column : column
      const storedY = isMirroredY ? stored.height - 1 - row : row
      visit(at, storedY * stored.width + storedX)
    }
}

/** The values of all channels, upright. */
export const turnValues = <A extends Uint8Array | Uint16Array>(
  orientation: Orientation,
  stored: Size,
  values: A,
  channels: number,
): A => {
  const turned = values.slice() as A
  visitPixels(orientation, stored, (upright, from) => {
    for (let channel = 0; channel < channels; channel++)
      turned[upright * channels + channel] = values[from * channels + channel] ?? 0
  })
  return turned
}

export const turnBitmap = (orientation: Orientation, bitmap: Bitmap): Bitmap => {
  const ids = new Uint32Array(bitmap.ids.length)
  visitPixels(orientation, bitmap, (upright, from) => {
    ids[upright] = bitmap.ids[from] ?? 0
  })
  return { ...turnSize(orientation, bitmap), ids }
}
