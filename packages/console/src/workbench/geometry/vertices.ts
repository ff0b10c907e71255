/** Edits of the vertices of polygons, polylines and points. */
import type { ShapeType } from "./outline.ts"
import { addPoints, computeMiddle, type Point, type Points } from "./point.ts"

/** The fewest points that a shape may have, as the server checks. */
export const leastPoints: { readonly [Type in ShapeType]: number } = {
  bbox: 2,
  polygon: 3,
  polyline: 2,
  point: 1,
}

/** The shape moved as a whole. */
export const movePoints = (points: Points, by: Point): Points => points.map((point) => addPoints(point, by))

export const withVertexAt = (points: Points, index: number, to: Point): Points => points.with(index, to)

/** A vertex between the one at `index` and the next. */
export const withVertexAfter = (points: Points, index: number, vertex: Point): Points =>
  points.toSpliced(index + 1, 0, vertex)

/** Without a vertex; undefined when the shape would have too few. */
export const removeVertex = (type: ShapeType, points: Points, index: number): Points | undefined =>
  points.length > leastPoints[type] ? points.toSpliced(index, 1) : undefined

/** The middle of each side, where a drag inserts a vertex. Boxes and points have none. */
export const listMidpoints = (type: ShapeType, points: Points): ReadonlyArray<Midpoint> => {
  if (type === "bbox" || type === "point") return []
  return points.flatMap((from, index) => {
    const to = points[index + 1] ?? (type === "polygon" ? points[0] : undefined)
    return to === undefined ? [] : [{ after: index, at: computeMiddle(from, to) }]
  })
}

export interface Midpoint {
  /** The index of the vertex before it. */
  readonly after: number
  readonly at: Point
}
