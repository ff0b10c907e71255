/** A straight line of the world in the image of a camera: cut off where the camera sees nothing, and bent by its lens. */
import { measureDistance, measureDistanceToSegment, type Point, type Points } from "../point.ts"
import type { Projector } from "./camera.ts"
import { addVectors, scaleVector, subtractVectors, type Vector } from "./vector.ts"

/** Pieces in which a line is searched for parts that are seen. */
const pieces = 8
/** A piece is divided until it is so near to the bent line, in pixels. */
const exactness = 0.25
/** Divisions of a piece, and steps of the search for the place where a line leaves what is seen. */
const [deepest, steps] = [7, 30]

/** The parts of a line that the camera sees. A lens that sees backwards can show several of them. */
export const projectLine = (project: Projector, from: Vector, to: Vector): ReadonlyArray<Points> => {
  const along = subtractVectors(to, from)
  const projectShare = (share: number) => project(addVectors(from, scaleVector(along, share)))
  const parts: Array<Points> = []
  let part: Array<Point> = []
  let [beforeShare, before] = [0, projectShare(0)]
  if (before !== undefined) part.push(before)
  for (let piece = 1; piece <= pieces; piece++) {
    const share = piece / pieces
    const now = projectShare(share)
    if (before !== undefined && now !== undefined)
      refineLine(part, projectShare, [beforeShare, before], [share, now])
    else if (before !== undefined) {
      const [edgeShare, edge] = findEdge(projectShare, [beforeShare, before], share)
      refineLine(part, projectShare, [beforeShare, before], [edgeShare, edge])
      parts.push(part)
      part = []
    } else if (now !== undefined) {
      const [edgeShare, edge] = findEdge(projectShare, [share, now], beforeShare)
      part.push(edge)
      refineLine(part, projectShare, [edgeShare, edge], [share, now])
    }
    ;[beforeShare, before] = [share, now]
  }
  if (part.length > 1) parts.push(part)
  return parts
}

/** A share of the line, and where it is in the image. */
type Place = readonly [share: number, at: Point]

/** Adds the bent line behind its start. */
const refineLine = (
  line: Array<Point>,
  at: (share: number) => Point | undefined,
  [fromShare, from]: Place,
  [toShare, to]: Place,
  depth = 0,
): void => {
  const share = (fromShare + toShare) / 2
  const middle = depth < deepest && measureDistance(from, to) > 2 ? at(share) : undefined
  if (middle === undefined || measureDistanceToSegment(middle, from, to) <= exactness) {
    line.push(to)
    return
  }
  refineLine(line, at, [fromShare, from], [share, middle], depth + 1)
  refineLine(line, at, [share, middle], [toShare, to], depth + 1)
}

/** The last place that is seen, between one that is and one that is not. */
const findEdge = (at: (share: number) => Point | undefined, seen: Place, unseen: number): Place => {
  let [inside, outside] = [seen, unseen]
  for (let step = 0; step < steps; step++) {
    const share = (inside[0] + outside) / 2
    const place = at(share)
    if (place === undefined) outside = share
    else inside = [share, place]
  }
  return inside
}
