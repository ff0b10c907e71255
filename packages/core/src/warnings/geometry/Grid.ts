/**
 * A grid over y and z whose cells list the boxes that reach into them, in the order given, which is by least x. The cells are
 * about as large as the boxes, so that a sweep along x inside of one cell meets hardly any box that is not near.
 */
import type { Bounds } from "./Bounds.ts"

export interface Grid {
  readonly cells: number
  /** Where each cell's entries begin; one more than there are cells. */
  readonly starts: Uint32Array
  /** Boxes, cell by cell. */
  readonly entries: Uint32Array
  /** The row, in y, and level, in z, in which a box begins: a pair belongs to the later of its two beginnings. */
  readonly firstRow: Uint32Array
  readonly firstLevel: Uint32Array
  readonly rows: number
}

/** Rows of one and a half boxes' width measured best, as did looking at height only where there is much of it. */
const rowFactor = 1.5
const tallScene = 8
/** Large boxes lie in many cells; these many entries a box are kept at most. */
const entriesPerBox = 4

export const gridOf = (bounds: Bounds, order: Uint32Array): Grid => {
  const count = order.length
  const across = stripesOf(bounds.minY, bounds.maxY, count, 0)
  const up = stripesOf(bounds.minZ, bounds.maxZ, Math.ceil(count / across.stripes), tallScene)
  for (;;) {
    const entries = entriesIn(bounds, across, up)
    if (entries <= entriesPerBox * count || (across.stripes === 1 && up.stripes === 1)) break
    across.double()
    up.double()
  }
  return filled(bounds, order, across, up)
}

interface Stripes {
  readonly stripes: number
  readonly of: (coordinate: number) => number
  readonly double: () => void
}

/** `most` bounds their number, because a box that is lost far away would make ever so many. */
const stripesOf = (min: Float64Array, max: Float64Array, most: number, onlyAbove: number): Stripes => {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let extents = 0
  for (let box = 0; box < min.length; box++) {
    low = Math.min(low, min[box] as number)
    high = Math.max(high, max[box] as number)
    extents += (max[box] as number) - (min[box] as number)
  }
  const mean = extents / min.length
  const whole = high - low
  let height = whole > onlyAbove * mean ? Math.max(rowFactor * mean, whole / most) : whole
  const count = () => Math.max(1, Math.ceil(whole / height))
  return {
    get stripes() {
      return count()
    },
    of: (coordinate) => Math.min(count() - 1, Math.floor((coordinate - low) / height)),
    double: () => {
      height *= 2
    },
  }
}

const entriesIn = ({ maxY, maxZ, minY, minZ }: Bounds, across: Stripes, up: Stripes): number => {
  let entries = 0
  for (let box = 0; box < minY.length; box++) {
    const rows = across.of(maxY[box] as number) - across.of(minY[box] as number) + 1
    const levels = up.of(maxZ[box] as number) - up.of(minZ[box] as number) + 1
    entries += rows * levels
  }
  return entries
}

const filled = (bounds: Bounds, order: Uint32Array, across: Stripes, up: Stripes): Grid => {
  const { maxY, maxZ, minY, minZ } = bounds
  const count = order.length
  const rows = across.stripes
  const cells = rows * up.stripes
  const firstRow = new Uint32Array(count)
  const firstLevel = new Uint32Array(count)
  const starts = new Uint32Array(cells + 1)
  const eachCell = (box: number, visit: (cell: number) => void) => {
    const lastRow = across.of(maxY[box] as number)
    const lastLevel = up.of(maxZ[box] as number)
    for (let level = firstLevel[box] as number; level <= lastLevel; level++) {
      for (let row = firstRow[box] as number; row <= lastRow; row++) visit(level * rows + row)
    }
  }
  for (let box = 0; box < count; box++) {
    firstRow[box] = across.of(minY[box] as number)
    firstLevel[box] = up.of(minZ[box] as number)
    eachCell(box, (cell) => {
      starts[cell + 1] = (starts[cell + 1] as number) + 1
    })
  }
  for (let cell = 0; cell < cells; cell++)
    starts[cell + 1] = (starts[cell + 1] as number) + (starts[cell] as number)
  const entries = new Uint32Array(starts[cells] as number)
  const next = starts.slice()
  for (const box of order) {
    eachCell(box, (cell) => {
      const place = next[cell] as number
      entries[place] = box
      next[cell] = place + 1
    })
  }
  return { cells, starts, entries, firstRow, firstLevel, rows }
}
