/**
 * The outline of the area that most of some regions cover, by weight. Edges are cut where they meet; a piece is part of the outline where only
 * one of its sides is covered; pieces are then followed with the covered side on their left.
 */
import type { Multipolygon, Point } from "../../domain/exactShape/ExactShape.ts"
import { isMajority, sumWeights, tolerance } from "./findMajority.ts"
import { type OutlineEdge, type Piece, splitEdges } from "./splitEdges.ts"

type Polygons = Multipolygon["polygons"]
type Ring = ReadonlyArray<Point>

export interface WeightedRegion {
  /** As `makeRegion` reads them. */
  readonly polygons: Polygons
  readonly weight: number
}

/** The budget of a merge: the pieces to which edges are cut, each of about 15 µs. */
export interface TraceBudget {
  pieces: number
}

/** The most pieces of one label: about 50 ms. A merge is part of the submission of the last label. */
export const maxPieces = 3000

/** Lengths that are smaller, as shares of the size of all regions, are rounding errors. */
const leastShare = 1e-9

/**
 * The polygons of the area, each an outer ring and its holes. Where exactly half of the weight covers a place, the first region decides. Null where
 * nothing is covered by most, where rounding left an outline open, and where the budget is spent.
 */
export const traceMajority = (
  regions: ReadonlyArray<WeightedRegion>,
  budget: TraceBudget = { pieces: maxPieces },
): Polygons | null => {
  const edges = collectEdges(regions)
  if (edges.length === 0) return null
  const size = computeSize(edges)
  const isCovered = makeCoverage(regions, edges)
  const pieces = splitEdges(edges, leastShare * size, budget.pieces)
  budget.pieces -= pieces === null ? budget.pieces : pieces.length
  if (pieces === null) return null
  const directed = pieces.flatMap((piece) => {
    const { after, before } = isCovered(piece)
    if (after === before) return []
    // To a larger y, the side before it is on the left; to a larger x, the side after it is.
    const isForward = isLevel(piece) ? after === piece.from[0] < piece.to[0] : before
    return [isForward ? piece : { ...piece, from: piece.to, to: piece.from }]
  })
  const rings = followPieces(directed)
  return rings === null ? null : groupRings(rings, leastShare * size ** 2)
}

const collectEdges = (regions: ReadonlyArray<WeightedRegion>): ReadonlyArray<OutlineEdge> =>
  regions.flatMap(({ polygons }, region) =>
    polygons.flatMap((rings, polygon) =>
      rings.flatMap((ring) =>
        ring.flatMap((to, index): ReadonlyArray<OutlineEdge> => {
          const from = ring.at(index - 1) ?? to
          return from[0] === to[0] && from[1] === to[1] ? [] : [{ from, to, region, polygon }]
        }),
      ),
    ),
  )

/** Whether a ray across it should be vertical. */
const isLevel = ({ from, to }: Pick<Piece, "from" | "to">): boolean =>
  Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1])

/**
 * Computes whether most of the weight covers the two sides of a piece: before it, at smaller x, or smaller y where the piece is rather horizontal, and after
 * it. A ray from its middle counts the edges of each polygon.
 */
const makeCoverage = (regions: ReadonlyArray<WeightedRegion>, edges: ReadonlyArray<OutlineEdge>) => {
  const total = sumWeights(regions)
  const isMost = (covering: ReadonlyArray<boolean>): boolean => {
    const weight = regions.reduce((sum, region, index) => sum + (covering[index] ? region.weight : 0), 0)
    return isMajority(weight, total) || (Math.abs(2 * weight - total) <= tolerance && covering[0] === true)
  }
  const findNear = [makeBands(edges, 1), makeBands(edges, 0)] as const
  return (piece: Piece) => {
    const axis = isLevel(piece) ? 1 : 0
    const middle: Point = [(piece.from[0] + piece.to[0]) / 2, (piece.from[1] + piece.to[1]) / 2]
    const before = regions.map(() => new Set<number>())
    const after = regions.map(() => new Set<number>())
    for (const index of findNear[axis](middle)) {
      const edge = edges[index] as OutlineEdge
      const isOwn = piece.edges.includes(index)
      if (!isOwn && !isCrossedByRay(edge, middle, axis)) continue
      toggle(after[edge.region], edge.polygon)
      if (!isOwn) toggle(before[edge.region], edge.polygon)
    }
    const hasAny = (polygons: ReadonlySet<number>) => polygons.size > 0
    return { before: isMost(before.map(hasAny)), after: isMost(after.map(hasAny)) }
  }
}

const bandCount = 64

