/** Cuboids: reading them from annotations, their geometry, and the changes that people make to them. */
import {
  type Axes,
  addVectors,
  fromQuaternion,
  fromYaw,
  interpolateQuaternion,
  moveAlongAxes,
  type Quaternion,
  replaceAxis,
  scaleVector,
  subtractVectors,
  toAxes,
  turnUpright,
  type Vector,
  wrapAngle,
} from "../../../geometry/space/vector.ts"
import { isObject, type Json, type JsonObject, toNumber } from "../../json/value.ts"

export interface Cuboid {
  /** The center, in coordinates of the world. */
  readonly position: Vector
  /** Length, width and height. */
  readonly dimensions: Vector
  /** Radians, counterclockwise, zero along x. */
  readonly yaw: number
  /** The whole rotation, where the label has one. It decides instead of the yaw. */
  readonly rotation: Quaternion | undefined
}

const read = new WeakMap<JsonObject, Cuboid | null>()

/** The cuboid of an annotation; undefined for another type, and for one with a number missing. */
export const parseCuboid = (source: JsonObject): Cuboid | undefined => {
  const cached = read.get(source)
  if (cached !== undefined) return cached ?? undefined
  const cuboid = readCuboid(source)
  read.set(source, cuboid ?? null)
  return cuboid
}

/** Whether an annotation is of the types that are drawn as cuboids. */
const isCuboid = (source: JsonObject): boolean => source.type === "cuboid" || source.type === "cuboid-sync"

const readCuboid = (source: JsonObject): Cuboid | undefined => {
  if (!isCuboid(source)) return undefined
  const position = readVector(source.position)
  const dimensions = readVector(source.dimensions)
  const yaw = toNumber(source.yaw)
  if (position === undefined || dimensions === undefined || !Number.isFinite(yaw)) return undefined
  return { position, dimensions, yaw, rotation: readQuaternion(source.rotation) }
}

const readVector = (value: Json | undefined): Vector | undefined => {
  if (!isObject(value)) return undefined
  const vector: Vector = [toNumber(value.x), toNumber(value.y), toNumber(value.z)]
  return vector.every(Number.isFinite) ? vector : undefined
}

const readQuaternion = (value: Json | undefined): Quaternion | undefined => {
  if (!isObject(value)) return undefined
  const rotation: Quaternion = [
    toNumber(value.qx),
    toNumber(value.qy),
    toNumber(value.qz),
    toNumber(value.qw),
  ]
  return rotation.every(Number.isFinite) && fromQuaternion(rotation) !== undefined ? rotation : undefined
}

/** The directions of length, width and height. */
export const computeAxes = ({ rotation, yaw }: Cuboid): Axes =>
  (rotation === undefined ? undefined : fromQuaternion(rotation)) ?? fromYaw(yaw)

/** The eight corners: of the bottom, then of the top, each counterclockwise from the rear right. */
export const listCorners = (cuboid: Cuboid): ReadonlyArray<Vector> => {
  const axes = computeAxes(cuboid)
  const [x, y, z] = scaleVector(cuboid.dimensions, 0.5)
  return [-1, 1].flatMap((up) =>
    (
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const
    ).map(([ahead, left]) => addVectors(cuboid.position, moveAlongAxes(axes, [ahead * x, left * y, up * z]))),
  )
}

/** The corners that each edge connects. */
export const cuboidEdges = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
  [4, 5],
  [5, 6],
  [6, 7],
  [7, 4],
  [0, 4],
  [1, 5],
  [2, 6],
  [3, 7],
] as const

/** The coordinates of a place in the frame of the cuboid, from its center. */
export const toLocal = (cuboid: Cuboid, place: Vector): Vector =>
  toAxes(computeAxes(cuboid), subtractVectors(place, cuboid.position))

export const moveCuboid = (cuboid: Cuboid, by: Vector): Cuboid => ({
  ...cuboid,
  position: addVectors(cuboid.position, by),
})

/** The cuboid at its own left side. */
export const moveBeside = (cuboid: Cuboid): Cuboid =>
  moveCuboid(cuboid, scaleVector(computeAxes(cuboid)[1], cuboid.dimensions[1] + 0.5))

/** The cuboid turned about the vertical through its center. */
export const turnCuboid = (cuboid: Cuboid, angle: number): Cuboid => ({
  ...cuboid,
  yaw: wrapAngle(cuboid.yaw + angle),
  rotation: cuboid.rotation === undefined ? undefined : turnUpright(cuboid.rotation, angle),
})

