/** A straight line of the world in the image of a camera: cut off where the camera sees nothing, and bent by its lens. */
import { distance, distanceToSegment, type Point, type Points } from "../../model/geometry/point.ts"
import type { Projector } from "./camera.ts"
import { minus, plus, times, type Vector } from "./vector.ts"

/** Pieces in which a line is searched for parts that are seen. */
const pieces = 8
/** A piece is divided until it is so near to the bent line, in pixels. */
const exactness = 0.25
/** Divisions of a piece, and steps of the search for the place where a line leaves what is seen. */
const [deepest, steps] = [7, 30]

/** The parts of a line that the camera sees. A lens that sees backwards can show several of them. */
export const lineInImage = (project: Projector, from: Vector, to: Vector): ReadonlyArray<Points> => {
  const along = minus(to, from)
  const at = (share: number) => project(plus(from, times(along, share)))
  const parts: Array<Points> = []
  let part: Array<Point> = []
  let [beforeShare, before] = [0, at(0)]
  if (before !== undefined) part.push(before)
  for (let piece = 1; piece <= pieces; piece++) {
    const share = piece / pieces
    const now = at(share)
    if (before !== undefined && now !== undefined) bend(part, at, [beforeShare, before], [share, now])
    else if (before !== undefined) {
      const [edgeShare, edge] = edgeOf(at, [beforeShare, before], share)
      bend(part, at, [beforeShare, before], [edgeShare, edge])
      parts.push(part)
      part = []
    } else if (now !== undefined) {
      const [edgeShare, edge] = edgeOf(at, [share, now], beforeShare)
      part.push(edge)
      bend(part, at, [edgeShare, edge], [share, now])
    }
    ;[beforeShare, before] = [share, now]
  }
  if (part.length > 1) parts.push(part)
  return parts
}

/** A share of the line, and where it is in the image. */
type Place = readonly [share: number, at: Point]

/** Adds the bent line behind its start. */
const bend = (
  line: Array<Point>,
  at: (share: number) => Point | undefined,
  [fromShare, from]: Place,
  [toShare, to]: Place,
  depth = 0,
): void => {
  const share = (fromShare + toShare) / 2
  const middle = depth < deepest && distance(from, to) > 2 ? at(share) : undefined
  if (middle === undefined || distanceToSegment(middle, from, to) <= exactness) {
    line.push(to)
    return
  }
  bend(line, at, [fromShare, from], [share, middle], depth + 1)
  bend(line, at, [share, middle], [toShare, to], depth + 1)
}

/** The last place that is seen, between one that is and one that is not. */
const edgeOf = (at: (share: number) => Point | undefined, seen: Place, unseen: number): Place => {
  let [inside, outside] = [seen, unseen]
  for (let step = 0; step < steps; step++) {
    const share = (inside[0] + outside) / 2
    const found = at(share)
    if (found === undefined) outside = share
    else inside = [share, found]
  }
  return inside
}
