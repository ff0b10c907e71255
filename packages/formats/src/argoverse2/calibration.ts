/** The cameras of a log: `calibration/egovehicle_SE3_sensor.feather` and `calibration/intrinsics.feather`. */
import type { Losses } from "../carry/Losses.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { fromOpenCvPose, openCvPose } from "../model/poses.ts"
import type { Camera, Pose, Scene } from "../model/Scene.ts"
import type { SideFrame } from "../side/readSide.ts"
import { type Column, Feather, makePoseReader } from "./feather.ts"

export const calibrationFiles = ["egovehicle_SE3_sensor", "intrinsics"] as const

export const getChannel = ({ name }: Pick<Camera, "name">, index: number): string => name ?? `camera_${index}`

/** The first camera of each name in a log, which has one calibration; another one later is counted. */
export const collectCameras = ({ frames, name }: Scene, losses: Losses): ReadonlyMap<string, Camera> => {
  const byChannel = new Map<string, Camera>()
  for (const { cameras } of frames)
    for (const [index, camera] of cameras.entries()) {
      const channel = getChannel(camera, index)
      const previous = byChannel.get(channel) ?? camera
      byChannel.set(channel, previous)
      if (formatCalibration(previous) !== formatCalibration(camera))
        losses.add("cameras", `${name}: ${channel}`)
    }
  for (const [channel, camera] of byChannel) {
    if (!isRadial(camera)) losses.add("distortion", `${name}: ${channel}`)
    if (hasSkew(camera)) losses.add("intrinsics", `${name}: ${channel}`)
  }
  return byChannel
}

const formatCalibration = ({ convention, distortion, extrinsics, intrinsics }: Camera): string =>
  JSON.stringify([convention, distortion, extrinsics, intrinsics])

const getCoefficient = ({ distortion }: Camera, name: string): number => {
  const coefficients = distortion?.coefficients
  const value =
    typeof coefficients === "object" && coefficients !== null ? Reflect.get(coefficients, name) : undefined
  return typeof value === "number" ? value : 0
}

/** Argoverse has two focal lengths and a center. */
const hasSkew = ({ intrinsics }: Camera): boolean =>
  intrinsics !== null && [intrinsics[0]?.[1], intrinsics[1]?.[0]].some((value) => (value ?? 0) !== 0)

/** Argoverse has three coefficients, all radial. */
const isRadial = (camera: Camera): boolean =>
  camera.distortion === null ||
  (camera.distortion.model === "brown-conrady" &&
    ["p1", "p2", "k4", "k5", "k6"].every((name) => getCoefficient(camera, name) === 0))

/** Null for what no camera has. */
export const printCalibration = (cameras: ReadonlyMap<string, Camera>) => {
  const posed = [...cameras].flatMap(([channel, camera]) => {
    const pose = openCvPose(camera)
    return pose === null ? [] : [{ channel, pose }]
  })
  const calibratedCameras = [...cameras].flatMap(([channel, camera]) =>
    camera.intrinsics === null ? [] : [{ channel, camera, matrix: camera.intrinsics }],
  )
  const poses = (read: (pose: Pose) => number): Column => ({
    type: "float64",
    values: posed.map(({ pose }) => read(pose)),
  })
  const entry = (row: number, column: number): Column => ({
    type: "float64",
    values: calibratedCameras.map(({ matrix }) => matrix[row]?.[column] ?? 0),
  })
  const coefficients = (name: string): Column => ({
    type: "float64",
    values: calibratedCameras.map(({ camera }) => (isRadial(camera) ? getCoefficient(camera, name) : 0)),
  })
  const pixels = (side: "width" | "height"): Column => ({
    type: "int64",
    values: calibratedCameras.map(({ camera }) => BigInt(camera.size?.[side] ?? 0)),
  })
  return {
    egovehicle_SE3_sensor:
      posed.length === 0
        ? null
        : {
            sensor_name: { type: "utf8", values: posed.map(({ channel }) => channel) } satisfies Column,
            qw: poses(({ rotation }) => rotation.qw),
            qx: poses(({ rotation }) => rotation.qx),
            qy: poses(({ rotation }) => rotation.qy),
            qz: poses(({ rotation }) => rotation.qz),
            tx_m: poses(({ position }) => position.x),
            ty_m: poses(({ position }) => position.y),
            tz_m: poses(({ position }) => position.z),
          },
    intrinsics:
      calibratedCameras.length === 0
        ? null
        : {
            sensor_name: {
              type: "utf8",
              values: calibratedCameras.map(({ channel }) => channel),
            } satisfies Column,
            fx_px: entry(0, 0),
            fy_px: entry(1, 1),
            cx_px: entry(0, 2),
            cy_px: entry(1, 2),
            k1: coefficients("k1"),
            k2: coefficients("k2"),
            k3: coefficients("k3"),
            height_px: pixels("height"),
            width_px: pixels("width"),
          },
  }
}

