/** Pitch and roll of cuboids: the angles of a whole rotation, about the width and about the length, after which comes the yaw. */
import { type Cuboid, computeAxes } from "./cuboid.ts"
import type { Quaternion } from "./vector.ts"

export interface Tilt {
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