/** Finds by one coordinate of a point the edges that have points with the same one, and few others: edges are kept by bands of the plane. */
const makeBands = (edges: ReadonlyArray<OutlineEdge>, axis: 0 | 1) => {
  const ends = edges.flatMap(({ from, to }) => [from[axis], to[axis]])
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const toBand = (value: number) =>
    Math.min(bandCount - 1, Math.floor(((value - least) / (most - least)) * bandCount))
  const bands = Array.from({ length: bandCount }, (): Array<number> => [])
  for (const [index, { from, to }] of edges.entries()) {
    const last = toBand(Math.max(from[axis], to[axis]))
    for (let band = toBand(Math.min(from[axis], to[axis])); band <= last; band++) bands[band]?.push(index)
  }
  return (point: Point): ReadonlyArray<number> => bands[toBand(point[axis])] ?? []
}

const toggle = (members: Set<number> | undefined, member: number): void => {
  if (members?.delete(member) === false) members.add(member)
}

/** Whether a ray from a point to smaller values of an axis crosses an edge. */
const isCrossedByRay = ({ from, to }: OutlineEdge, point: Point, axis: 0 | 1): boolean => {
  const across = axis === 0 ? 1 : 0
  const [a, b, at] = [from[across], to[across], point[across]]
  if (a <= at === b <= at) return false
  return from[axis] + ((at - a) / (b - a)) * (to[axis] - from[axis]) < point[axis]
}

/** The closed rings of directed pieces, without corners that only cuts made. Null where one is open. */
const followPieces = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Ring> | null => {
  const outgoing = new Map<string, Array<Piece>>()
  for (const piece of pieces) {
    const key = String(piece.from)
    const others = outgoing.get(key)
    if (others === undefined) outgoing.set(key, [piece])
    else others.push(piece)
  }
  const remaining = new Set(pieces)
  const rings: Array<Ring> = []
  for (const start of pieces) {
    if (!remaining.has(start)) continue
    const followed: Array<Piece> = []
    for (let piece: Piece | undefined = start; piece !== start || followed.length === 0; ) {
      if (piece === undefined || !remaining.delete(piece)) return null
      followed.push(piece)
      piece = pickNext(piece, outgoing.get(String(piece.to)) ?? [])
    }
    rings.push(readCorners(followed))
  }
  return rings
}

/** The sharpest turn to the left, which stays at the same part of the area where two of its parts touch. */
const pickNext = (piece: Piece, choices: ReadonlyArray<Piece>): Piece | undefined => {
  if (choices.length < 2) return choices[0]
  const back = Math.atan2(piece.from[1] - piece.to[1], piece.from[0] - piece.to[0])
  const computeTurn = ({ from, to }: Piece): number => {
    const turn = back - Math.atan2(to[1] - from[1], to[0] - from[0])
    return turn <= 0 ? turn + 2 * Math.PI : turn
  }
  return choices.reduce((best, choice) => (computeTurn(choice) < computeTurn(best) ? choice : best))
}

/** The beginnings of pieces that do not go on along the edge of the one before. */
const readCorners = (pieces: ReadonlyArray<Piece>): Ring =>
  pieces.flatMap(({ edges, from }, index) => {
    const before = pieces.at(index - 1)
    return before?.edges.some((edge) => edges.includes(edge)) === true ? [] : [from]
  })

/** Outer rings with their holes, the largest first; each hole is in the smallest ring around it. */
const groupRings = (rings: ReadonlyArray<Ring>, least: number): Polygons | null => {
  const measured = rings
    .map((ring) => ({ ring, area: computeSignedArea(ring) }))
    .filter(({ area }) => Math.abs(area) > least)
  const outer = measured
    .filter(({ area }) => area > 0)
    .toSorted((a, b) => b.area - a.area)
    .map(({ ring }) => [ring])
  for (const { area, ring } of measured) {
    if (area > 0) continue
    const [first, second] = ring
    if (first === undefined || second === undefined) continue
    const middle: Point = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2]
    const around = outer.findLast(([outline = []]) => isInside(outline, middle))
    if (around === undefined) return null
    around.push(ring)
  }
  return outer.length === 0 ? null : outer
}

/** The longer side of the box around the edges. */
const computeSize = (edges: ReadonlyArray<OutlineEdge>): number =>
  Math.max(
    ...([0, 1] as const).map((axis) => {
      const values = edges.map(({ from }) => from[axis])
      return Math.max(...values) - Math.min(...values)
    }),
  )

/** Relative to the first corner, so that places far from the origin lose no digits. Positive where the area is on the left. */
export const computeSignedArea = (ring: Ring): number => {
  const [x0, y0] = ring[0] ?? [0, 0]
  return (
    ring.reduce((sum, [x, y], index) => {
      const [beforeX, beforeY] = ring.at(index - 1) ?? [x, y]
      return sum + (beforeX - x0) * (y - y0) - (x - x0) * (beforeY - y0)
    }, 0) / 2
  )
}

const isInside = (ring: Ring, point: Point): boolean =>
  ring.reduce((inside, to, index) => {
    const edge = { from: ring.at(index - 1) ?? to, to, region: 0, polygon: 0 }
    return isCrossedByRay(edge, point, 0) ? !inside : inside
  }, false)
