/** Reads the shape of an annotation for comparison. */

import type { ExactShape, Point, Skeleton } from "../../domain/exactShape/ExactShape.ts"
import { computeCorners, computeOutline } from "../../domain/exactShape/toContract.ts"
import { findDegeneracy } from "../../warnings/geometry/soundness.ts"
import type { Annotation, Cuboid } from "../../warnings/read/Scene.ts"
import { computeBox, findExactShape, getDrawing } from "../../warnings/rules/quality/drawing.ts"
import { makeRegion } from "../geometry/regions.ts"
import type { Instance } from "./ComparableObject.ts"

/** Corners of the outline by which an ellipse is measured; its area is exact to 0.01 %. */
const ellipseCorners = 256

/** An annotation whose shape is malformed is an object all the same; it resembles no other. */
export const readInstance = (annotation: Annotation): Instance => {
  if (annotation.cuboid !== null) return readCuboid(annotation, annotation.cuboid)
  const exact = findExactShape(annotation)
  if (exact !== null) return readExact(annotation, exact)
  const drawing = getDrawing(annotation)
  if (drawing === null) return { annotation, shape: { kind: "ids" }, bounds: everywhere }
  const { points, type } = drawing
  const { bottom, left, right, top } = computeBox(points)
  const bounds = [left, top, right, bottom] as const
  switch (type) {
    case "bbox":
      return { annotation, shape: boxShape, bounds }
    case "polygon":
      return readRegion(annotation, [[points.map(([x = 0, y = 0]) => [x, y] as const)]])
    case "polyline":
      return { annotation, shape: { kind: "line", points }, bounds }
    default:
      return { annotation, shape: { kind: "points", points }, bounds }
  }
}

/** Whether pixels or points are all of the shape of an annotation. */
export const isSegment = (annotation: Annotation): boolean =>
  annotation.cuboid === null && findExactShape(annotation) === null && getDrawing(annotation) === null

/** One for all, because the bounds of a box are all of it. */
const boxShape = { kind: "box" } as const

const everywhere = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
] as const

/** A degenerate cuboid has no bounds, and so resembles nothing. */
const readCuboid = (annotation: Annotation, cuboid: Cuboid): Instance => {
  const { dimensions, position, turn } = cuboid
  const isSound = findDegeneracy(position, dimensions, turn) === undefined
  const radius = isSound ? Math.hypot(dimensions.x, dimensions.y, dimensions.z) / 2 : Number.NaN
  return {
    annotation,
    shape: { kind: "cuboid", cuboid },
    bounds: [position.x - radius, position.y - radius, position.x + radius, position.y + radius],
  }
}

const readExact = (annotation: Annotation, shape: ExactShape): Instance => {
  switch (shape.type) {
    case "rotated_box":
      return readRegion(annotation, [[computeCorners(shape)]])
    case "ellipse":
      return readRegion(annotation, [[computeOutline(shape, ellipseCorners)]])
    case "multipolygon":
      return readRegion(annotation, shape.polygons)
    case "skeleton":
      return readSkeleton(annotation, shape)
  }
}

const readRegion = (
  annotation: Annotation,
  polygons: ReadonlyArray<ReadonlyArray<ReadonlyArray<Point>>>,
): Instance => {
  const region = makeRegion(polygons)
  const { bottom, left, right, top } = region
  return { annotation, shape: { kind: "region", region }, bounds: [left, top, right, bottom] }
}

/** A side of the box of a skeleton that is shorter counts as one pixel: joints on one line, or a single one, have a box without an area. */
const leastSide = 1

/** The area is that of the box of the object, or of the box around its joints. */
const readSkeleton = (annotation: Annotation, { box, joints }: Skeleton): Instance => {
  const placed = joints.flatMap(({ x, y }) => (x === null || y === null ? [] : [[x, y]]))
  const { bottom, left, right, top } = computeBox(box ?? placed)
  const area = Math.max(leastSide, Math.abs(right - left)) * Math.max(leastSide, Math.abs(bottom - top))
  return { annotation, shape: { kind: "skeleton", joints, area }, bounds: everywhere }
}