/** The same place, with the heading the other way. */
export const flipCuboid = (cuboid: Cuboid): Cuboid => turnCuboid(cuboid, Math.PI)

/** No side becomes shorter than this. */
export const shortestSide = 0.05

export const withDimension = (cuboid: Cuboid, axis: 0 | 1 | 2, value: number): Cuboid => ({
  ...cuboid,
  dimensions: replaceAxis(cuboid.dimensions, axis, Math.max(value, shortestSide)),
})

/** Moves one face along its axis, while the face across from it stays. */
export const withFaceMoved = (cuboid: Cuboid, axis: 0 | 1 | 2, side: 1 | -1, by: number): Cuboid => {
  const grown = Math.max(by * side, shortestSide - cuboid.dimensions[axis])
  const half = replaceAxis([0, 0, 0], axis, (grown * side) / 2)
  return {
    ...cuboid,
    dimensions: replaceAxis(cuboid.dimensions, axis, cuboid.dimensions[axis] + grown),
    position: addVectors(cuboid.position, moveAlongAxes(computeAxes(cuboid), half)),
  }
}

/** The cuboid at a share of the way from one to another: the yaw takes the shorter arc. */
export const interpolateCuboid = (from: Cuboid, to: Cuboid, share: number): Cuboid => {
  const mixVectors = (a: Vector, b: Vector) => addVectors(a, scaleVector(subtractVectors(b, a), share))
  // Where one of both has no whole rotation, the yaw decides.
  const rotation =
    from.rotation === undefined || to.rotation === undefined
      ? undefined
      : interpolateQuaternion(from.rotation, to.rotation, share)
  return {
    position: mixVectors(from.position, to.position),
    dimensions: mixVectors(from.dimensions, to.dimensions),
    yaw: wrapAngle(from.yaw + wrapAngle(to.yaw - from.yaw) * share),
    rotation,
  }
}

/**
 * The cuboid mirrored along a horizontal axis of the world about a center. Its heading is mirrored too; its left and its right side
 * change places, which nobody sees of a cuboid.
 */
export const mirrorCuboid = (cuboid: Cuboid, axis: 0 | 1, center: Vector): Cuboid => ({
  ...cuboid,
  position: replaceAxis(cuboid.position, axis, 2 * center[axis] - cuboid.position[axis]),
  yaw: wrapAngle(axis === 0 ? Math.PI - cuboid.yaw : -cuboid.yaw),
  rotation: cuboid.rotation === undefined ? undefined : mirrorRotation(cuboid.rotation, axis),
})

/** The rotation whose forward and upward axes are the mirror images of those of another. */
const mirrorRotation = ([x, y, z, w]: Quaternion, axis: 0 | 1): Quaternion =>
  // Along x it is followed by half a turn about the own vertical, because the mirror image of forward would be backward.
  axis === 0 ? [-y, -x, w, z] : [-x, y, -z, w]

/** Pitch and roll of cuboids: the angles of a whole rotation, about the width and about the length, after which comes the yaw. */
interface Tilt {
  /** Radians about the width: the front goes down. */
  readonly pitch: number
  /** Radians about the length: the left side goes up. */
  readonly roll: number
}

/** The tilt of a cuboid; zero for one without a whole rotation. */
export const readTilt = (cuboid: Cuboid): Tilt => {
  if (cuboid.rotation === undefined) return { pitch: 0, roll: 0 }
  const [ahead, left, up] = computeAxes(cuboid)
  return { pitch: Math.asin(Math.min(Math.max(-ahead[2], -1), 1)), roll: Math.atan2(left[2], up[2]) }
}

/** The cuboid with another tilt and the same heading. */
export const withTilt = (cuboid: Cuboid, { pitch, roll }: Tilt): Cuboid => {
  const [ahead] = computeAxes(cuboid)
  const yaw = cuboid.rotation === undefined ? cuboid.yaw : Math.atan2(ahead[1], ahead[0])
  if (cuboid.rotation === undefined && pitch === 0 && roll === 0) return cuboid
  return { ...cuboid, yaw, rotation: toQuaternion(yaw, pitch, roll) }
}

const toQuaternion = (yaw: number, pitch: number, roll: number): Quaternion => {
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)]
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)]
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)]
  return [
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
    cr * cp * cy + sr * sp * sy,
  ]
}
