/** The pixels of one mask, in the smallest box around them or in a larger one. */
import { defaultLimits } from "../files/limits.ts"
import type { Bitmap, Size } from "../model/Scene.ts"
import { paint } from "./bitmapRle.ts"
import { computeBitmapBoxes, type PixelBox } from "./boxes.ts"
import { encodePolygonRle } from "./polygon.ts"
import { computeRleBox, type Rle } from "./rle.ts"

export interface PixelMask extends PixelBox {
  /** Whether a pixel is in the mask. Pixels of the box count row by row. */
  readonly isIn: (at: number) => boolean
}

/** The mask of an id in the box around its pixels. */
export const makeBitmapMask = ({ ids, width: stride }: Bitmap, id: number, box: PixelBox): PixelMask => ({
  ...box,
  isIn: (at) => {
    const x = at % box.width
    return ids[(box.top + (at - x) / box.width) * stride + box.left + x] === id
  },
})

/** The mask of run lengths, in the box around its pixels; without pixels, in an empty box. */
export const decodeRleMask = (rle: Rle): PixelMask => {
  const [left, top, width, height] = computeRleBox(rle)
  const pixels = new Uint8Array(width * height)
  let end = 0
  for (let i = 0; i < rle.counts.length; i++) {
    const start = end
    end += rle.counts[i] ?? 0
    if (i % 2 === 0) continue
    for (let pixel = start; pixel < end; ) {
      // A run goes on at the top of the next column.
      const column = Math.floor(pixel / rle.height)
      const bottom = Math.min(end, (column + 1) * rle.height)
      for (let y = pixel - column * rle.height - top; pixel < bottom; pixel++, y++)
        pixels[y * width + column - left] = 1
    }
  }
  return { left, top, width, height, isIn: (at) => pixels[at] === 1 }
}

/** The pixels of a polygon in an image; undefined when it has none, or its box has more than the limit. */
export const rasterizePolygon = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  { height, width }: Size,
  maxPixels = defaultLimits.pixels,
): PixelMask | undefined => {
  const [left, right] = computeRange(points, 0, width)
  const [top, bottom] = computeRange(points, 1, height)
  if (left >= right || top >= bottom) return undefined
  const size = { width: right - left, height: bottom - top }
  if (size.width * size.height > maxPixels) return undefined
  const bitmap = { ...size, ids: new Uint32Array(size.width * size.height) }
  const moved = points.map(([x = 0, y = 0]) => [x - left, y - top])
  paint(bitmap, encodePolygonRle(moved, size), 1)
  const box = computeBitmapBoxes(bitmap).get(1)
  if (box === undefined) return undefined
  return { ...makeBitmapMask(bitmap, 1, box), left: left + box.left, top: top + box.top }
}

/** From the first pixel to the one after the last, inside of the image. */
const computeRange = (points: ReadonlyArray<ReadonlyArray<number>>, axis: 0 | 1, size: number) => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const point of points) {
    first = Math.min(first, point[axis] ?? 0)
    last = Math.max(last, point[axis] ?? 0)
  }
  return [Math.max(0, Math.floor(first)), Math.min(size, Math.ceil(last))] as const
}
