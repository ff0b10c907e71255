/** Reads the recordings of a sample: their files, calibrations and poses. */

import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { compose, fromOpenCvPose, normalizeQuaternion } from "../model/poses.ts"
import type { Camera, Pose } from "../model/Scene.ts"
import type { SideFrame } from "../side/readSide.ts"
import type { SceneTables, Sensor } from "./SceneTables.ts"

/** A file of a sensor, with where the sensor stood. */
export interface Recording extends Sensor {
  readonly file: string
  readonly intrinsics: ReadonlyArray<ReadonlyArray<number>>
  readonly size: { readonly width: number; readonly height: number }
  /** From the sensor to the world. */
  readonly pose: Pose
  /** From the vehicle to the world, when the sensor recorded. */
  readonly vehicle: Pose
}

/** Reads the recordings of a sample. Those that cannot be read are left out and counted. */
export const readRecordings = async (
  { calibrations, data, dataOf, losses, poses, sensors }: SceneTables,
  sample: number,
): Promise<ReadonlyArray<Recording>> => {
  const recordings: Array<Recording> = []
  const parts = new PartReader(losses, "records")
  let lidarFault: unknown
  for (const row of await data.rows(dataOf.of(sample))) {
    let isLidar = hasLidarPath(row)
    const readRow = async (): Promise<Recording> => {
      const [calibration] = await calibrations.rows([calibrations.find(row.at("calibrated_sensor_token"))])
      if (calibration === undefined) throw new Error("A row was found.")
      const token = calibration.at("sensor_token")
      const sensor = sensors.get(token.text()) ?? token.fail("refers to no sensor.")
      isLidar = sensor.modality === "lidar"
      const [ego] = await poses.rows([poses.find(row.at("ego_pose_token"))])
      if (ego === undefined) throw new Error("A row was found.")
      const vehicle = readPose(ego)
      return {
        ...sensor,
        file: row.at("filename").text(),
        intrinsics: calibration
          .at("camera_intrinsic")
          .items()
          .map((line) => line.numbers()),
        size: {
          width: row.at("width").or(0, (one) => one.whole()),
          height: row.at("height").or(0, (one) => one.whole()),
        },
        pose: compose(vehicle, readPose(calibration)),
        vehicle,
      }
    }
    try {
      recordings.push(await readRow())
    } catch (cause) {
      if (isLidar && lidarFault === undefined) lidarFault = cause
      else parts.leaveOut(cause)
    }
  }
  if (lidarFault === undefined) return recordings
  // Without the pose of its point cloud, nothing in the frame has a place: the frame is left out, unless another scanner has one.
  if (recordings.every(({ modality }) => modality !== "lidar")) throw lidarFault
  parts.leaveOut(lidarFault)
  return recordings
}

/** True for a file whose path names a lidar. The row of its sensor, which says it too, may be missing. */
const hasLidarPath = (row: Node): boolean => /lidar/i.test(String(row.at("filename").value))

/** Reads the pose of a row: a translation in meters and a quaternion with its real part first. */
export const readPose = (row: Node): Pose => {
  const [x = 0, y = 0, z = 0] = row.at("translation").numbers(3)
  const [qw = 0, qx = 0, qy = 0, qz = 0] = row.at("rotation").numbers(4)
  const rotation = normalizeQuaternion({ qw, qx, qy, qz }) ?? row.at("rotation").fail("has length 0.")
  return { position: { x, y, z }, rotation }
}

/** Converts the recording of a camera; `back` leads from the world to the frame of the point cloud. */
export const readCamera = (
  camera: Recording,
  back: Pose,
  sideCamera?: SideFrame["cameras"][number],
): Camera => {
  const convention = sideCamera?.convention ?? "OpenCV"
  return {
    name: sideCamera === undefined ? camera.channel : sideCamera.name,
    url: sideCamera === undefined ? camera.file : sideCamera.url,
    size: sideCamera === undefined ? camera.size : sideCamera.size,
    intrinsics: camera.intrinsics.length > 0 ? camera.intrinsics : null,
    extrinsics: fromOpenCvPose(compose(back, camera.pose), convention),
    convention,
    distortion: null,
  }
}
