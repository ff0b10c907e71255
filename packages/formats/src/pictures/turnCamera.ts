/** Calibrations of cameras in the upright frame of their pictures. */
import { fromOpenCvPose, openCvPose } from "../model/poses.ts"
import { combineRotations, fromYaw } from "../model/rotation.ts"
import type { Camera } from "../model/Scene.ts"
import type { Orientation } from "./exif.ts"
import type { MeasuredPicture } from "./measurePicture.ts"
import { turnPoint } from "./turn.ts"

/** The angle by which a picture with other sides than the stored one is turned clockwise. A mirrored one has none: no camera sees it so. */
const angles: ReadonlyMap<Orientation, number> = new Map([
  [6, Math.PI / 2],
  [8, -Math.PI / 2],
])

/**
 * The camera as it would be if it had been held upright: it is turned about its optical axis. The calibration refers to the picture as stored. Null
 * for a mirrored picture and for pixels with skew, whose intrinsics have no such form.
 */
export const turnCamera = (camera: Camera, { orientation, size, stored }: MeasuredPicture): Camera | null => {
  const angle = angles.get(orientation)
  const [[fx = 0, skew = 0, cx = 0] = [], [, fy = 0, cy = 0] = []] = camera.intrinsics ?? []
  if (angle === undefined || skew !== 0) return null
  const pose = openCvPose(camera)
  const turned = pose && {
    position: pose.position,
    rotation: combineRotations(pose.rotation, fromYaw(-angle)),
  }
  const [x, y] = turnPoint(orientation, stored, cx, cy)
  return {
    ...camera,
    size,
    intrinsics: camera.intrinsics && [
      [fy, 0, x],
      [0, fx, y],
      [0, 0, 1],
    ],
    extrinsics: turned && fromOpenCvPose(turned, camera.convention),
    distortion: camera.distortion && turnDistortion(camera.distortion, angle),
  }
}

/** The radial coefficients are the same in all directions; `p2` and `p1` are a direction in the picture. */
const turnDistortion = (
  distortion: NonNullable<Camera["distortion"]>,
  angle: number,
): NonNullable<Camera["distortion"]> => {
  const coefficients = distortion.coefficients as Readonly<Record<string, unknown>> | undefined
  const { p1, p2 } = coefficients ?? {}
  if (typeof p1 !== "number" || typeof p2 !== "number") return distortion
  const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))]
  return {
    ...distortion,
    coefficients: { ...coefficients, p1: p2 * sin + p1 * cos, p2: p2 * cos - p1 * sin },
  }
}
