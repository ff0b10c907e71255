/** Shapes in a view without perspective, which shows what is near to its object alone. */
import { listStretches } from "../../clouds/octree.ts"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { Place } from "../../editor/label/spaceShapes/places.ts"
import { closeLine, type SpaceShape } from "../../editor/label/spaceShapes/spaceShape.ts"
import type { Point, Points } from "../../geometry/point.ts"
import type { Projection } from "../../geometry/space/sideView.ts"
import {
  addVectors,
  cross,
  dot,
  scaleVector,
  subtractVectors,
  type Vector,
} from "../../geometry/space/vector.ts"

interface SideVertex {
  readonly index: number
  readonly at: Point
}

export interface SideLines {
  readonly lines: ReadonlyArray<Points>
  /** The nearest to the person at the end: it is drawn over the others, and a press means it. */
  readonly vertices: ReadonlyArray<SideVertex>
}

/** The parts of a shape that a view reaches. `at` gives the pixel of a place. */
export const projectIntoSide = (
  { points, type }: Pick<SpaceShape, "points" | "type">,
  { center, depth, into }: Projection,
  at: (place: Vector) => Point,
): SideLines => {
  const measureDepth = (place: Vector) => dot(subtractVectors(place, center), into)
  const vertices = points
    .map((place, index) => ({ index, at: at(place), depth: measureDepth(place) }))
    .filter((one) => Math.abs(one.depth) <= depth)
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ at, index }) => ({ index, at }))
  if (type === "point") return { lines: [], vertices }
  const ends = closeLine(type, points)
  const lines = ends.flatMap((to, index) => {
    const from = ends[index - 1]
    const part = from && clipLine(from, to, measureDepth(from), measureDepth(to), depth)
    return part === undefined ? [] : [part.map(at)]
  })
  return { lines, vertices }
}

/** The part of a line between two depths; undefined where all of it lies before or behind them. */
const clipLine = (
  from: Vector,
  to: Vector,
  start: number,
  end: number,
  depth: number,
): readonly [Vector, Vector] | undefined => {
  const shares = [-depth, depth].map((limit) =>
    end === start ? Number.NaN : (limit - start) / (end - start),
  )
  const [low = 0, high = 1] = shares.toSorted((a, b) => a - b)
  if (Number.isNaN(low)) return Math.abs(start) <= depth ? [from, to] : undefined
  const [first, last] = [Math.max(low, 0), Math.min(high, 1)]
  if (first >= last) return undefined
  const moveAlong = (share: number) => addVectors(from, scaleVector(subtractVectors(to, from), share))
  return [moveAlong(first), moveAlong(last)]
}

/** The distance to the pointer within which a point of the cloud is meant, in pixels. */
const reach = 6

/** The place after a move of so many pixels to the right and down. */
export const moveInPlane = (
  place: Vector,
  { into, metersPerPixel, up }: Pick<Projection, "into" | "metersPerPixel" | "up">,
  [across, down]: Point,
): Vector =>
  addVectors(
    place,
    addVectors(
      scaleVector(cross(into, up), across * metersPerPixel),
      scaleVector(up, 0 - down * metersPerPixel),
    ),
  )

/** Finds the place that is seen as another one is: at that one's pixel, in its own depth. */
export const findSeenPoint = (
  place: Vector,
  { into, up }: Pick<Projection, "into" | "up">,
  other: Vector,
): Vector => {
  const [right, way] = [cross(into, up), subtractVectors(other, place)]
  return addVectors(place, addVectors(scaleVector(right, dot(way, right)), scaleVector(up, dot(way, up))))
}

/** The point of the cloud that the view shows nearest to a place, where one is near it. */
export const pointSeenAt = (
  cloud: PreparedCloud,
  { center, depth, into, metersPerPixel, up }: Projection,
  place: Vector,
): Vector | undefined => {
  const right = cross(into, up)
  const beside = reach * metersPerPixel
  // The view shows what is before and behind its middle, whatever the depth of the place is.
  const middle = addVectors(place, scaleVector(into, dot(subtractVectors(center, place), into)))
  const measureExtent = (axis: 0 | 1 | 2) =>
    Math.abs(right[axis]) * beside + Math.abs(up[axis]) * beside + Math.abs(into[axis]) * depth
  const around: Vector = [measureExtent(0), measureExtent(1), measureExtent(2)]
  const { origin, positions } = cloud
  let [best, nearest]: [Vector | undefined, number] = [undefined, beside]
  for (const { end, start } of listStretches(
    cloud,
    subtractVectors(middle, around),
    addVectors(middle, around),
  ))
    for (let point = start; point < end; point++) {
      const readPart = (axis: 0 | 1 | 2) => (positions[point * 3 + axis] ?? 0) + origin[axis]
      const pointPlace: Vector = [readPart(0), readPart(1), readPart(2)]
      const way = subtractVectors(pointPlace, middle)
      const far = Math.hypot(dot(way, right), dot(way, up))
      if (far > nearest || Math.abs(dot(way, into)) > depth) continue
      ;[best, nearest] = [pointPlace, far]
    }
  return best
}

/** Returns the stored place of a vertex that went from one place to another. Where nothing says how high it was, it gets no height. */
export const placeAfter = (stored: Place, from: Vector, to: Vector, knowsHeight: boolean): Place =>
  stored.length > 2 || (knowsHeight && to[2] !== from[2]) ? to : to.slice(0, 2)
