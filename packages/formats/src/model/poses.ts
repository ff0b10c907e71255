/** Poses: a rotation, then a translation, from one frame of reference to another. */
import { combineRotations, fromYaw, invertRotation, toYaw, wrapAngle } from "./rotation.ts"
import type { Camera, Cuboid, Pose, Quaternion, Vector } from "./Scene.ts"

export const identity: Pose = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { qx: 0, qy: 0, qz: 0, qw: 1 },
}

export const isIdentity = ({ position, rotation }: Pose): boolean =>
  position.x === 0 && position.y === 0 && position.z === 0 && Math.abs(rotation.qw) === 1

/** The vector turned by the quaternion, which has length 1. */
export const rotate = ({ qw, qx, qy, qz }: Quaternion, { x, y, z }: Vector): Vector => {
  const tx = 2 * (qy * z - qz * y)
  const ty = 2 * (qz * x - qx * z)
  const tz = 2 * (qx * y - qy * x)
  return {
    x: x + qw * tx + qy * tz - qz * ty,
    y: y + qw * ty + qz * tx - qx * tz,
    z: z + qw * tz + qx * ty - qy * tx,
  }
}

/** A point of the pose's frame, in the frame that the pose leads to. */
export const transform = ({ position, rotation }: Pose, point: Vector): Vector => {
  const turned = rotate(rotation, point)
  return { x: turned.x + position.x, y: turned.y + position.y, z: turned.z + position.z }
}

/** First `inner`, then `outer`. */
export const compose = (outer: Pose, inner: Pose): Pose => ({
  position: transform(outer, inner.position),
  rotation: combineRotations(outer.rotation, inner.rotation),
})

export const invert = ({ position, rotation }: Pose): Pose => {
  const back = invertRotation(rotation)
  const turned = rotate(back, position)
  return { position: { x: -turned.x, y: -turned.y, z: -turned.z }, rotation: back }
}

/** Of length 1. What differs by the digits of a file stays as it is. Null for the quaternion of zeros. */
export const normalizeQuaternion = ({ qw, qx, qy, qz }: Quaternion): Quaternion | null => {
  if (Math.abs(Math.hypot(qw, qx, qy, qz) - 1) < 1e-6) return { qx, qy, qz, qw }
  const largest = Math.max(Math.abs(qw), Math.abs(qx), Math.abs(qy), Math.abs(qz))
  if (largest === 0) return null
  // Divided first: the length of the smallest numbers has no digits.
  const [w, x, y, z] = [qw / largest, qx / largest, qy / largest, qz / largest]
  const length = Math.hypot(w, x, y, z)
  return { qx: x / length, qy: y / length, qz: z / length, qw: w / length }
}

/** The whole rotation of a cuboid. */
export const getCuboidRotation = ({ rotation, yaw }: Pick<Cuboid, "rotation" | "yaw">): Quaternion =>
  rotation ?? fromYaw(yaw)

/** A yaw, with the quaternion only where the rotation has a tilt. */
export const toHeading = (rotation: Quaternion): Pick<Cuboid, "rotation" | "yaw"> => ({
  yaw: wrapAngle(toYaw(rotation)),
  rotation: isTilted(rotation) ? rotation : null,
})

/** Whether the z axis of the turned frame leaves the vertical, beyond what digits lose. */
const isTilted = ({ qx, qy }: Quaternion): boolean => Math.abs(qx) > 1e-9 || Math.abs(qy) > 1e-9

/** The cuboid in the frame that the pose leads to. It keeps its form: with a quaternion, or with a yaw alone where that says all. */
export const moveCuboid = <Moved extends Pick<Cuboid, "position" | "yaw" | "rotation">>(
  cuboid: Moved,
  pose: Pose,
): Moved => {
  const rotation = combineRotations(pose.rotation, getCuboidRotation(cuboid))
  return {
    ...cuboid,
    position: transform(pose, cuboid.position),
    yaw: wrapAngle(toYaw(rotation)),
    rotation: cuboid.rotation !== null || isTilted(rotation) ? rotation : null,
  }
}

/** Half a turn about x, between the axes of OpenGL (y up, z back) and of OpenCV (y down, z forward). */
const flip: Quaternion = { qx: 1, qy: 0, qz: 0, qw: 0 }

/** The pose of the camera whose axes are x right, y down, z forward. Null without extrinsics. */
export const openCvPose = ({ convention, extrinsics }: Camera): Pose | null =>
  extrinsics === null || convention === "OpenCV"
    ? extrinsics
    : { position: extrinsics.position, rotation: combineRotations(extrinsics.rotation, flip) }

/** The extrinsics of a camera in its convention, from the pose with axes x right, y down, z forward. */
export const fromOpenCvPose = (pose: Pose, convention: Camera["convention"]): Pose =>
  convention === "OpenCV"
    ? pose
    : { position: pose.position, rotation: combineRotations(pose.rotation, invertRotation(flip)) }
