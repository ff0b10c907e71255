/** Vectors and rotations in double precision. */
import type { Vector } from "../../clouds/formats/Cloud.ts"

export type { Vector } from "../../clouds/formats/Cloud.ts"

/** x, y, z, w. */
export type Quaternion = readonly [number, number, number, number]

/** The axes of a rotated frame, as unit vectors of the frame around it. */
export type Axes = readonly [Vector, Vector, Vector]

export const addVectors = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtractVectors = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scaleVector = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const measureLength = (a: Vector): number => Math.hypot(a[0], a[1], a[2])
export const normalizeVector = (a: Vector): Vector => scaleVector(a, 1 / (measureLength(a) || 1))

/** The vector that has these coordinates in a frame. */
export const moveAlongAxes = (axes: Axes, [x, y, z]: Vector): Vector =>
  addVectors(addVectors(scaleVector(axes[0], x), scaleVector(axes[1], y)), scaleVector(axes[2], z))

/** The vector with one coordinate replaced. */
export const replaceAxis = (vector: Vector, axis: 0 | 1 | 2, value: number): Vector => {
  const [x, y, z] = vector.with(axis, value)
  return [x ?? 0, y ?? 0, z ?? 0]
}

/** The coordinates of a vector in a frame. */
export const toAxes = (axes: Axes, vector: Vector): Vector => [
  dot(axes[0], vector),
  dot(axes[1], vector),
  dot(axes[2], vector),
]

/** An equal turn between -π and π. */
export const wrapAngle = (angle: number): number => {
  const turns = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
  return Math.min(Math.max(turns, -Math.PI), Math.PI)
}

export const fromYaw = (yaw: number): Axes => [
  [Math.cos(yaw), Math.sin(yaw), 0],
  [-Math.sin(yaw), Math.cos(yaw), 0],
  [0, 0, 1],
]

/** The axes of a rotation; undefined for a quaternion of length zero. */
export const fromQuaternion = (rotation: Quaternion): Axes | undefined => {
  const length = Math.hypot(...rotation)
  if (!(length > 0) || !Number.isFinite(length)) return undefined
  const [x, y, z, w] = rotation.map((part) => part / length)
  if (x === undefined || y === undefined || z === undefined || w === undefined) return undefined
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ]
}

/** The rotation about the vertical, followed by another: the second turns the result of the first. */
export const turnUpright = ([x, y, z, w]: Quaternion, angle: number): Quaternion => {
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)]
  return [c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z]
}

/** The rotation at a share of the way between two, on the shorter arc. */
export const interpolateQuaternion = (from: Quaternion, to: Quaternion, share: number): Quaternion => {
  const cosine = from.reduce((sum, part, index) => sum + part * (to[index] ?? 0), 0)
  const sign = cosine < 0 ? -1 : 1
  const angle = Math.acos(Math.min(Math.abs(cosine), 1))
  const [a, b] =
    angle < 1e-6
      ? [1 - share, share]
      : [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)]
  const mixAt = (index: 0 | 1 | 2 | 3) => a * from[index] + b * sign * to[index]
  return [mixAt(0), mixAt(1), mixAt(2), mixAt(3)]
}
