/** The boxes around the pixels of a bitmap. */
import type { Bitmap, Size } from "../model/Scene.ts"

export interface PixelBox extends Size {
  readonly left: number
  readonly top: number
}

/** The smallest box around the pixels of each id but 0. */
export const computeBitmapBoxes = ({ height, ids, width }: Bitmap): ReadonlyMap<number, PixelBox> => {
  const boxes = new Map<number, { left: number; top: number; right: number; bottom: number }>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const id = ids[y * width + x] ?? 0
      if (id === 0) continue
      const box = boxes.get(id)
      if (box === undefined) {
        boxes.set(id, { left: x, top: y, right: x, bottom: y })
        continue
      }
      if (x < box.left) box.left = x
      if (x > box.right) box.right = x
      box.bottom = y
    }
  return new Map(
    [...boxes].map(([id, { bottom, left, right, top }]) => [
      id,
      { left, top, width: right - left + 1, height: bottom - top + 1 },
    ]),
  )
}
