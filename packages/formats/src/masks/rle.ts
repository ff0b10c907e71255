/** Masks as run lengths in the way of COCO: column by column, beginning with the pixels outside of the mask. */
import type { Size } from "../model/Scene.ts"

export interface Rle extends Size {
  /** Lengths of runs outside and inside of the mask in turn. Their sum is the number of pixels. */
  readonly counts: ReadonlyArray<number>
}

/** The number of pixels of the mask. */
export const computeRleArea = ({ counts }: Rle): number => {
  let area = 0
  for (let i = 1; i < counts.length; i += 2) area += counts[i] ?? 0
  return area
}

/** The smallest box around the mask, as left, top, width, height; zeros for an empty mask. */
export const computeRleBox = ({ counts, height, width }: Rle): readonly [number, number, number, number] => {
  const used = counts.length - (counts.length % 2)
  if (used === 0) return [0, 0, 0, 0]
  let [left, top, right, bottom] = [width, height, 0, 0]
  let [end, column] = [0, 0]
  for (let i = 0; i < used; i++) {
    end += counts[i] ?? 0
    const pixel = end - (i % 2)
    const y = pixel % height
    const x = (pixel - y) / height
    if (i % 2 === 0) column = x
    else if (column < x) {
      top = 0
      bottom = height - 1
    }
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return [left, top, right - left + 1, bottom - top + 1]
}

/** The pixels that are in at least one of the masks, which have the same size. */
export const combineRles = (a: Rle, b: Rle): Rle => {
  const counts: Array<number> = []
  let [i, j] = [1, 1]
  let [restA, restB] = [a.counts[0] ?? 0, b.counts[0] ?? 0]
  let [inA, inB, inside] = [false, false, false]
  let run = 0
  for (;;) {
    const step = Math.min(restA, restB)
    run += step
    restA -= step
    restB -= step
    if (restA === 0 && i < a.counts.length) {
      restA = a.counts[i++] ?? 0
      inA = !inA
    }
    if (restB === 0 && j < b.counts.length) {
      restB = b.counts[j++] ?? 0
      inB = !inB
    }
    const isEnd = restA + restB === 0
    if (isEnd || (inA || inB) !== inside) {
      counts.push(run)
      run = 0
      inside = inA || inB
    }
    if (isEnd) return { width: a.width, height: a.height, counts }
  }
}
