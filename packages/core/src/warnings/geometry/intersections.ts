/**
 * All pairs of boxes whose interiors overlap: sorted along x, divided into cells over y and z, swept inside of each cell, and
 * the few that are left put to the separating axes. Work and answer are bounded, because boxes may all lie in one place.
 */
import { type Bounds, boundsOf } from "./Bounds.ts"
import type { Boxes } from "./Boxes.ts"
import { type Grid, gridOf } from "./Grid.ts"
import { sortedByKey } from "./radixSort.ts"
import { overlap } from "./separatingAxes.ts"

export interface Intersections {
  /** Two boxes a pair, one after the other, the smaller index first; in no order. */
  readonly pairs: Uint32Array
  /** Whether there may be more: a bound was reached. */
  readonly truncated: boolean
}

export interface Bound {
  /** Pairs that are answered at most. */
  readonly pairs: number
  /** Pairs that are looked at at most, those whose bounds do not meet among them. */
  readonly looks: number
}

/** Whether a pair counts at all; pairs that do not are not answered. */
export type Admits = (a: number, b: number) => boolean

/** So few that sorting costs more than it saves. */
const few = 64

export const intersections = (boxes: Boxes, bound: Bound, admits: Admits): Intersections => {
  const bounds = boundsOf(boxes)
  const search = new Search(boxes, bounds, bound, admits)
  if (boxes.count <= few) search.all()
  else search.sweep(gridOf(bounds, orderOf(bounds)))
  return search.found()
}

/** By least x, rounded to 32 bits: rounding keeps the order of what differs. */
const orderOf = ({ minX }: Bounds): Uint32Array => {
  const keys = new Float32Array(minX.length)
  for (let box = 0; box < keys.length; box++) keys[box] = minX[box] as number
  return sortedByKey(keys)
}

class Search {
  #pairs = new Uint32Array(256)
  #size = 0
  #looks = 0
  #over = false

  constructor(
    readonly boxes: Boxes,
    readonly bounds: Bounds,
    readonly bound: Bound,
    readonly admits: Admits,
  ) {}

  found(): Intersections {
    return { pairs: this.#pairs.slice(0, this.#size), truncated: this.#over }
  }

  all(): void {
    const { count } = this.boxes
    for (let a = 0; a < count && !this.#over; a++) {
      for (let b = a + 1; b < count && !this.#over; b++) {
        if (this.#near(a, b)) this.#judge(a, b)
      }
    }
  }

  sweep(grid: Grid): void {
    for (let cell = 0; cell < grid.cells && !this.#over; cell++) this.#sweepCell(grid, cell)
  }

  #sweepCell({ entries, firstLevel, firstRow, rows, starts }: Grid, cell: number): void {
    const { maxX, minX } = this.bounds
    const end = starts[cell + 1] as number
    const row = cell % rows
    const level = (cell - row) / rows
    for (let place = starts[cell] as number; place < end; place++) {
      const a = entries[place] as number
      // The order is by rounded numbers, so the end of the sweep is too.
      const reach = Math.fround(maxX[a] as number)
      let other = place + 1
      for (; other < end; other++) {
        const b = entries[other] as number
        if (Math.fround(minX[b] as number) > reach) break
        if (!this.#near(a, b)) continue
        // Two boxes may share many cells; one of these is theirs.
        if (Math.max(firstRow[a] as number, firstRow[b] as number) !== row) continue
        if (Math.max(firstLevel[a] as number, firstLevel[b] as number) !== level) continue
        this.#judge(a, b)
        if (this.#over) return
      }
      this.#looks += other - place
      if (this.#looks > this.bound.looks) {
        this.#over = true
        return
      }
    }
  }

  #near(a: number, b: number): boolean {
    const { maxX, maxY, maxZ, minX, minY, minZ } = this.bounds
    return (
      (minY[a] as number) <= (maxY[b] as number) &&
      (minY[b] as number) <= (maxY[a] as number) &&
      (minZ[a] as number) <= (maxZ[b] as number) &&
      (minZ[b] as number) <= (maxZ[a] as number) &&
      (minX[a] as number) <= (maxX[b] as number) &&
      (minX[b] as number) <= (maxX[a] as number)
    )
  }

  #judge(a: number, b: number): void {
    if (!this.admits(a, b) || !overlap(this.boxes, a, b)) return
    if (this.#size === this.bound.pairs * 2) {
      this.#over = true
      return
    }
    if (this.#size === this.#pairs.length) {
      const larger = new Uint32Array(this.#pairs.length * 2)
      larger.set(this.#pairs)
      this.#pairs = larger
    }
    this.#pairs[this.#size++] = Math.min(a, b)
    this.#pairs[this.#size++] = Math.max(a, b)
  }
}
