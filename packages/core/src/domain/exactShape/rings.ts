/** Several rings as one: bridges are passed once in each direction, so that they enclose nothing. */
import type { Point, Ring } from "./ExactShape.ts"

/**
 * One ring with the area of all polygons less their holes. It follows the rings in the order of their first points, from top to bottom
 * and from left to right. Holes turn against their outer ring, so that both rules of filling agree.
 */
export const bridgeRings = (polygons: ReadonlyArray<ReadonlyArray<Ring>>): ReadonlyArray<Point> => {
  const isClockwise = signedArea(polygons[0]?.[0] ?? []) >= 0
  const rings = polygons.flatMap((rings) =>
    rings.map((ring, index) => {
      const mustBeClockwise = index === 0 ? isClockwise : !isClockwise
      return signedArea(ring) >= 0 === mustBeClockwise ? ring : reverseRing(ring)
    }),
  )
  return joinRings(rings.filter(({ length }) => length > 0).toSorted(compareFirst))
}

const compareFirst = ([[ax, ay] = origin]: Ring, [[bx, by] = origin]: Ring): number => ay - by || ax - bx

const origin: Point = [0, 0]

/** The ring in the other direction, from the same first point. */
const reverseRing = ([first = origin, ...others]: Ring): Ring => [first, ...others.toReversed()]

/** Positive for a ring that turns clockwise on a screen, where y points down. */
export const signedArea = (ring: ReadonlyArray<ReadonlyArray<number>>): number => {
  let sum = 0
  let [beforeX = 0, beforeY = 0] = ring.at(-1) ?? []
  for (const [x = 0, y = 0] of ring) {
    sum += beforeX * y - x * beforeY
    beforeX = x
    beforeY = y
  }
  return sum / 2
}

/** One ring: from the first corner of each ring to that of the next one, and back in the end. */
const joinRings = (rings: ReadonlyArray<Ring>): ReadonlyArray<Point> => {
  const [first = [], ...others] = rings
  const joined: Array<Point> = [...first]
  const back: Array<Point> = []
  let from = first[0]
  for (const ring of others) {
    const to = ring[0]
    if (from === undefined || to === undefined) continue
    const corner: Point = [from[0], to[1]]
    const isStraight = from[0] === to[0] || from[1] === to[1]
    const bridge = isStraight ? [from] : [from, corner]
    joined.push(...bridge)
    for (const point of ring) joined.push(point)
    back.push(...bridge)
    from = to
  }
  if (back.length === 0 || from === undefined) return joined
  // The first corner closes the ring.
  return [...joined, from, ...back.reverse().slice(0, -1)]
}
