import { axis, type Bounds, stride } from "./Bounds.ts"

/**
 * A grid over y and z whose cells list the boxes that reach into them, in the given order, which is by minimum x.
 * Cells are about as large as the boxes, so that a sweep along x within a cell meets few distant boxes.
 */
export interface Grid {
  readonly cells: number
  /** The start of each cell's entries, with one more at the end. */
  readonly starts: Uint32Array
  /** Boxes, cell by cell. */
  readonly entries: Uint32Array
  /** The bounds of each entry, copied so that a sweep reads memory sequentially. */
  readonly bounds: Bounds
  /** Stripes over y and over z. */
  readonly rows: Stripes
  readonly levels: Stripes
}

/** Stripes of equal width on an axis, from the lowest bound to the highest. */
export interface Stripes {
  readonly low: number
  readonly whole: number
  readonly height: number
  /** Stripes per unit of length: a multiplication is faster than a division. */
  readonly perUnit: number
  readonly stripes: number
}

/**
 * The stripe of a bound, which must be between the lowest and the highest. Computed again instead of stored, because memory access is
 * slower. `| 0` rounds such a bound like `Math.floor`, and faster; it would wrap a bound that is far outside.
 */
export const findStripe = ({ low, perUnit, stripes }: Stripes, bound: number): number => {
  if (stripes === 1) return 0
  const stripe = ((bound - low) * perUnit) | 0
  return stripe < stripes ? stripe : stripes - 1
}

/**
 * The width of a stripe in box widths. 1.5 measured fastest, as did dividing z only where the boxes spread along it.
 */
const rowFactor = 1.5
const tallScene = 8
/** The maximum average number of entries for each box. Large boxes reach into many cells. */
const entriesPerBox = 4

export const makeGrid = (bounds: Bounds, order: Uint32Array): Grid => {
  const count = order.length
  let across = makeStripes(bounds, axis.y, count, 0)
  let up = makeStripes(bounds, axis.z, Math.ceil(count / across.stripes), tallScene)
  for (;;) {
    const starts = computeStarts(bounds, across, up)
    const size = starts[starts.length - 1] as number
    if (size <= entriesPerBox * count || (across.stripes === 1 && up.stripes === 1))
      return fillGrid(bounds, order, across, up, starts)
    across = widenStripes(across)
    up = widenStripes(up)
  }
}

/** Divides an axis into at most `most` stripes: a box far away from the others would create a huge number. */
const makeStripes = (bounds: Bounds, from: number, most: number, onlyAbove: number): Stripes => {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let extents = 0
  for (let at = from; at < bounds.length; at += stride) {
    const least = bounds[at] as number
    const greatest = bounds[at + 1] as number
    if (least < low) low = least
    if (greatest > high) high = greatest
    extents += greatest - least
  }
  const mean = (extents * stride) / bounds.length
  const whole = high - low
  return cut(low, whole, whole > onlyAbove * mean ? Math.max(rowFactor * mean, whole / most) : whole)
}

const cut = (low: number, whole: number, height: number): Stripes => ({
  low,
  whole,
  height,
  perUnit: 1 / height,
  stripes: Math.max(1, Math.ceil(whole / height)),
})

const widenStripes = ({ height, low, whole }: Stripes): Stripes => cut(low, whole, height * 2)

/** The second half of a counting sort: places the entries from the starts of their cells. */
const fillGrid = (
  bounds: Bounds,
  order: Uint32Array,
  rows: Stripes,
  levels: Stripes,
  starts: Uint32Array,
): Grid => {
  const cells = starts.length - 1
  const size = starts[cells] as number
  const entries = new Uint32Array(size)
  const copies = new Float32Array(size * stride)
  const next = starts.slice()
  for (let at = 0; at < order.length; at++) {
    const box = order[at] as number
    const from = box * stride
    const firstRow = findStripe(rows, bounds[from + 2] as number)
    const lastRow = findStripe(rows, bounds[from + 3] as number)
    const lastLevel = findStripe(levels, bounds[from + 5] as number)
    for (let level = findStripe(levels, bounds[from + 4] as number); level <= lastLevel; level++) {
      const end = level * rows.stripes + lastRow
      for (let cell = level * rows.stripes + firstRow; cell <= end; cell++) {
        const place = next[cell] as number
        const to = place * stride
        next[cell] = place + 1
        entries[place] = box
        copies[to] = bounds[from] as number
        copies[to + 1] = bounds[from + 1] as number
        copies[to + 2] = bounds[from + 2] as number
        copies[to + 3] = bounds[from + 3] as number
        copies[to + 4] = bounds[from + 4] as number
        copies[to + 5] = bounds[from + 5] as number
      }
    }
  }
  return { cells, starts, entries, bounds: copies, rows, levels }
}

/** The first half: counts the entries of each cell, and computes the starts. */
const computeStarts = (bounds: Bounds, rows: Stripes, levels: Stripes): Uint32Array => {
  const cells = rows.stripes * levels.stripes
  const starts = new Uint32Array(cells + 1)
  for (let from = 0; from < bounds.length; from += stride) {
    const firstRow = findStripe(rows, bounds[from + 2] as number)
    const lastRow = findStripe(rows, bounds[from + 3] as number)
    const lastLevel = findStripe(levels, bounds[from + 5] as number)
    for (let level = findStripe(levels, bounds[from + 4] as number); level <= lastLevel; level++) {
      const end = level * rows.stripes + lastRow
      for (let cell = level * rows.stripes + firstRow; cell <= end; cell++)
        starts[cell + 1] = (starts[cell + 1] as number) + 1
    }
  }
  for (let cell = 0; cell < cells; cell++)
    starts[cell + 1] = (starts[cell + 1] as number) + (starts[cell] as number)
  return starts
}
