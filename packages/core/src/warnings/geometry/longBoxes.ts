/**
 * Long boxes among short ones, such as walls among cars. The bounds of a slanted wall contain all cars of a block, and a sweep would
 * test each of them. Instead, the part of the wall in each row of the cars' grid is compared with that row.
 */
import { axis, type Bounds, stride } from "./Bounds.ts"
import { type Boxes, shapeStride } from "./Boxes.ts"
import { findStripe, type Grid, type Stripes } from "./Grid.ts"

/** A long box is this many times as wide as the mean. So at most one in eight is long. */
const longFactor = 8

/** The long boxes and the others, in the order of their indexes. Undefined when none is long. */
export const splitByLength = (
  bounds: Bounds,
): { readonly long: Uint32Array; readonly short: Uint32Array } | undefined => {
  let widths = 0
  let widest = 0
  for (let at = 0; at < bounds.length; at += stride) {
    const width = getWidth(bounds, at)
    widths += width
    if (width > widest) widest = width
  }
  const longWidth = (longFactor * widths * stride) / bounds.length
  if (widest <= longWidth) return undefined
  const long: Array<number> = []
  const short: Array<number> = []
  for (let at = 0; at < bounds.length; at += stride) {
    const boxes = getWidth(bounds, at) > longWidth ? long : short
    boxes.push(at / stride)
  }
  return { long: Uint32Array.from(long), short: Uint32Array.from(short) }
}

const getWidth = (bounds: Bounds, at: number): number =>
  Math.max(getExtent(bounds, at + axis.x), getExtent(bounds, at + axis.y))

const getExtent = (bounds: Bounds, at: number): number => (bounds[at + 1] as number) - (bounds[at] as number)

/** The search for the short boxes near a long one, in the grid of the short ones. */
export interface Nearby {
  readonly boxes: Boxes
  readonly bounds: Bounds
  readonly grid: Grid
  /** The largest extents of short boxes along x, y and z. */
  readonly widest: readonly [x: number, y: number, z: number]
}

export const findNearby = (boxes: Boxes, bounds: Bounds, grid: Grid): Nearby => {
  const widest: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < grid.bounds.length; at += stride) {
    widest[0] = Math.max(widest[0], getExtent(grid.bounds, at + axis.x))
    widest[1] = Math.max(widest[1], getExtent(grid.bounds, at + axis.y))
    widest[2] = Math.max(widest[2], getExtent(grid.bounds, at + axis.z))
  }
  return { boxes, bounds, grid, widest }
}

/**
 * Calls `meet` for each short box that may overlap the long one, until it returns false. Returns the number of searched cells and
 * compared boxes. A short box is compared in the cell in which it begins, which may be below the long one.
 */
export const visitShortBoxes = (
  { boxes, bounds, grid, widest }: Nearby,
  long: number,
  meet: (short: number) => boolean,
): number => {
  const { bounds: entered, entries, levels, rows, starts } = grid
  const [wide, deep, high] = widest
  const at = long * stride
  const firstRow = findNearestStripe(rows, (bounds[at + axis.y] as number) - deep)
  const lastRow = findNearestStripe(rows, bounds[at + axis.y + 1] as number)
  const firstLevel = findNearestStripe(levels, (bounds[at + axis.z] as number) - high)
  const lastLevel = findNearestStripe(levels, bounds[at + axis.z + 1] as number)
  const part = findPart(boxes, bounds, long)
  let looks = 0
  for (let level = firstLevel; level <= lastLevel; level++) {
    for (let row = firstRow; row <= lastRow; row++) {
      looks += 1
      const low = rows.low + row * rows.height
      const [least, greatest] = part(low, low + rows.height + deep)
      const cell = level * rows.stripes + row
      const end = starts[cell + 1] as number
      for (
        let place = findFirstFrom(entered, starts[cell] as number, end, least - wide);
        place < end;
        place++
      ) {
        const other = place * stride
        if ((entered[other] as number) > greatest) break
        looks += 1
        if ((entered[other + 1] as number) < least || !canMeetInYZ(bounds, at, entered, other)) continue
        if (findStripe(rows, entered[other + axis.y] as number) !== row) continue
        if (findStripe(levels, entered[other + axis.z] as number) !== level) continue
        if (!meet(entries[place] as number)) return looks
      }
    }
  }
  return looks
}

const canMeetInYZ = (bounds: Bounds, at: number, entered: Bounds, other: number): boolean =>
  (bounds[at + 2] as number) <= (entered[other + 3] as number) &&
  (entered[other + 2] as number) <= (bounds[at + 3] as number) &&
  (bounds[at + 4] as number) <= (entered[other + 5] as number) &&
  (entered[other + 4] as number) <= (bounds[at + 5] as number)

/** The stripe of a bound, or the nearest: a long box may reach far beyond the stripes of the short ones. */
const findNearestStripe = (stripes: Stripes, bound: number): number =>
  findStripe(stripes, Math.min(stripes.low + stripes.whole, Math.max(stripes.low, bound)))

/** The first entry that begins at this x or later. Entries of a cell are ordered by minimum x. */
const findFirstFrom = (entered: Bounds, start: number, end: number, x: number): number => {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entered[middle * stride] as number) < x) low = middle + 1
    else high = middle
  }
  return low
}

/** Below this slope a box is as good as parallel to x, and all of it may be in one row. */
const flat = 1e-6
/** Exceeds the errors of rounding, relative to the coordinates. */
const slack = 1e-8

/** The extent along x of the part of a box between two values of y. Larger than exact, empty when there is none. */
const findPart = (boxes: Boxes, bounds: Bounds, box: number) => {
  const at = box * stride
  const whole = [bounds[at] as number, bounds[at + 1] as number] as const
  if (boxes.upright[box] === 0) return () => whole
  const [x, y, , halfX, halfY, , cosine, sine] = boxes.shapes.subarray(
    box * shapeStride,
    (box + 1) * shapeStride,
  ) as unknown as readonly [number, number, number, number, number, number, number, number]
  const alongX = halfX >= halfY
  const half = alongX ? halfX : halfY
  const thick = alongX ? halfY : halfX
  // The direction of the longer edge.
  const dx = alongX ? cosine : -sine
  const dy = alongX ? sine : cosine
  if (Math.abs(dy) < flat) return () => whole
  const spare = slack * (Math.abs(x) + Math.abs(y) + half)
  const outX = thick * Math.abs(dy) + spare
  const outY = thick * Math.abs(dx) + spare
  return (low: number, high: number): readonly [number, number] => {
    const lowCrossing = (low - outY - y) / dy
    const other = (high + outY - y) / dy
    const begin = Math.max(-half, Math.min(lowCrossing, other))
    const end = Math.min(half, Math.max(lowCrossing, other))
    if (begin > end) return [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const left = x + dx * (dx < 0 ? end : begin)
    const right = x + dx * (dx < 0 ? begin : end)
    return [left - outX, right + outX]
  }
}
