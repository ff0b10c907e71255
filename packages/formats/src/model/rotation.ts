/** Rotations: yaw is counter-clockwise from +x about +z, in radians; quaternions are of length 1. */
import type { Quaternion } from "./Scene.ts"

/** Into (−π, π]. */
export const wrapAngle = (angle: number): number => {
  if (angle > -Math.PI && angle <= Math.PI) return angle
  const turned = angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI))
  return turned === -Math.PI ? Math.PI : turned
}

/** The rotation about z of the x axis, seen from above. */
export const toYaw = ({ qw, qx, qy, qz }: Quaternion): number =>
  Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz))

export const fromYaw = (yaw: number): Quaternion => ({
  qx: 0,
  qy: 0,
  qz: Math.sin(yaw / 2),
  qw: Math.cos(yaw / 2),
})

/** First `b`, then `a`. */
export const combineRotations = (a: Quaternion, b: Quaternion): Quaternion => ({
  qw: a.qw * b.qw - a.qx * b.qx - a.qy * b.qy - a.qz * b.qz,
  qx: a.qw * b.qx + a.qx * b.qw + a.qy * b.qz - a.qz * b.qy,
  qy: a.qw * b.qy - a.qx * b.qz + a.qy * b.qw + a.qz * b.qx,
  qz: a.qw * b.qz + a.qx * b.qy - a.qy * b.qx + a.qz * b.qw,
})

/**
 * The rotation of Euler angles: about the first axis of the sequence, then about the turned second one, then about the third one as it is
 * by then. Axes are X, Y and Z.
 */
export const fromEulerAngles = (sequence: string, angles: ReadonlyArray<number>): Quaternion =>
  [...sequence].map((axis, index) => rotateAboutAxis(axis, angles[index] ?? 0)).reduce(combineRotations)

/** The angles about x, then the turned y, then the z of both: `fromEulerAngles("XYZ", …)` gives the rotation back. */
export const toTurnedAngles = ({ qw, qx, qy, qz }: Quaternion): readonly [number, number, number] => {
  const sine = 2 * (qx * qz + qw * qy)
  const [first, second] = [1 - 2 * (qy * qy + qz * qz), 2 * (qw * qz - qx * qy)]
  const cosine = Math.hypot(first, second)
  // With y upright the turns about x and z are one: it is that about x.
  if (cosine < 1e-9) return [2 * Math.atan2(qx, qw), Math.atan2(sine, cosine), 0]
  return [
    Math.atan2(2 * (qw * qx - qy * qz), 1 - 2 * (qx * qx + qy * qy)),
    Math.atan2(sine, cosine),
    Math.atan2(second, first),
  ]
}

const rotateAboutAxis = (axis: string, angle: number): Quaternion => ({
  ...{ qx: 0, qy: 0, qz: 0 },
  qw: Math.cos(angle / 2),
  [`q${axis.toLowerCase()}`]: Math.sin(angle / 2),
})

export const invertRotation = ({ qw, qx, qy, qz }: Quaternion): Quaternion => ({
  qw,
  qx: -qx,
  qy: -qy,
  qz: -qz,
})

/** Between two rotations, along the shortest arc. */
export const interpolateRotation = (from: Quaternion, to: Quaternion, share: number): Quaternion => {
  const cosine = from.qx * to.qx + from.qy * to.qy + from.qz * to.qz + from.qw * to.qw
  // A quaternion and its opposite are the same rotation; the nearer one is taken.
  const sign = cosine < 0 ? -1 : 1
  const angle = Math.acos(Math.min(1, Math.abs(cosine)))
  const [a, b] =
    angle < 1e-9
      ? [1 - share, share * sign]
      : [Math.sin((1 - share) * angle) / Math.sin(angle), (sign * Math.sin(share * angle)) / Math.sin(angle)]
  const mixed = {
    qx: a * from.qx + b * to.qx,
    qy: a * from.qy + b * to.qy,
    qz: a * from.qz + b * to.qz,
    qw: a * from.qw + b * to.qw,
  }
  const length = Math.hypot(mixed.qx, mixed.qy, mixed.qz, mixed.qw)
  return { qx: mixed.qx / length, qy: mixed.qy / length, qz: mixed.qz / length, qw: mixed.qw / length }
}
