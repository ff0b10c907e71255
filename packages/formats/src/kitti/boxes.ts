/** Cuboids as KITTI has them: the center of the bottom face in the frame of the camera, and the angle about its y axis; and back. */
import { toRotationMatrix } from "../model/matrix.ts"
import { getCuboidRotation, invert, rotate, transform } from "../model/poses.ts"
import { wrapAngle } from "../model/rotation.ts"
import type { Cuboid, Pose, Quaternion, Vector } from "../model/Scene.ts"
import type { Calibration } from "./calibration.ts"

export interface CameraBox {
  readonly location: Vector
  /** Length, width, height. */
  readonly dimensions: Vector
  readonly rotationY: number
}

export const toCameraBox = (
  cuboid: Pick<Cuboid, "position" | "dimensions" | "yaw">,
  toCamera: Pose,
): CameraBox => {
  const { x, y, z } = transform(toCamera, cuboid.position)
  return {
    location: { x, y: y + cuboid.dimensions.z / 2, z },
    dimensions: cuboid.dimensions,
    rotationY: toRotationY(toCamera.rotation, cuboid.yaw),
  }
}

export const fromCameraBox = (
  { dimensions, location, rotationY }: CameraBox,
  toCamera: Pose,
): Pick<Cuboid, "position" | "dimensions" | "yaw"> => ({
  position: transform(invert(toCamera), { ...location, y: location.y - dimensions.z / 2 }),
  dimensions,
  yaw: fromRotationY(toCamera.rotation, rotationY),
})

/** The angle of the heading in the x–z plane of the camera. With the fixed calibration it is −yaw − π/2. */
const toRotationY = (toCamera: Quaternion, yaw: number): number => {
  const heading = rotate(toCamera, { x: Math.cos(yaw), y: Math.sin(yaw), z: 0 })
  return Math.atan2(-heading.z, heading.x)
}

/** The yaw whose heading has this angle: exact also for a camera that leans. */
const fromRotationY = (toCamera: Quaternion, angle: number): number => {
  const [r00 = 0, r01 = 0, , , , , r20 = 0, r21 = 0] = toRotationMatrix(toCamera)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const a = r00 * sin + r20 * cos
  const b = r01 * sin + r21 * cos
  // The heading (b, −a) or its opposite: the one that looks along the angle.
  const isAlong = (r00 * b - r01 * a) * cos - (r20 * b - r21 * a) * sin > 0
  return wrapAngle(isAlong ? Math.atan2(-a, b) : Math.atan2(a, -b))
}

/** The angle under which the camera sees the object. */
export const computeAlpha = ({ location, rotationY }: CameraBox): number =>
  wrapAngle(rotationY - Math.atan2(location.x, location.z))

/** Nearer than this nothing is projected, in meters. */
const nearest = 0.1

/** Left, top, right, bottom of the part in the image. Null where that is unknown or empty. */
export const projectBox = (
  cuboid: Cuboid,
  { intrinsics, size, toCamera }: Calibration,
): ReadonlyArray<number> | null => {
  if (intrinsics === null || size === null) return null
  const [[fx = 1, skew = 0, cx = 0] = [], [, fy = 1, cy = 0] = []] = intrinsics
  const seen = computeCuboidCorners(cuboid)
    .map((corner) => transform(toCamera, corner))
    .filter(({ z }) => z > nearest)
    .map(({ x, y, z }) => [(fx * x + skew * y) / z + cx, (fy * y) / z + cy] as const)
  if (seen.length === 0) return null
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)]
  const clampInside = (value: number, limit: number) => Math.min(Math.max(value, 0), limit)
  const left = clampInside(Math.min(...xs), size.width)
  const right = clampInside(Math.max(...xs), size.width)
  const top = clampInside(Math.min(...ys), size.height)
  const bottom = clampInside(Math.max(...ys), size.height)
  return right > left && bottom > top ? [left, top, right, bottom] : null
}

const computeCuboidCorners = (cuboid: Cuboid): ReadonlyArray<Vector> => {
  const { dimensions, position } = cuboid
  const pose = { position, rotation: getCuboidRotation(cuboid) }
  return [-0.5, 0.5].flatMap((x) =>
    [-0.5, 0.5].flatMap((y) =>
      [-0.5, 0.5].map((z) =>
        transform(pose, { x: x * dimensions.x, y: y * dimensions.y, z: z * dimensions.z }),
      ),
    ),
  )
}
