/** Bitmaps of ids to run lengths and back. */
import type { Bitmap, Size } from "../model/Scene.ts"
import type { Rle } from "./rle.ts"

/** The mask of each id but 0, in one pass over the pixels. An id without pixels has none. */
export const encodeBitmapRles = ({ height, ids, width }: Bitmap): ReadonlyMap<number, Rle> => {
  const runsById = new Map<number, { end: number; readonly counts: Array<number> }>()
  const close = (id: number, from: number, to: number) => {
    if (id === 0) return
    const runs = runsById.get(id) ?? { end: 0, counts: [] }
    runs.counts.push(from - runs.end, to - from)
    runs.end = to
    runsById.set(id, runs)
  }
  let current = 0
  let from = 0
  let pixel = 0
  for (let x = 0; x < width; x++)
    for (let at = x; at < ids.length; at += width, pixel++) {
      const id = ids[at] ?? 0
      if (id === current) continue
      close(current, from, pixel)
      current = id
      from = pixel
    }
  close(current, from, pixel)
  return new Map(
    [...runsById].map(([id, { counts, end }]) => [
      id,
      { width, height, counts: end < pixel ? [...counts, pixel - end] : counts },
    ]),
  )
}

/** The mask of no pixels. */
export const makeEmptyRle = ({ height, width }: Size): Rle => ({ width, height, counts: [width * height] })

/** Gives the pixels of the mask the id. Returns how many of them had another one. */
export const paint = ({ height, ids, width }: Bitmap, { counts }: Rle, id: number): number => {
  let overlapping = 0
  let start = 0
  for (let i = 0; i < counts.length; i++) {
    const end = start + (counts[i] ?? 0)
    if (i % 2 === 1) {
      let y = start % height
      let at = y * width + (start - y) / height
      for (let pixel = start; pixel < end; pixel++) {
        if (ids[at] !== 0 && ids[at] !== id) overlapping++
        ids[at] = id
        y += 1
        if (y < height) at += width
        else {
          // The run goes on at the top of the next column.
          y = 0
          at -= (height - 1) * width - 1
        }
      }
    }
    start = end
  }
  return overlapping
}
