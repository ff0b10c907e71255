/** Moves of a vertex in a view without perspective: in its plane, never into its depth. */
import type { Point } from "../../../model/geometry/point.ts"
import { stretchesWithin } from "../../model/octree.ts"
import type { PreparedCloud } from "../../model/prepared.ts"
import type { Projection } from "../../model/sideView.ts"
import { cross, dot, minus, plus, times, type Vector } from "../../model/vector.ts"
import type { Place } from "./places.ts"

/** How near a point of the cloud must be to the pointer to be meant, in pixels. */
const reach = 6

/** The place after a move of so many pixels to the right and down. */
export const movedInPlane = (
  place: Vector,
  { into, metersPerPixel, up }: Pick<Projection, "into" | "metersPerPixel" | "up">,
  [across, down]: Point,
): Vector =>
  plus(place, plus(times(cross(into, up), across * metersPerPixel), times(up, 0 - down * metersPerPixel)))

/** Where the place is seen as another one is: at that one's pixel, in its own depth. */
export const seenLike = (
  place: Vector,
  { into, up }: Pick<Projection, "into" | "up">,
  other: Vector,
): Vector => {
  const [right, way] = [cross(into, up), minus(other, place)]
  return plus(place, plus(times(right, dot(way, right)), times(up, dot(way, up))))
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
  const middle = plus(place, times(into, dot(minus(center, place), into)))
  const extent = (axis: 0 | 1 | 2) =>
    Math.abs(right[axis]) * beside + Math.abs(up[axis]) * beside + Math.abs(into[axis]) * depth
  const around: Vector = [extent(0), extent(1), extent(2)]
  const { origin, positions } = cloud
  let [best, nearest]: [Vector | undefined, number] = [undefined, beside]
  for (const { end, start } of stretchesWithin(cloud, minus(middle, around), plus(middle, around)))
    for (let point = start; point < end; point++) {
      const part = (axis: 0 | 1 | 2) => (positions[point * 3 + axis] ?? 0) + origin[axis]
      const found: Vector = [part(0), part(1), part(2)]
      const way = minus(found, middle)
      const far = Math.hypot(dot(way, right), dot(way, up))
      if (far > nearest || Math.abs(dot(way, into)) > depth) continue
      ;[best, nearest] = [found, far]
    }
  return best
}

/** What is stored of a vertex that went from one place to another. Where nothing says how high it was, it gets no height. */
export const placeAfter = (stored: Place, from: Vector, to: Vector, knowsHeight: boolean): Place =>
  stored.length > 2 || (knowsHeight && to[2] !== from[2]) ? to : to.slice(0, 2)
