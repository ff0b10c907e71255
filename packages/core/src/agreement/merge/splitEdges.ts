/** Cuts the edges of regions where they meet, so that the pieces have nothing but ends in common. */
import type { Point } from "../../domain/exactShape/ExactShape.ts"

/** An edge of a ring. */
export interface OutlineEdge {
  readonly from: Point
  readonly to: Point
  /** The region that it belongs to, and the polygon of that region. */
  readonly region: number
  readonly polygon: number
}

/** A part of the plane's edges that meets no other one between its ends. */
export interface Piece {
  /** The end that is first by y, then by x. */
  readonly from: Point
  readonly to: Point
  /** The edges that it is a part of, by index. */
  readonly edges: ReadonlyArray<number>
}

/**
 * O(n²) for n edges whose boxes overlap. Points that are nearer to each other than `tolerance` are one point, that of a corner where there is one, so
 * that edges which several people have are cut at the same points whatever the rounding.
 */
export const splitEdges = (
  edges: ReadonlyArray<OutlineEdge>,
  tolerance: number,
  maxPieces: number,
): ReadonlyArray<Piece> | null => {
  let count = edges.length
  const snap = makeSnap(tolerance)
  const cuts = edges.map(({ from, to }) => [snap(from), snap(to)])
  const order = [...edges.keys()].toSorted((a, b) => getLeft(edges[a]) - getLeft(edges[b]))
  for (const [place, first] of order.entries()) {
    const a = edges[first] as OutlineEdge
    const right = Math.max(a.from[0], a.to[0])
    for (let next = place + 1; next < order.length; next++) {
      const second = order[next] as number
      const b = edges[second] as OutlineEdge
      if (getLeft(b) > right) break
      if (!hasCommonRows(a, b)) continue
      const { ofA, ofB } = findMeetings(a, b, tolerance)
      count += ofA.length + ofB.length
      if (count > maxPieces) return null
      cuts[first]?.push(...ofA.map(snap))
      cuts[second]?.push(...ofB.map(snap))
    }
  }
  const pieces = new Map<
    string,
    { readonly from: Point; readonly to: Point; readonly edges: Array<number> }
  >()
  for (const [index, points] of cuts.entries()) {
    const along = sortAlong(edges[index] as OutlineEdge, points)
    for (let at = 0; at + 1 < along.length; at++) {
      const [from, to] = [along[at] as Point, along[at + 1] as Point].toSorted(comparePoints) as [
        Point,
        Point,
      ]
      if (comparePoints(from, to) === 0) continue
      const key = `${from} ${to}`
      const piece = pieces.get(key)
      if (piece === undefined) pieces.set(key, { from, to, edges: [index] })
      else piece.edges.push(index)
    }
  }
  return [...pieces.values()]
}

/** Returns for each point the first one near it. */
const makeSnap = (tolerance: number) => {
  const columns = new Map<number, Map<number, Point>>()
  return (point: Point): Point => {
    const [column, row] = [Math.floor(point[0] / tolerance), Math.floor(point[1] / tolerance)]
    for (let x = column - 1; x <= column + 1; x++) {
      const rows = columns.get(x)
      if (rows === undefined) continue
      for (let y = row - 1; y <= row + 1; y++) {
        const nearby = rows.get(y)
        if (nearby !== undefined && Math.hypot(nearby[0] - point[0], nearby[1] - point[1]) <= tolerance)
          return nearby
      }
    }
    const rows = columns.get(column)
    if (rows === undefined) columns.set(column, new Map([[row, point]]))
    else rows.set(row, point)
    return point
  }
}

/** The points from one end of the edge to the other. */
const sortAlong = ({ from, to }: OutlineEdge, points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const measure = ([x, y]: Point) => (x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])
  return points.toSorted((a, b) => measure(a) - measure(b))
}

const getLeft = (edge: OutlineEdge | undefined): number =>
  edge === undefined ? Number.NaN : Math.min(edge.from[0], edge.to[0])

const hasCommonRows = (a: OutlineEdge, b: OutlineEdge): boolean =>
  Math.max(a.from[1], a.to[1]) >= Math.min(b.from[1], b.to[1]) &&
  Math.max(b.from[1], b.to[1]) >= Math.min(a.from[1], a.to[1])

const comparePoints = ([ax, ay]: Point, [bx, by]: Point): number => ay - by || ax - bx

/** The points at which two edges meet, for each the ones that may lie within it: corners of one that are on the other, or the crossing. */
const findMeetings = (a: OutlineEdge, b: OutlineEdge, tolerance: number) => {
  const [sideFrom, sideTo] = [computeDistance(a, b.from), computeDistance(a, b.to)]
  const [otherFrom, otherTo] = [computeDistance(b, a.from), computeDistance(b, a.to)]
  const pickOn = (edge: OutlineEdge, point: Point, distance: number): ReadonlyArray<Point> =>
    Math.abs(distance) <= tolerance && isBeside(edge, point, tolerance) ? [point] : []
  const ofA = [...pickOn(a, b.from, sideFrom), ...pickOn(a, b.to, sideTo)]
  const ofB = [...pickOn(b, a.from, otherFrom), ...pickOn(b, a.to, otherTo)]
  if (ofA.length + ofB.length > 0 || sideFrom * sideTo >= 0 || otherFrom * otherTo >= 0) return { ofA, ofB }
  const share = otherFrom / (otherFrom - otherTo)
  const crossing: Point = [
    a.from[0] + share * (a.to[0] - a.from[0]),
    a.from[1] + share * (a.to[1] - a.from[1]),
  ]
  return { ofA: [crossing], ofB: [crossing] }
}

/** The distance of a point from the line of an edge, with a sign for its side. */
const computeDistance = ({ from, to }: OutlineEdge, [x, y]: Point): number =>
  ((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0])) /
  Math.hypot(to[0] - from[0], to[1] - from[1])

/** Whether a point on the line of an edge is between its ends. */
const isBeside = ({ from, to }: OutlineEdge, [x, y]: Point, tolerance: number): boolean =>
  x >= Math.min(from[0], to[0]) - tolerance &&
  x <= Math.max(from[0], to[0]) + tolerance &&
  y >= Math.min(from[1], to[1]) - tolerance &&
  y <= Math.max(from[1], to[1]) + tolerance
