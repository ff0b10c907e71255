/** Bounds, area and distance of the four shapes that are drawn on images. */
import { measureDistance, measureDistanceToSegment, type Point, type Points } from "./point.ts"

export type ShapeType = "bbox" | "polygon" | "polyline" | "point"

/** Geometry needs to know this of a drawn shape. */
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
export const computeBounds = (points: Points): Bounds => {
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
export const computeArea = ({ points, type }: Outline): number => {
  if (type === "bbox") {
    const { bottom, left, right, top } = computeBounds(points)
    return (right - left) * (bottom - top)
  }
  if (type !== "polygon") return 0
  let twice = 0
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = getPointAt(points, index + 1)
    twice += x * nextY - nextX * y
  }
  return Math.abs(twice) / 2
}

/** Whether a point is within the area of the shape. */
export const isCovering = ({ points, type }: Outline, [x, y]: Point): boolean => {
  if (type === "bbox") {
    const { bottom, left, right, top } = computeBounds(points)
    return x >= left && x <= right && y >= top && y <= bottom
  }
  if (type !== "polygon") return false
  let inside = false
  for (const [index, [ax, ay]] of points.entries()) {
    const [bx, by] = getPointAt(points, index + 1)
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** The distance from a point to the line of the shape, or to its nearest point. */
export const measureDistanceToOutline = (outline: Outline, point: Point): number => {
  if (outline.type === "point")
    return Math.min(...outline.points.map((vertex) => measureDistance(vertex, point)))
  const corners = outline.type === "bbox" ? listCorners(outline.points) : outline.points
  const closes = outline.type !== "polyline"
  let least = Number.POSITIVE_INFINITY
  for (const [index, from] of corners.entries()) {
    if (!closes && index === corners.length - 1) break
    least = Math.min(least, measureDistanceToSegment(point, from, getPointAt(corners, index + 1)))
  }
  return least
}

/** The corners of a box, clockwise from the upper left one. */
const listCorners = (points: Points): Points => {
  const { bottom, left, right, top } = computeBounds(points)
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** The vertex at an index that may run past the end, as around a polygon. */
const getPointAt = (points: Points, index: number): Point => points[index % points.length] ?? [0, 0]
