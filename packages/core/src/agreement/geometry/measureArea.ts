/**
 * The area where all of some regions are, by decomposition into trapezoids: horizontal lines through every corner and every crossing cut the
 * plane into slabs, in which edges are in one order from left to right. A crossing that is misplaced by rounding changes the area by a rounding
 * error, so that no arrangement of edges is special: neither shared edges nor corners on edges.
 */

interface Outline {
  readonly edges: Float64Array
  readonly polygons: Int32Array
  readonly left: number
  readonly top: number
}

interface Bounds {
  readonly top: number
  readonly bottom: number
}

/** An edge that the sweep passes, relative to the local origin. */
interface Edge {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly region: number
  readonly polygon: number
  /** The edge at the upper line of the slab, at the lower one, and at the line by which edges are ordered. */
  upper: number
  lower: number
  at: number
}

/** O((n + c) · k) for n edges, c crossings and up to k edges on one line. Only the rows of the bounds count. */
export const measureArea = (regions: ReadonlyArray<Outline>, { bottom, top }: Bounds): number => {
  const origin = regions[0]
  if (origin === undefined || !(top < bottom)) return 0
  const edges = collectEdges(regions, origin, top, bottom)
  const lines = collectLines(edges, top - origin.top, bottom - origin.top)
  const counter = makeCounter(regions.length)
  let active: Array<Edge> = []
  let next = 0
  let area = 0
  for (let line = 0; line + 1 < lines.length; line++) {
    const [upper, lower] = [lines[line] as number, lines[line + 1] as number]
    active = active.filter(({ y1 }) => y1 > upper)
    for (; next < edges.length && (edges[next] as Edge).y0 <= upper; next++) {
      const edge = edges[next] as Edge
      if (edge.y1 > upper) active.push(edge)
    }
    for (const edge of active) {
      edge.upper = computeX(edge, upper)
      edge.lower = computeX(edge, lower)
    }
    area += (lower - upper) * measureSlab(active, counter)
  }
  return area
}

const collectEdges = (
  regions: ReadonlyArray<Outline>,
  origin: Outline,
  top: number,
  bottom: number,
): ReadonlyArray<Edge> => {
  const collected: Array<Edge> = []
  for (const [region, { edges, polygons }] of regions.entries())
    for (let index = 0; index < polygons.length; index++) {
      const at = 4 * index
      const [y0, y1] = [edges[at + 1] as number, edges[at + 3] as number]
      if (y1 <= top || y0 >= bottom) continue
      collected.push({
        x0: (edges[at] as number) - origin.left,
        y0: y0 - origin.top,
        x1: (edges[at + 2] as number) - origin.left,
        y1: y1 - origin.top,
        region,
        polygon: polygons[index] as number,
        upper: 0,
        lower: 0,
        at: 0,
      })
    }
  return collected.sort((a, b) => a.y0 - b.y0)
}

/** The rows of all corners within the bounds, in order, each once. */
const collectLines = (edges: ReadonlyArray<Edge>, top: number, bottom: number): Float64Array => {
  const rows = new Float64Array(2 * edges.length + 2)
  let count = 0
  rows[count++] = top
  rows[count++] = bottom
  for (const { y0, y1 } of edges) {
    if (y0 > top && y0 < bottom) rows[count++] = y0
    if (y1 > top && y1 < bottom) rows[count++] = y1
  }
  const sorted = rows.subarray(0, count).sort()
  let unique = 0
  for (let index = 1; index < count; index++)
    if (sorted[index] !== sorted[unique]) sorted[++unique] = sorted[index] as number
  return sorted.subarray(0, unique + 1)
}

const computeX = ({ x0, x1, y0, y1 }: Edge, y: number): number =>
  y <= y0 ? x0 : y >= y1 ? x1 : x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)

/** The mean width of the common area in a slab that no edge begins or ends in. Leaves the edges in their order at its lower line. */
const measureSlab = (edges: Array<Edge>, counter: Counter): number => {
  for (const edge of edges) edge.at = edge.upper
  sortEdges(edges)
  const cuts = findCrossings(edges)
  let sum = 0
  for (let index = 0, from = 0; index <= cuts.length; index++) {
    const to = cuts[index] ?? 1
    const middle = (from + to) / 2
    for (const edge of edges) edge.at = edge.upper + (edge.lower - edge.upper) * middle
    sortEdges(edges)
    sum += (to - from) * counter.measureLine(edges)
    from = to
  }
  return sum
}

/** The places in the slab, from 0 at its upper line to 1, where an edge crosses another one. Edges are in their order at the upper line. */
const findCrossings = (edges: ReadonlyArray<Edge>): ReadonlyArray<number> => {
  let isOrdered = true
  for (let index = 1; index < edges.length && isOrdered; index++)
    isOrdered = (edges[index - 1] as Edge).lower <= (edges[index] as Edge).lower
  if (isOrdered) return []
  const cuts: Array<number> = []
  const order = edges.slice()
  // Insertion sort: each exchange is a crossing.
  for (let index = 1; index < order.length; index++) {
    const edge = order[index] as Edge
    let place = index
    for (; place > 0; place--) {
      const other = order[place - 1] as Edge
      const after = other.lower - edge.lower
      if (!(after > 0)) break
      const before = edge.upper - other.upper
      cuts.push(before / (before + after))
      order[place] = other
    }
    order[place] = edge
  }
  return cuts.sort((a, b) => a - b)
}

/** Insertion sort, because the order changes little from one line to the next. */
const sortEdges = (edges: Array<Edge>): void => {
  for (let index = 1; index < edges.length; index++) {
    const edge = edges[index] as Edge
    let place = index
    for (; place > 0 && (edges[place - 1] as Edge).at > edge.at; place--)
      edges[place] = edges[place - 1] as Edge
    edges[place] = edge
  }
}

interface Counter {
  /** The length of the parts of a line that are in every region. */
  readonly measureLine: (edges: ReadonlyArray<Edge>) => number
}

const makeCounter = (regions: number): Counter => {
  /** For each region the polygons that the line is in. */
  const open = Array.from({ length: regions }, () => new Set<number>())
  return {
    measureLine: (edges) => {
      for (const polygons of open) polygons.clear()
      let covered = 0
      let [length, before] = [0, 0]
      for (const { at, polygon, region } of edges) {
        if (covered === regions) length += at - before
        before = at
        const polygons = open[region] as Set<number>
        const wasEmpty = polygons.size === 0
        if (!polygons.delete(polygon)) polygons.add(polygon)
        if (wasEmpty) covered += 1
        else if (polygons.size === 0) covered -= 1
      }
      return length
    },
  }
}
