/** Reads one scene: its samples in the order of their time, their poses, files and annotations. */
import type { Losses } from "../carry/Losses.ts"
import { formatTimestamp } from "../files/json.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { findCloudType } from "../model/cloudType.ts"
import type { Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import {
  compose,
  fromOpenCvPose,
  invert,
  isIdentity,
  moveCuboid,
  normalizeQuaternion,
  toHeading,
} from "../model/poses.ts"
import type { AttributeValue, Camera, Cuboid, Frame, Pose, Scene } from "../model/Scene.ts"
import type { SideFrame, SideScene } from "../side/readSide.ts"
import { readAttribute, visibilities } from "./attributes.ts"
import { forEachRow } from "./rows.ts"
import { Groups, Table } from "./Table.ts"
import { lidarChannel, unknownPoints } from "./writeScene.ts"

interface SceneRow {
  readonly token: string
  readonly name: string
  readonly number: number
}

interface SampleRow {
  readonly sample: number
  readonly timestamp: string
  readonly token: Node
}

interface Sensor {
  readonly channel: string
  readonly modality: string
}

interface Placed extends Sensor {
  readonly file: string
  readonly intrinsics: ReadonlyArray<ReadonlyArray<number>>
  readonly size: { readonly width: number; readonly height: number }
  /** From the sensor to the world. */
  readonly pose: Pose
  /** From the vehicle to the world, when the sensor recorded. */
  readonly vehicle: Pose
}

interface Parts {
  readonly source: Source
  readonly losses: Losses
  readonly categories: ReadonlyArray<number>
  readonly attributes: ReadonlyMap<string, string>
  /** Levels by their tokens. */
  readonly visibilities: ReadonlyMap<string, string>
  readonly sensors: ReadonlyMap<string, Sensor>
  readonly calibrations: Table
  readonly poses: Table
  readonly samples: Table
  readonly data: Table
  readonly instances: Table
  readonly annotations: Table
  readonly samplesOf: Groups
  readonly dataOf: Groups
  readonly annotationsOf: Groups
}

export class SceneReader {
  readonly scenes: ReadonlyArray<SceneRow>
  readonly #parts: Parts

  private constructor(scenes: ReadonlyArray<SceneRow>, parts: Parts) {
    this.scenes = scenes
    this.#parts = parts
  }

  static async open(source: Source, folder: string, dataset: Dataset, losses: Losses): Promise<SceneReader> {
    const path = (table: string) => `${folder}${table}.json`
    const ids = new Map(dataset.categories.map(({ id, name }) => [name, id]))
    const categoryIds = new Map<string, number>()
    const parts = new PartReader(losses, "records")
    await forEachRow(source, path("category"), (row) =>
      parts.read(() => {
        const name = row.at("name")
        categoryIds.set(
          row.at("token").text(),
          ids.get(name.text()) ?? name.fail("is not a category of annotary.jsonl."),
        )
      }),
    )
    const attributes = new Map<string, string>()
    // Tables of names are optional: what refers to a missing one is counted where it stands.
    if (source.has(path("attribute")))
      await forEachRow(source, path("attribute"), (row) =>
        parts.read(() => void attributes.set(row.at("token").text(), row.at("name").text())),
      )
    const levels = new Map<string, string>(visibilities.map(({ level, token }) => [token, level]))
    if (source.has(path("visibility")))
      await forEachRow(source, path("visibility"), (row) =>
        parts.read(() => void levels.set(row.at("token").text(), row.at("level").text())),
      )
    const sensors = new Map<string, Sensor>()
    await forEachRow(source, path("sensor"), (row) =>
      parts.read(
        () =>
          void sensors.set(row.at("token").text(), {
            channel: row.at("channel").text(),
            modality: row.at("modality").text(),
          }),
      ),
    )
    const scenes: Array<SceneRow> = []
    const sceneTable = await Table.open(source, path("scene"), losses, (row, number) =>
      scenes.push({ token: row.at("token").text(), name: row.at("name").text(), number }),
    )
    const sceneOf: Array<number> = []
    const samples = await Table.open(source, path("sample"), losses, (row) =>
      sceneOf.push(sceneTable.find(row.at("scene_token"))),
    )
    const sampleOfData: Array<number> = []
    const data = await Table.open(source, path("sample_data"), losses, (row) =>
      sampleOfData.push(row.at("is_key_frame").truth() ? samples.find(row.at("sample_token")) : -1),
    )
    const categories: Array<number> = []
    const instances = await Table.open(source, path("instance"), losses, (row) => {
      const token = row.at("category_token")
      categories.push(categoryIds.get(token.text()) ?? token.fail("refers to no category."))
    })
    const sampleOf: Array<number> = []
    const annotations = await Table.open(source, path("sample_annotation"), losses, (row) =>
      sampleOf.push(samples.find(row.at("sample_token"))),
    )
    return new SceneReader(scenes, {
      source,
      losses,
      categories,
      attributes,
      visibilities: levels,
      sensors,
      calibrations: await Table.open(source, path("calibrated_sensor"), losses, (row) =>
        countOtherFields(row, calibrationFields, losses),
      ),
      poses: await Table.open(source, path("ego_pose"), losses),
      samples,
      data,
      instances,
      annotations,
      samplesOf: new Groups(sceneOf, scenes.length),
      dataOf: new Groups(sampleOfData, samples.size),
      annotationsOf: new Groups(sampleOf, samples.size),
    })
  }

  async read({ name, number }: SceneRow, side?: SideScene): Promise<Scene> {
    const { samples, samplesOf } = this.#parts
    const rows: Array<SampleRow> = []
    const own = samplesOf.of(number)
    const parts = new PartReader(this.#parts.losses, "records")
    for (const [index, row] of (await samples.rows(own)).entries()) {
      const timestamp = parts.read(() => readTimestamp(row.at("timestamp")))
      const token = row.at("token")
      if (timestamp !== undefined) rows.push({ sample: own[index] ?? 0, timestamp, token })
    }
    // The frames of the side file are known by their positions, which say nothing once a frame was left out.
    const sideFrames = side?.frames.length === rows.length ? side.frames : undefined
    // Samples are in the order of their time; with equal times in that of the table.
    if (sideFrames === undefined) rows.sort((a, b) => Number(a.timestamp) - Number(b.timestamp))
    const tracks = new Map<number, number>()
    const frames: Array<Frame> = []
    for (const [index, row] of rows.entries()) {
      const frame = await parts.readLater(() => this.#frame(row, tracks, sideFrames?.[index]))
      if (frame !== undefined) frames.push(frame)
    }
    parts.checkAny()
    // The writer puts the identity where the vehicle has no pose. In a drive it is one: that of a frame at its origin.
    const hasPoses = frames.some(({ egoPose }) => egoPose !== null && !isIdentity(egoPose))
    const ownFrames = hasPoses ? frames : frames.map((frame) => ({ ...frame, egoPose: null }))
    return { ...emptyScene, name, kind: "cuboid", isSequence: true, frames: ownFrames }
  }

  async #frame(
    { sample, timestamp, token }: SampleRow,
    tracks: Map<number, number>,
    side?: SideFrame,
  ): Promise<Frame> {
    const { losses } = this.#parts
    const placed = await this.#readPlaced(sample)
    const lidar =
      placed.find(({ channel }) => channel === lidarChannel) ??
      placed.find(({ modality }) => modality === "lidar")
    // Without a point cloud, objects are in the frame of the vehicle, which every other sensor knows.
    const pose =
      lidar?.pose ??
      placed[0]?.vehicle ??
      token.fail("has no recording of a sensor, whose pose would give its objects a place.")
    const others = placed.filter((sensor) => sensor !== lidar && sensor.modality !== "camera")
    for (const { file } of others) losses.add("scanners", file)
    const back = invert(pose)
    const url = lidar?.file ?? ""
    const cameras = placed.filter(({ modality }) => modality === "camera")
    const knownCameras = side?.cameras.length === cameras.length ? side.cameras : undefined
    const annotations: Array<Cuboid> = []
    const parts = new PartReader(this.#parts.losses)
    for (const row of await this.#parts.annotations.rows(this.#parts.annotationsOf.of(sample))) {
      const cuboid = parts.read(() => this.#cuboid(row, annotations.length + 1, tracks))
      if (cuboid === undefined) continue
      const cuboidInWorld = moveCuboid(cuboid, back)
      annotations.push({
        ...cuboidInWorld,
        ...(cuboidInWorld.rotation !== null && toHeading(cuboidInWorld.rotation)),
      })
    }
    return {
      ...emptyFrame,
      timestamp,
      cloud: { url, type: findCloudType(url, { bin: "nuscenes", other: "nuscenes" }) },
      egoPose: pose,
      cameras: cameras.map((camera, index) => readCamera(camera, back, knownCameras?.[index])),
      annotations,
    }
  }

  async #readPlaced(sample: number): Promise<ReadonlyArray<Placed>> {
    const { calibrations, data, dataOf, poses, sensors } = this.#parts
    const placedRows: Array<Placed> = []
    const parts = new PartReader(this.#parts.losses, "records")
    let lidarFault: unknown
    for (const row of await data.rows(dataOf.of(sample))) {
      let isLidar = hasLidarPath(row)
      const readRow = async (): Promise<Placed> => {
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
        placedRows.push(await readRow())
      } catch (cause) {
        if (isLidar && lidarFault === undefined) lidarFault = cause
        else parts.leaveOut(cause)
      }
    }
    if (lidarFault === undefined) return placedRows
    // Without the pose of its point cloud, nothing in the frame has a place: the frame is left out, unless another scanner has one.
    if (placedRows.every(({ modality }) => modality !== "lidar")) throw lidarFault
    parts.leaveOut(lidarFault)
    return placedRows
  }

  /** In the frame of the world. */
  #cuboid(row: Node, id: number, tracks: Map<number, number>): Cuboid {
    const { attributes, categories, instances, losses, visibilities: levels } = this.#parts
    countOtherFields(row, annotationFields, losses)
    const instance = instances.find(row.at("instance_token"))
    const [width = 0, length = 0, height = 0] = row.at("size").numbers(3)
    const { position, rotation } = readPose(row)
    const values: Array<readonly [string, AttributeValue]> = []
    const parts = new PartReader(this.#parts.losses, "attribute-value")
    const readCount = (key: string, absent: number) =>
      parts.read(() => row.at(key).or(absent, (count) => count.whole())) ?? absent
    const points = readCount("num_lidar_pts", unknownPoints)
    const radarPoints = readCount("num_radar_pts", 0)
    for (const token of row.at("attribute_tokens").or([], (list) => list.items()))
      parts.read(() =>
        values.push(readAttribute(attributes.get(token.text()) ?? token.fail("refers to no attribute."))),
      )
    const level = parts.read(() => row.at("visibility_token").or("", (token) => token.text())) ?? ""
    const trackId = tracks.get(instance) ?? tracks.size + 1
    tracks.set(instance, trackId)
    const visibility = parts.read(() => (level === "" ? undefined : (levels.get(level) ?? failLevel(row))))
    return {
      type: "cuboid",
      id,
      categoryId: categories[instance] ?? 0,
      trackId,
      isKeyframe: true,
      attributes: {
        ...Object.fromEntries(values),
        ...(visibility !== undefined && { visibility }),
        ...(points !== unknownPoints && { interior_points: points }),
        ...(radarPoints > 0 && { radar_points: radarPoints }),
      },
      isSynced: false,
      position,
      dimensions: { x: length, y: width, z: height },
      yaw: 0,
      rotation,
    }
  }
}

const failLevel = (row: Node): never => row.at("visibility_token").fail("refers to no visibility.")

const calibrationFields = new Set("token sensor_token translation rotation camera_intrinsic".split(" "))

const annotationFields = new Set(
  "token sample_token instance_token visibility_token attribute_tokens translation size rotation prev next num_lidar_pts num_radar_pts".split(
    " ",
  ),
)

/** Counts fields of a row that other tools add. */
const countOtherFields = (row: Node, fields: ReadonlySet<string>, losses: Losses): void => {
  for (const key of row.keys()) if (!fields.has(key)) losses.add("unknown", row.at(key).place)
}

/** Microseconds, as a number or as its digits in a text. */
const readTimestamp = (node: Node): string => {
  const text = formatTimestamp(node.value)
  return text !== null && text.trim() !== "" && Number.isFinite(Number(text))
    ? text
    : node.fail("must be a number of microseconds.")
}

/** True for a file whose path names a lidar. The row of its sensor, which says it too, may be missing. */
const hasLidarPath = (row: Node): boolean => /lidar/i.test(String(row.at("filename").value))

const readPose = (row: Node): Pose => {
  const [x = 0, y = 0, z = 0] = row.at("translation").numbers(3)
  const [qw = 0, qx = 0, qy = 0, qz = 0] = row.at("rotation").numbers(4)
  const rotation = normalizeQuaternion({ qw, qx, qy, qz }) ?? row.at("rotation").fail("has length 0.")
  return { position: { x, y, z }, rotation }
}

const readCamera = (camera: Placed, back: Pose, sideCamera?: SideFrame["cameras"][number]): Camera => {
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
