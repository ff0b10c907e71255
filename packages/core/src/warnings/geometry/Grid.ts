/**
 * A grid over y and z whose cells list the boxes that reach into them, in the order given, which is by least x. The cells are
 * about as large as the boxes, so that a sweep along x inside of one cell meets hardly any box that is not near.
 */
import { axis, type Bounds, stride } from "./Bounds.ts"

export interface Grid {
  readonly cells: number
  /** Where each cell's entries begin; one more than there are cells. */
  readonly starts: Uint32Array
  /** Boxes, cell by cell. */
  readonly entries: Uint32Array
  /** The bounds of each entry again, so that a sweep reads memory in order. */
  readonly bounds: Bounds
  /** Where each box begins: a pair that shares cells belongs to the one with the later row and the later level. */
  readonly rows: Reaches
  readonly levels: Reaches
}

/** How many stripes there are on an axis, and the first and last of them that each box reaches into. */
interface Reaches {
  readonly stripes: number
  readonly first: Uint32Array
  readonly last: Uint32Array
}

/** Rows of one and a half boxes' width measured best, as did looking at height only where there is much of it. */
const rowFactor = 1.5
const tallScene = 8
/** Large boxes lie in many cells; these many entries a box are kept at most. */
const entriesPerBox = 4

export const gridOf = (bounds: Bounds, order: Uint32Array): Grid => {
  const count = order.length
  let across = stripesOf(bounds, axis.y, count, 0)
  let up = stripesOf(bounds, axis.z, Math.ceil(count / across.stripes), tallScene)
  for (;;) {
    const rows = reachesOf(bounds, axis.y, across)
    const levels = reachesOf(bounds, axis.z, up)
    const size = entriesIn(rows, levels)
    if (size <= entriesPerBox * count || (across.stripes === 1 && up.stripes === 1))
      return filled(bounds, order, rows, levels, size)
    across = doubled(across)
    up = doubled(up)
  }
}

/** Stripes of one height, side by side from the lowest bound to the highest. */
interface Stripes {
  readonly low: number
  readonly whole: number
  readonly height: number
  readonly stripes: number
}

/** `most` bounds their number, because a box that is lost far away would make ever so many. */
const stripesOf = (bounds: Bounds, from: number, most: number, onlyAbove: number): Stripes => {
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
  stripes: Math.max(1, Math.ceil(whole / height)),
})

const doubled = ({ height, low, whole }: Stripes): Stripes => cut(low, whole, height * 2)

const reachesOf = (bounds: Bounds, from: number, { height, low, stripes }: Stripes): Reaches => {
  const count = bounds.length / stride
  const first = new Uint32Array(count)
  if (stripes === 1) return { stripes, first, last: first }
  const last = new Uint32Array(count)
  for (let box = 0, at = from; box < count; box++, at += stride) {
    first[box] = Math.min(stripes - 1, ((bounds[at] as number) - low) / height)
    last[box] = Math.min(stripes - 1, ((bounds[at + 1] as number) - low) / height)
  }
  return { stripes, first, last }
}

const entriesIn = (rows: Reaches, levels: Reaches): number => {
  let entries = 0
  for (let box = 0; box < rows.first.length; box++) entries += span(rows, box) * span(levels, box)
  return entries
}

const span = ({ first, last }: Reaches, box: number): number =>
  (last[box] as number) - (first[box] as number) + 1

/** Sorted by counting: how many entries each cell has, where they begin, and then each into its place. */
const filled = (bounds: Bounds, order: Uint32Array, rows: Reaches, levels: Reaches, size: number): Grid => {
  const cells = rows.stripes * levels.stripes
  const starts = startsOf(rows, levels, cells)
  const entries = new Uint32Array(size)
  const copies = new Float32Array(size * stride)
  const next = starts.slice()
  for (let at = 0; at < order.length; at++) {
    const box = order[at] as number
    const from = box * stride
    for (let level = levels.first[box] as number; level <= (levels.last[box] as number); level++) {
      const end = level * rows.stripes + (rows.last[box] as number)
      for (let cell = level * rows.stripes + (rows.first[box] as number); cell <= end; cell++) {
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

const startsOf = (rows: Reaches, levels: Reaches, cells: number): Uint32Array => {
  const starts = new Uint32Array(cells + 1)
  for (let box = 0; box < rows.first.length; box++) {
    for (let level = levels.first[box] as number; level <= (levels.last[box] as number); level++) {
      const end = level * rows.stripes + (rows.last[box] as number)
      for (let cell = level * rows.stripes + (rows.first[box] as number); cell <= end; cell++)
        starts[cell + 1] = (starts[cell + 1] as number) + 1
    }
  }
  for (let cell = 0; cell < cells; cell++)
    starts[cell + 1] = (starts[cell + 1] as number) + (starts[cell] as number)
  return starts
}
