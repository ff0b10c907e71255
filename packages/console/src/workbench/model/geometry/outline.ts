/** Bounds, area and distance of the four shapes that are drawn on images. */
import { distance, distanceToSegment, type Point, type Points } from "./point.ts"

export type ShapeType = "bbox" | "polygon" | "polyline" | "point"

/** What geometry needs to know of a drawn shape. */
export interface Outline {
  readonly type: ShapeType
  readonly points: Points
}

export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The smallest upright rectangle around the points. */
export const boundsOf = (points: Points): Bounds => {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, right, bottom }
}

/** The area that a shape covers: none for lines and points. */
export const areaOf = ({ points, type }: Outline): number => {
  if (type === "bbox") {
    const { bottom, left, right, top } = boundsOf(points)
    return (right - left) * (bottom - top)
  }
  if (type !== "polygon") return 0
  let twice = 0
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = at(points, index + 1)
    twice += x * nextY - nextX * y
  }
  return Math.abs(twice) / 2
}

/** Whether a point is within the area of the shape. */
export const covers = ({ points, type }: Outline, [x, y]: Point): boolean => {
  if (type === "bbox") {
    const { bottom, left, right, top } = boundsOf(points)
    return x >= left && x <= right && y >= top && y <= bottom
  }
  if (type !== "polygon") return false
  let inside = false
  for (const [index, [ax, ay]] of points.entries()) {
    const [bx, by] = at(points, index + 1)
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** The distance from a point to the line of the shape, or to its nearest point. */
export const distanceToOutline = (outline: Outline, point: Point): number => {
  if (outline.type === "point") return Math.min(...outline.points.map((vertex) => distance(vertex, point)))
  const corners = outline.type === "bbox" ? cornersOf(outline.points) : outline.points
  const closes = outline.type !== "polyline"
  let least = Number.POSITIVE_INFINITY
  for (const [index, from] of corners.entries()) {
    if (!closes && index === corners.length - 1) break
    least = Math.min(least, distanceToSegment(point, from, at(corners, index + 1)))
  }
  return least
}

/** The corners of a box, clockwise from the upper left one. */
const cornersOf = (points: Points): Points => {
  const { bottom, left, right, top } = boundsOf(points)
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** The vertex at an index that may run past the end, as around a polygon. */
const at = (points: Points, index: number): Point => points[index % points.length] ?? [0, 0]
