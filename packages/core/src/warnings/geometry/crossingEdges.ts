/** Whether the outline of a polygon crosses or touches itself. */

type Point = ReadonlyArray<number>

export interface Crossing {
  /** The positions of the first points of two edges, the smaller first; undefined when no edges meet. */
  readonly edges: readonly [number, number] | undefined
  /** The number of pairs of edges that were compared. */
  readonly looks: number
  /** Whether the limit ended the search. */
  readonly truncated: boolean
}

interface Edge {
  /** Its position among the edges, and that of its first point as sent. */
  readonly at: number
  readonly sent: number
  readonly a: Point
  readonly b: Point
  readonly left: number
  readonly right: number
}

/**
 * Edges that do not follow each other must not share a point; edges that do must share their common corner alone. A point that repeats
 * the one before it does not count. Compares edges whose ranges of x overlap, in the order of x.
 */
export const findCrossingEdges = (points: ReadonlyArray<Point>, limit: number): Crossing => {
  const edges = listEdges(points)
  const sorted = [...edges].sort((one, other) => one.left - other.left || one.at - other.at)
  let open: Array<Edge> = []
  let looks = 0
  for (const edge of sorted) {
    open = open.filter(({ right }) => right >= edge.left)
    for (const other of open) {
      looks += 1
      if (looks > limit) return { edges: undefined, looks, truncated: true }
      if (!isCrossing(edge, other, edges.length)) continue
      const [a, b] = [Math.min(edge.sent, other.sent), Math.max(edge.sent, other.sent)]
      return { edges: [a, b], looks, truncated: false }
    }
    open.push(edge)
  }
  return { edges: undefined, looks, truncated: false }
}

const listEdges = (points: ReadonlyArray<Point>): ReadonlyArray<Edge> => {
  const corners = points.flatMap((point, sent) => {
    const before = points[(sent + points.length - 1) % points.length]
    return before !== undefined && points.length > 1 && isEqual(before, point) ? [] : [{ point, sent }]
  })
  return corners.map(({ point: a, sent }, at) => {
    const b = corners[(at + 1) % corners.length]?.point ?? a
    return { at, sent, a, b, left: Math.min(getX(a), getX(b)), right: Math.max(getX(a), getX(b)) }
  })
}

const getX = (point: Point): number => point[0] ?? 0
const getY = (point: Point): number => point[1] ?? 0
const isEqual = (a: Point, b: Point): boolean => getX(a) === getX(b) && getY(a) === getY(b)

const isCrossing = (one: Edge, other: Edge, count: number): boolean => {
  if ((one.at + 1) % count === other.at) return isFoldedBack(one.a, one.b, other.b)
  if ((other.at + 1) % count === one.at) return isFoldedBack(other.a, other.b, one.b)
  return hasSharedPart(one.a, one.b, other.a, other.b)
}

/** Positive when the points turn counter-clockwise where y points up. */
const turn = (a: Point, b: Point, c: Point): number =>
  (getX(b) - getX(a)) * (getY(c) - getY(a)) - (getY(b) - getY(a)) * (getX(c) - getX(a))

/** Whether the edge behind a corner lies on the edge before it. */
const isFoldedBack = (a: Point, corner: Point, b: Point): boolean =>
  turn(a, corner, b) === 0 &&
  (getX(a) - getX(corner)) * (getX(b) - getX(corner)) + (getY(a) - getY(corner)) * (getY(b) - getY(corner)) >
    0

const hasSharedPart = (a: Point, b: Point, c: Point, d: Point): boolean => {
  const [ofA, ofB] = [turn(c, d, a), turn(c, d, b)]
  const [ofC, ofD] = [turn(a, b, c), turn(a, b, d)]
  if (ofA * ofB < 0 && ofC * ofD < 0) return true
  return (
    (ofA === 0 && isBetween(c, d, a)) ||
    (ofB === 0 && isBetween(c, d, b)) ||
    (ofC === 0 && isBetween(a, b, c)) ||
    (ofD === 0 && isBetween(a, b, d))
  )
}

/** For a point on the line of an edge. */
const isBetween = (a: Point, b: Point, point: Point): boolean =>
  Math.min(getX(a), getX(b)) <= getX(point) &&
  getX(point) <= Math.max(getX(a), getX(b)) &&
  Math.min(getY(a), getY(b)) <= getY(point) &&
  getY(point) <= Math.max(getY(a), getY(b))
