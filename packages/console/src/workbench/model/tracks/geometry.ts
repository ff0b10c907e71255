/** The geometry of a track between two keyframes, for each kind of annotation. */
import { interpolateCuboid, parseCuboid } from "../../cloud/model/cuboid.ts"
import { withCuboidSource } from "../../cloud/model/cuboidSource.ts"
import { withPlacesBetween } from "../../cloud/shapes/model/places.ts"
import type { Annotation } from "../document/annotation.ts"
import { withShapeBetween } from "../document/exactShape.ts"
import { withMembers } from "../json/edit.ts"
import type { JsonObject } from "../json/value.ts"
import { interpolatePoints, isSamePoints } from "./interpolate.ts"

/** A way between keyframes: without an end the object stays as it was at the start. */
export interface Way {
  readonly start: Annotation
  readonly end: Annotation | undefined
  /** From 0 at the start to 1 at the end. */
  readonly share: number
  /** Whether places are meters of a point cloud instead of pixels of an image. */
  readonly inSpace: boolean
}

/** An annotation with the geometry of a place of the way. The same object when it has it already. */
export const placeOn = (
  { end, inSpace, share, start }: Way,
  annotation: JsonObject,
  at: Annotation,
): JsonObject => {
  const from = parseCuboid(start.source)
  if (from !== undefined) {
    const to = end === undefined ? undefined : parseCuboid(end.source)
    return withCuboidSource(annotation, to === undefined ? from : interpolateCuboid(from, to, share))
  }
  if (inSpace) return withPlacesBetween(annotation, start.source, end?.source, share)
  const exact = withShapeBetween(annotation, start, end, share)
  if (exact !== undefined) return exact
  const points = end === undefined ? start.points : interpolatePoints(start.points, end.points, share)
  return isSamePoints(at.points, points) ? annotation : withMembers(annotation, { points, shape: undefined })
}
