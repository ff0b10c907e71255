import { type Bounds, computeBounds, stride } from "./Bounds.ts"
import type { Boxes } from "./Boxes.ts"
import { findStripe, type Grid, makeGrid } from "./Grid.ts"
import { findNearby, splitByLength, visitShortBoxes } from "./longBoxes.ts"
import { makePairList, type PairList } from "./pairList.ts"
import { sortByKey } from "./radixSort.ts"
import { hasOverlap } from "./separatingAxes.ts"

/** The pairs of boxes that overlap. */
export interface Intersections {
  /** Two box indexes for each pair, the smaller first. Pairs are in no order. */
  readonly pairs: Uint32Array
  /** Whether there may be more pairs, because a limit was reached. */
  readonly truncated: boolean
  /** The work done, in looks. */
  readonly looks: number
}

/** The limits of a search for intersections. */
export interface Bound {
  /** The maximum number of reported pairs. */
  readonly pairs: number
  /**
   * The maximum number of examined pairs, including those with disjoint bounds. A separating-axes test counts as
   * twenty.
   */
  readonly looks: number
}

/** Whether the pair is relevant. Other pairs are not reported. */
export type Admits = (a: number, b: number) => boolean

/** The number of boxes below which sorting costs more than it saves. */
const few = 64

/**
 * Finds all pairs of boxes whose interiors overlap: sorts along x, divides into cells over y and z, sweeps within
 * each cell, and tests the remaining pairs by the separating axes. Work and result are bounded, because boxes may all
 * overlap.
 */
export const findIntersections = (boxes: Boxes, bound: Bound, admits: Admits): Intersections => {
  const bounds = computeBounds(boxes)
  const pairs = makePairList(bound.pairs, boxes.count)
  const { done, looks } =
    boxes.count <= few
      ? lookAtAll(boxes, bounds, admits, pairs)
      : search(boxes, bounds, bound.looks, admits, pairs)
  return { pairs: pairs.pairs(), truncated: !done, looks }
}

/** Long boxes are searched apart from the others, and then with them. */
const search = (boxes: Boxes, bounds: Bounds, most: number, admits: Admits, found: PairList): Search => {
  const divided = splitByLength(bounds)
  if (divided === undefined) return sweep(boxes, makeGrid(bounds, sortByLeastX(bounds)), most, admits, found)
  const { long, short } = divided
  const grid = makePartialGrid(bounds, short)
  const ofShort = sweep(boxes, grid, most, admits, found)
  if (!ofShort.done) return ofShort
  const ofLong = sweep(boxes, makePartialGrid(bounds, long), most - ofShort.looks, admits, found)
  let looks = ofShort.looks + ofLong.looks
  let done = ofLong.done
  const near = findNearby(boxes, bounds, grid)
  for (let at = 0; at < long.length && done; at++) {
    const a = long[at] as number
    const searched = visitShortBoxes(near, a, (b) => {
      looks += axesLooks
      done = !(admits(a, b) && hasOverlap(boxes, a, b)) || found.add(a, b)
      return done
    })
    looks += searched
    if (looks > most) done = false
  }
  return { done, looks }
}

/** The grid of the boxes with these indexes. */
const makePartialGrid = (bounds: Bounds, some: Uint32Array): Grid => {
  const own = new Float32Array(some.length * stride)
  for (let at = 0; at < some.length; at++) {
    const box = some[at] as number
    own.set(bounds.subarray(box * stride, (box + 1) * stride), at * stride)
  }
  const grid = makeGrid(own, sortByLeastX(own))
  for (let place = 0; place < grid.entries.length; place++)
    grid.entries[place] = some[grid.entries[place] as number] as number
  return grid
}

interface Search {
  /** Whether the sweep completed. */
  readonly done: boolean
  readonly looks: number
}

/** The cost of a separating-axes test in looks. */
const axesLooks = 20

const sortByLeastX = (bounds: Bounds): Uint32Array => {
  const keys = new Float32Array(bounds.length / stride)
  for (let box = 0; box < keys.length; box++) keys[box] = bounds[box * stride] as number
  return sortByKey(keys)
}

const lookAtAll = (boxes: Boxes, bounds: Bounds, admits: Admits, found: PairList): Search => {
  let looks = 0
  for (let a = 0; a < boxes.count; a++) {
    looks += boxes.count - a
    for (let b = a + 1; b < boxes.count; b++) {
      if (!canMeetInX(bounds, a * stride, b * stride) || !canMeetInYZ(bounds, a * stride, b * stride))
        continue
      looks += axesLooks
      if (admits(a, b) && hasOverlap(boxes, a, b) && !found.add(a, b)) return { done: false, looks }
    }
  }
  return { done: true, looks }
}

const sweep = (
  boxes: Boxes,
  { bounds, cells, entries, levels, rows, starts }: Grid,
  most: number,
  admits: Admits,
  found: PairList,
): Search => {
  let looks = 0
  for (let cell = 0; cell < cells; cell++) {
    const end = starts[cell + 1] as number
    const row = cell % rows.stripes
    const level = (cell - row) / rows.stripes
    for (let place = starts[cell] as number; place < end; place++) {
      const a = entries[place] as number
      const atA = place * stride
      const reach = bounds[atA + 1] as number
      let other = place + 1
      for (; other < end; other++) {
        const atB = other * stride
        // Entries are ordered by minimum x: no later box reaches `a`.
        if ((bounds[atB] as number) > reach) break
        if (!canMeetInYZ(bounds, atA, atB)) continue
        // Two boxes may share several cells. Only the cell in which the later one begins reports the pair.
        if (findStripe(rows, chooseLater(bounds, atA + 2, atB + 2)) !== row) continue
        if (findStripe(levels, chooseLater(bounds, atA + 4, atB + 4)) !== level) continue
        const b = entries[other] as number
        looks += axesLooks
        if (admits(a, b) && hasOverlap(boxes, a, b) && !found.add(a, b)) return { done: false, looks }
      }
      looks += other - place
      if (looks > most) return { done: false, looks }
    }
  }
  return { done: true, looks }
}

const chooseLater = (bounds: Bounds, one: number, other: number): number =>
  Math.max(bounds[one] as number, bounds[other] as number)

const canMeetInX = (bounds: Bounds, atA: number, atB: number): boolean =>
  (bounds[atA] as number) <= (bounds[atB + 1] as number) &&
  (bounds[atB] as number) <= (bounds[atA + 1] as number)

const canMeetInYZ = (bounds: Bounds, atA: number, atB: number): boolean =>
  (bounds[atA + 2] as number) <= (bounds[atB + 3] as number) &&
  (bounds[atB + 2] as number) <= (bounds[atA + 3] as number) &&
  (bounds[atA + 4] as number) <= (bounds[atB + 5] as number) &&
  (bounds[atB + 4] as number) <= (bounds[atA + 5] as number)
