/**
 * Sequences of ids by run lengths: the pixels of a bitmap, the points of a cloud, or the mask of one object. Two sequences are compared
 * without their elements being listed.
 */
import { runToEnd } from "../../domain/runToEnd.ts"

/** `lengths[i]` elements in a row have the id `ids[i]`. 0 is the id of no object. */
export interface IdRuns {
  readonly ids: ArrayLike<number>
  readonly lengths: ArrayLike<number>
  /** The pixels of a row of a bitmap, whose ids are row by row. Absent for points, and where the size of the bitmap is not known. */
  readonly width?: number
}

/** Ids of pixels, row by row or column by column, or of points. */
export const encodeIds = (ids: ArrayLike<number>): IdRuns => {
  const runs: { readonly ids: Array<number>; readonly lengths: Array<number> } = { ids: [], lengths: [] }
  for (let from = 0, to = 0; from < ids.length; from = to) {
    const id = ids[from] as number
    for (to = from + 1; to < ids.length && ids[to] === id; ) to += 1
    runs.ids.push(id)
    runs.lengths.push(to - from)
  }
  return runs
}

/** Run lengths as COCO has them: of elements outside and inside of the mask by turns, beginning outside. */
export const readMaskRuns = (counts: ArrayLike<number>): IdRuns => ({
  ids: Array.from(counts, (_, index) => index % 2),
  lengths: counts,
})

export const countElements = ({ lengths }: IdRuns): number => {
  let count = 0
  for (let run = 0; run < lengths.length; run++) count += lengths[run] as number
  return count
}

/** Whether both have the same number of elements, and rows of one width where both widths are known. */
export const isSameSize = (a: IdRuns, b: IdRuns): boolean =>
  countElements(a) === countElements(b) && isSameWidth(a, b)

const isSameWidth = (a: IdRuns, b: IdRuns): boolean =>
  a.width === undefined || b.width === undefined || a.width === b.width

export interface Overlaps {
  /** The number of elements of each id but 0. */
  readonly sizesA: ReadonlyMap<number, number>
  readonly sizesB: ReadonlyMap<number, number>
  /** The number of elements that have the one id in a and the other one in b, both not 0. */
  readonly countCommon: (idA: number, idB: number) => number
}

/** Throws a `RangeError` when the sequences have different lengths, or are bitmaps of different widths. One pass over the runs of both. */
export const countOverlaps = (a: IdRuns, b: IdRuns): Overlaps => runToEnd(countOverlapsInSteps(a, b))

/** Between two steps, other work can run. */
const stepRuns = 16_384

/** The same in steps of less than a millisecond: a sequence may have millions of runs. */
export function* countOverlapsInSteps(a: IdRuns, b: IdRuns): Generator<void, Overlaps> {
  if (!isSameWidth(a, b)) throw new RangeError("The bitmaps have different widths.")
  const [sizesA, sizesB] = [new Map<number, number>(), new Map<number, number>()]
  const common = new Map<number, Map<number, number>>()
  let [atA, atB, leftA, leftB] = [0, 0, a.lengths[0] ?? 0, b.lengths[0] ?? 0]
  for (let step = 1; ; step++) {
    if (step % stepRuns === 0) yield
    while (leftA === 0 && atA < a.lengths.length) leftA = a.lengths[++atA] ?? 0
    while (leftB === 0 && atB < b.lengths.length) leftB = b.lengths[++atB] ?? 0
    const length = Math.min(leftA, leftB)
    if (length === 0) break
    const [idA, idB] = [a.ids[atA] ?? 0, b.ids[atB] ?? 0]
    if (idA !== 0) addCount(sizesA, idA, length)
    if (idB !== 0) addCount(sizesB, idB, length)
    if (idA !== 0 && idB !== 0) {
      const row = common.get(idA) ?? new Map<number, number>()
      addCount(row, idB, length)
      common.set(idA, row)
    }
    leftA -= length
    leftB -= length
  }
  if (leftA !== leftB) throw new RangeError("The sequences of ids have different lengths.")
  return { sizesA, sizesB, countCommon: (idA, idB) => common.get(idA)?.get(idB) ?? 0 }
}

const addCount = (counts: Map<number, number>, id: number, count: number): void => {
  counts.set(id, (counts.get(id) ?? 0) + count)
}
