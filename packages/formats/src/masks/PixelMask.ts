/** The pixels of one mask, in the smallest box around them or in a larger one. */
import type { Bitmap, Size } from "../model/Scene.ts"
import { paint } from "./bitmapRle.ts"
import { boxesOfBitmap, type PixelBox } from "./boxes.ts"
import { polygonRle } from "./polygon.ts"

export interface PixelMask extends PixelBox {
  /** Whether a pixel is in the mask. Pixels of the box count row by row. */
  readonly isIn: (at: number) => boolean
}

/** The mask of an id in the box around its pixels. */
export const maskOfBitmap = ({ ids, width: stride }: Bitmap, id: number, box: PixelBox): PixelMask => ({
  ...box,
  isIn: (at) => {
    const x = at % box.width
    return ids[(box.top + (at - x) / box.width) * stride + box.left + x] === id
  },
})

/** The pixels of a polygon in an image; undefined when it has none. */
export const maskOfPolygon = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  { height, width }: Size,
): PixelMask | undefined => {
  const [left, right] = rangeOf(points, 0, width)
  const [top, bottom] = rangeOf(points, 1, height)
  if (left >= right || top >= bottom) return undefined
  const size = { width: right - left, height: bottom - top }
  const bitmap = { ...size, ids: new Uint32Array(size.width * size.height) }
  const moved = points.map(([x = 0, y = 0]) => [x - left, y - top])
  paint(bitmap, polygonRle(moved, size), 1)
  const box = boxesOfBitmap(bitmap).get(1)
  if (box === undefined) return undefined
  return { ...maskOfBitmap(bitmap, 1, box), left: left + box.left, top: top + box.top }
}

/** From the first pixel to the one after the last, inside of the image. */
const rangeOf = (points: ReadonlyArray<ReadonlyArray<number>>, axis: 0 | 1, size: number) => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const point of points) {
    first = Math.min(first, point[axis] ?? 0)
    last = Math.max(last, point[axis] ?? 0)
  }
  return [Math.max(0, Math.floor(first)), Math.min(size, Math.ceil(last))] as const
}
