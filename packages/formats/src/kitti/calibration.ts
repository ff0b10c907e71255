/** The calibration of KITTI: from the frame of the point cloud to that of the camera, and on to the image. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { readLines } from "../files/lines.ts"
import type { Source } from "../files/Source.ts"
import { fromPoseMatrix, toPoseMatrix } from "../model/matrix.ts"
import { compose, fromOpenCvPose, identity, invert, openCvPose } from "../model/poses.ts"
import type { Annotation, Camera, Frame, Pose, Size } from "../model/Scene.ts"

export interface Calibration {
  /** From the point cloud to the camera: x right, y down, z forward. */
  readonly toCamera: Pose
  /** Of the camera whose images are labeled, in the frame of the point cloud. */
  readonly camera: Pose | null
  /** 3 × 3, row by row; null without a camera. */
  readonly intrinsics: ReadonlyArray<ReadonlyArray<number>> | null
  readonly size: Size | null
}

/** Of labels without a camera: x of the camera is −y of the point cloud, y is −z, z is x. */
export const fixedCalibration: Calibration = {
  toCamera: { position: identity.position, rotation: { qx: 0.5, qy: -0.5, qz: 0.5, qw: 0.5 } },
  camera: null,
  intrinsics: null,
  size: null,
}

/** That of the first camera, or the fixed one. */
export const makeCalibration = ({ cameras }: Frame): Calibration => {
  const [camera] = cameras
  const pose = camera && openCvPose(camera)
  if (!camera || !pose) return fixedCalibration
  return { toCamera: invert(pose), camera: pose, intrinsics: camera.intrinsics, size: camera.size }
}

/** Counts what the calibration files of KITTI have no place for. */
export const countCalibration = (camera: Camera | undefined, losses: Losses, place: string): void => {
  if (camera === undefined) return
  if (camera.distortion !== null) losses.add("distortion", place)
  // Without a pose nothing says where the camera of the calibration is.
  if (camera.intrinsics !== null && camera.extrinsics === null) losses.add("intrinsics", place)
}

interface Keys {
  readonly rectification: string
  readonly cloud: string
  readonly imu: string
  /** Between a key and its numbers. */
  readonly colon: string
}

export const objectKeys: Keys = {
  rectification: "R0_rect",
  cloud: "Tr_velo_to_cam",
  imu: "Tr_imu_to_velo",
  colon: ":",
}

/** The files of tracking have no colon there. */
export const trackingKeys: Keys = {
  rectification: "R_rect",
  cloud: "Tr_velo_cam",
  imu: "Tr_imu_velo",
  colon: "",
}

/** All four cameras are the same one. All digits are written. */
export const printCalibration = ({ intrinsics, toCamera }: Calibration, keys: Keys): string => {
  const rows = intrinsics ?? [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  const projection = rows.flatMap((row) => [...row, 0])
  const line = (key: string, numbers: ReadonlyArray<number>, colon = ":") =>
    `${key}${colon} ${numbers.join(" ")}\n`
  return [
    ...[0, 1, 2, 3].map((camera) => line(`P${camera}`, projection)),
    line(keys.rectification, [1, 0, 0, 0, 1, 0, 0, 0, 1], keys.colon),
    line(keys.cloud, toPoseMatrix(toCamera), keys.colon),
    line(keys.imu, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], keys.colon),
  ].join("")
}

const rectificationKeys = ["R0_rect", "R_rect", "R_rect_00"]
const cloudKeys = ["Tr_velo_to_cam", "Tr_velo_cam", "Tr_velo2cam"]
const matrixKeys: ReadonlySet<string> = new Set([...rectificationKeys, ...cloudKeys, "P2"])

/** Counts a file of cuboids in the frame of a camera whose place nothing says. */
export const countMissingCalibration = (
  source: Source,
  path: string,
  annotations: ReadonlyArray<Annotation>,
  losses: Losses,
): void => {
  if (!source.has(path) && annotations.some(({ type }) => type === "cuboid")) losses.add("calibrations", path)
}

/** The fixed one where the file is missing. Lines of other tools, such as a date, are left alone. */
export const readCalibration = async (source: Source, path: string): Promise<Calibration> => {
  if (!source.has(path)) return fixedCalibration
  const matrices = new Map<string, ReadonlyArray<number>>()
  for await (const { number, text } of readLines(source, path)) {
    const [key = "", ...values] = text.trim().split(/[:\s]+/)
    const numbers = values.map(Number)
    const isMatrix = numbers.every((value) => Number.isFinite(value))
    if (!isMatrix && matrixKeys.has(key))
      throw new FormatError(path, `line ${number} has something else than numbers.`)
    matrices.set(key, numbers)
  }
  const readPose = (keys: ReadonlyArray<string>, length: number): Pose => {
    const matrix = keys.map((key) => matrices.get(key)).find((numbers) => numbers !== undefined)
    if (matrix === undefined) {
      if (length === 9) return identity
      throw new FormatError(path, `has no ${keys.join(" or ")}.`)
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix
    const pose =
      matrix.length !== length
        ? null
        : fromPoseMatrix(length === 9 ? [a, b, c, 0, d, e, f, 0, g, h, i, 0] : matrix)
    if (pose === null) throw new FormatError(path, `${keys.join(" or ")} is not a rotation.`)
    return pose
  }
  const rectified = compose(
    readPose(["R0_rect", "R_rect", "R_rect_00"], 9),
    readPose(["Tr_velo_to_cam", "Tr_velo_cam", "Tr_velo2cam"], 12),
  )
  const projection = matrices.get("P2")
  if (projection === undefined) return { ...fixedCalibration, toCamera: rectified }
  if (projection.length !== 12) throw new FormatError(path, "P2 must have 12 numbers.")
  return withProjection(rectified, projection)
}

/** The fourth column of a projection is the place of the camera beside the first one, in whose frame objects are labeled. */
const withProjection = (toCamera: Pose, projection: ReadonlyArray<number>): Calibration => {
  const [fx = 1, skew = 0, cx = 0, px = 0, , fy = 1, cy = 0, py = 0, , , , z = 0] = projection
  const y = (py - cy * z) / fy
  const offset = { x: (px - cx * z - skew * y) / fx, y, z }
  const isKnown = fx !== 1 || cx !== 0
  return {
    toCamera,
    camera: invert(compose({ ...identity, position: offset }, toCamera)),
    intrinsics: isKnown
      ? [
          [fx, skew, cx],
          [0, fy, cy],
          [0, 0, 1],
        ]
      : null,
    size: null,
  }
}

/** The camera with an image or a name that is known from elsewhere. */
export const makeCamera = (
  { camera, intrinsics }: Calibration,
  known: Pick<Camera, "name" | "url" | "size" | "convention">,
): Camera => ({
  ...known,
  intrinsics,
  extrinsics: camera && fromOpenCvPose(camera, known.convention),
  distortion: null,
})
