/** Cuboids: reading them from annotations, their geometry, and the changes that people make to them. */
import { isObject, type Json, type JsonObject, numberOf } from "../../model/json/value.ts"
import {
  type Axes,
  alongAxes,
  axesOfQuaternion,
  axesOfYaw,
  inAxes,
  minus,
  plus,
  type Quaternion,
  replaced,
  slerp,
  times,
  turnedUpright,
  type Vector,
  wrapped,
} from "./vector.ts"

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
export const cuboidOf = (source: JsonObject): Cuboid | undefined => {
  const known = read.get(source)
  if (known !== undefined) return known ?? undefined
  const cuboid = readCuboid(source)
  read.set(source, cuboid ?? null)
  return cuboid
}

/** Whether an annotation is of the types that are drawn as cuboids. */
const isCuboid = (source: JsonObject): boolean => source.type === "cuboid" || source.type === "cuboid-sync"

const readCuboid = (source: JsonObject): Cuboid | undefined => {
  if (!isCuboid(source)) return undefined
  const position = vectorOf(source.position)
  const dimensions = vectorOf(source.dimensions)
  const yaw = numberOf(source.yaw)
  if (position === undefined || dimensions === undefined || !Number.isFinite(yaw)) return undefined
  return { position, dimensions, yaw, rotation: quaternionOf(source.rotation) }
}

const vectorOf = (value: Json | undefined): Vector | undefined => {
  if (!isObject(value)) return undefined
  const vector: Vector = [numberOf(value.x), numberOf(value.y), numberOf(value.z)]
  return vector.every(Number.isFinite) ? vector : undefined
}

const quaternionOf = (value: Json | undefined): Quaternion | undefined => {
  if (!isObject(value)) return undefined
  const rotation: Quaternion = [
    numberOf(value.qx),
    numberOf(value.qy),
    numberOf(value.qz),
    numberOf(value.qw),
  ]
  return rotation.every(Number.isFinite) && axesOfQuaternion(rotation) !== undefined ? rotation : undefined
}

/** The directions of length, width and height. */
export const axesOf = ({ rotation, yaw }: Cuboid): Axes =>
  (rotation === undefined ? undefined : axesOfQuaternion(rotation)) ?? axesOfYaw(yaw)

/** The eight corners: of the bottom, then of the top, each counterclockwise from the rear right. */
export const cornersOf = (cuboid: Cuboid): ReadonlyArray<Vector> => {
  const axes = axesOf(cuboid)
  const [x, y, z] = times(cuboid.dimensions, 0.5)
  return [-1, 1].flatMap((up) =>
    (
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const
    ).map(([ahead, left]) => plus(cuboid.position, alongAxes(axes, [ahead * x, left * y, up * z]))),
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
  inAxes(axesOf(cuboid), minus(place, cuboid.position))

export const movedBy = (cuboid: Cuboid, by: Vector): Cuboid => ({
  ...cuboid,
  position: plus(cuboid.position, by),
})

/** The cuboid at its own left side. */
export const besideItself = (cuboid: Cuboid): Cuboid =>
  movedBy(cuboid, times(axesOf(cuboid)[1], cuboid.dimensions[1] + 0.5))

/** The cuboid turned about the vertical through its center. */
export const turnedBy = (cuboid: Cuboid, angle: number): Cuboid => ({
  ...cuboid,
  yaw: wrapped(cuboid.yaw + angle),
  rotation: cuboid.rotation === undefined ? undefined : turnedUpright(cuboid.rotation, angle),
})

/** The same place, with the heading the other way. */
export const flipped = (cuboid: Cuboid): Cuboid => turnedBy(cuboid, Math.PI)

/** No side becomes shorter than this. */
export const shortestSide = 0.05

export const withDimension = (cuboid: Cuboid, axis: 0 | 1 | 2, value: number): Cuboid => ({
  ...cuboid,
  dimensions: replaced(cuboid.dimensions, axis, Math.max(value, shortestSide)),
})

/** Moves one face along its axis, while the face across from it stays. */
export const withFaceMoved = (cuboid: Cuboid, axis: 0 | 1 | 2, side: 1 | -1, by: number): Cuboid => {
  const grown = Math.max(by * side, shortestSide - cuboid.dimensions[axis])
  const half = replaced([0, 0, 0], axis, (grown * side) / 2)
  return {
    ...cuboid,
    dimensions: replaced(cuboid.dimensions, axis, cuboid.dimensions[axis] + grown),
    position: plus(cuboid.position, alongAxes(axesOf(cuboid), half)),
  }
}

/** The cuboid at a share of the way from one to another: the yaw takes the shorter arc. */
export const cuboidBetween = (from: Cuboid, to: Cuboid, share: number): Cuboid => {
  const mixed = (a: Vector, b: Vector) => plus(a, times(minus(b, a), share))
  // Where one of both has no whole rotation, the yaw decides.
  const rotation =
    from.rotation === undefined || to.rotation === undefined
      ? undefined
      : slerp(from.rotation, to.rotation, share)
  return {
    position: mixed(from.position, to.position),
    dimensions: mixed(from.dimensions, to.dimensions),
    yaw: wrapped(from.yaw + wrapped(to.yaw - from.yaw) * share),
    rotation,
  }
}