type Intrinsics = Pick<Camera, "intrinsics" | "distortion" | "size">

/** Reads what the calibration of a log says of its cameras. Other sensors have no intrinsics. */
export class Calibration {
  readonly #poses: ReadonlyMap<string, Pose>
  readonly #intrinsics: ReadonlyMap<string, Intrinsics>

  private constructor(poses: ReadonlyMap<string, Pose>, intrinsics: ReadonlyMap<string, Intrinsics>) {
    this.#poses = poses
    this.#intrinsics = intrinsics
  }

  /** `folder` is that of the log, with its slash. */
  static async open(source: Source, folder: string, losses: Losses): Promise<Calibration> {
    const [posePath, path] = calibrationFiles.map((name) => `${folder}calibration/${name}.feather`)
    const parts = new PartReader(losses, "intrinsics")
    const poses = new Map<string, Pose>()
    if (posePath !== undefined && source.has(posePath)) {
      const table = await Feather.open(source, posePath)
      const names = table.texts("sensor_name")
      const readPose = makePoseReader(table, posePath)
      table.readRows(parts, (row) => poses.set(names(row), readPose(row)))
    }
    const intrinsics = new Map<string, Intrinsics>()
    if (path !== undefined && source.has(path)) {
      const table = await Feather.open(source, path)
      const names = table.texts("sensor_name")
      const columns = ["fx_px", "fy_px", "cx_px", "cy_px", "k1", "k2", "k3", "width_px", "height_px"]
      const readers = columns.map((column) => table.numbers(column))
      table.readRows(parts, (row) =>
        intrinsics.set(names(row), toIntrinsics(readers.map((read) => read(row)))),
      )
    }
    return new Calibration(poses, intrinsics)
  }

  /** With what is known from elsewhere; without that, every camera of the calibration. */
  cameras(
    known: SideFrame["cameras"] | undefined,
    fileOf: (name: string) => string | null,
  ): ReadonlyArray<Camera> {
    const calibrated =
      known ??
      [...this.#intrinsics].map(([name, { size }]) => ({
        name,
        url: fileOf(name),
        size,
        convention: "OpenCV" as const,
      }))
    return calibrated.map((camera, index) => {
      const channel = getChannel(camera, index)
      const pose = this.#poses.get(channel)
      const logIntrinsics = this.#intrinsics.get(channel)
      return {
        ...camera,
        intrinsics: logIntrinsics?.intrinsics ?? null,
        extrinsics: pose === undefined ? null : fromOpenCvPose(pose, camera.convention),
        distortion: logIntrinsics?.distortion ?? null,
      }
    })
  }
}

const toIntrinsics = (values: ReadonlyArray<number>): Intrinsics => {
  const [fx = 0, fy = 0, cx = 0, cy = 0, k1 = 0, k2 = 0, k3 = 0, width = 0, height = 0] = values
  const isStraight = k1 === 0 && k2 === 0 && k3 === 0
  return {
    intrinsics: [
      [fx, 0, cx],
      [0, fy, cy],
      [0, 0, 1],
    ],
    distortion: isStraight ? null : { model: "brown-conrady", coefficients: { k1, k2, p1: 0, p2: 0, k3 } },
    size: width > 0 && height > 0 ? { width, height } : null,
  }
}
