/** Rotations as matrices of 3 × 3, row by row, for formats that write them so. */
import { normalizeQuaternion } from "./poses.ts"
import type { Pose, Quaternion } from "./Scene.ts"

export type Matrix = ReadonlyArray<number>

export const toRotationMatrix = ({ qw, qx, qy, qz }: Quaternion): Matrix => [
  1 - 2 * (qy * qy + qz * qz),
  2 * (qx * qy - qw * qz),
  2 * (qx * qz + qw * qy),
  2 * (qx * qy + qw * qz),
  1 - 2 * (qx * qx + qz * qz),
  2 * (qy * qz - qw * qx),
  2 * (qx * qz - qw * qy),
  2 * (qy * qz + qw * qx),
  1 - 2 * (qx * qx + qy * qy),
]

/** Null when the nine numbers are no rotation: their rows are no unit vectors at right angles, or they mirror. */
const fromRotationMatrix = (matrix: Matrix): Quaternion | null => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix
  const squares = [1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i]
  const largest = squares.indexOf(Math.max(...squares))
  const candidates = [
    { qw: squares[0] ?? 0, qx: h - f, qy: c - g, qz: d - b },
    { qw: h - f, qx: squares[1] ?? 0, qy: b + d, qz: c + g },
    { qw: c - g, qx: b + d, qy: squares[2] ?? 0, qz: f + h },
    { qw: d - b, qx: c + g, qy: f + h, qz: squares[3] ?? 0 },
  ]
  const quaternion = candidates[largest] && normalizeQuaternion(candidates[largest])
  if (!quaternion) return null
  const again = toRotationMatrix(quaternion)
  return again.every((value, at) => Math.abs(value - (matrix[at] ?? Number.NaN)) < 1e-3) ? quaternion : null
}

/** The pose of a matrix of 3 × 4 or 4 × 4, row by row. Null when it is none. */
export const fromPoseMatrix = (matrix: Matrix): Pose | null => {
  const [a = 0, b = 0, c = 0, x = 0, d = 0, e = 0, f = 0, y = 0, g = 0, h = 0, i = 0, z = 0] = matrix
  const rotation = fromRotationMatrix([a, b, c, d, e, f, g, h, i])
  return rotation && { position: { x, y, z }, rotation }
}

/** The matrix of 3 × 4, row by row. */
export const toPoseMatrix = ({ position: { x, y, z }, rotation }: Pose): Matrix => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = toRotationMatrix(rotation)
  return [a, b, c, x, d, e, f, y, g, h, i, z]
}
