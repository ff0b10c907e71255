/** The shape between two keyframes of a track. */
import type { ExactShape, Joint, Multipolygon, Point, Ring, Skeleton } from "./ExactShape.ts"

/**
 * `share` is 0 at the first shape and 1 at the second. Angles turn along the shorter arc. Joints move by their names and keep the visibility
 * that they have in the first shape. A shape that differs from the second in its type or in its numbers of points stays as it is, and so
 * does a mask.
 */
export const mixShapes = (from: ExactShape, to: ExactShape, share: number): ExactShape => {
  if (from.type === "rotated_box" && to.type === "rotated_box")
    return {
      type: from.type,
      center: mixPoints(from.center, to.center, share),
      size: mixPoints(from.size, to.size, share),
      angle: mixAngles(from.angle, to.angle, share),
    }
  if (from.type === "ellipse" && to.type === "ellipse")
    return {
      type: from.type,
      center: mixPoints(from.center, to.center, share),
      radii: mixPoints(from.radii, to.radii, share),
      angle: mixAngles(from.angle, to.angle, share),
    }
  if (from.type === "skeleton" && to.type === "skeleton") return mixSkeletons(from, to, share)
  if (from.type === "multipolygon" && to.type === "multipolygon") return mixPolygons(from, to, share)
  return from
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share

const mixPoints = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  mix(ax, bx, share),
  mix(ay, by, share),
]

const mixAngles = (from: number, to: number, share: number): number =>
  wrapTurn(from + wrapTurn(to - from) * share)

/** Into (−π, π]. */
export const wrapTurn = (angle: number): number => {
  if (angle > -Math.PI && angle <= Math.PI) return angle
  const turned = angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI))
  return turned === -Math.PI ? Math.PI : turned
}

const mixSkeletons = (from: Skeleton, to: Skeleton, share: number): Skeleton => {
  const others = new Map(to.joints.map((joint) => [joint.name, joint]))
  return {
    type: from.type,
    joints: from.joints.map((joint) => mixJoints(joint, others.get(joint.name), share)),
    ...(from.box && {
      box: to.box
        ? [mixPoints(from.box[0], to.box[0], share), mixPoints(from.box[1], to.box[1], share)]
        : from.box,
    }),
  }
}

const mixJoints = (from: Joint, to: Joint | undefined, share: number): Joint =>
  from.x === null || from.y === null || to === undefined || to.x === null || to.y === null
    ? from
    : { ...from, x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) }

const mixPolygons = (from: Multipolygon, to: Multipolygon, share: number): Multipolygon => {
  if (share === 0 || from.pixels === true || to.pixels === true || !isAlike(from, to)) return from
  return {
    type: from.type,
    polygons: from.polygons.map((rings, i) =>
      rings.map((ring, j) =>
        ring.map((point, k) => mixPoints(point, to.polygons[i]?.[j]?.[k] ?? point, share)),
      ),
    ),
  }
}

const isAlike = (a: Multipolygon, b: Multipolygon): boolean => {
  const isSame = (one: Ring, other: Ring | undefined) => one.length === other?.length
  return (
    a.polygons.length === b.polygons.length &&
    a.polygons.every(
      (rings, i) =>
        rings.length === b.polygons[i]?.length && rings.every((ring, j) => isSame(ring, b.polygons[i]?.[j])),
    )
  )
}
