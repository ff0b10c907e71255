/** Reads the components `lidar_box` and `vehicle_pose`: each segment is a sequence, in the frame of the vehicle. */

import type { Losses } from "../carry/Losses.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { unknownType } from "../model/cloudType.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { fromPoseMatrix } from "../model/matrix.ts"
import { wrapAngle } from "../model/rotation.ts"
import type { Cuboid, Pose, Scene, Split } from "../model/Scene.ts"
import { findSetInPath } from "../model/sets.ts"
import { Cells, readParquetColumns, readParquetRows } from "./parquet.ts"

const keys = {
  segment: "key.segment_context_name",
  time: "key.frame_timestamp_micros",
  track: "key.laser_object_id",
}
const box = (name: string) => `[LiDARBoxComponent].${name}`
const transform = "[VehiclePoseComponent].world_from_vehicle.transform"

const columns = [
  ...Object.values(keys),
  ...["x", "y", "z"].flatMap((axis) => [box(`box.center.${axis}`), box(`box.size.${axis}`)]),
  box("box.heading"),
  box("type"),
]

const points = box("num_lidar_points_in_box")

/** By the numbers of types. */
const types = ["unknown", "vehicle", "pedestrian", "sign", "cyclist"]
const categoryNumbers = new CategoryNumbers([...types.slice(1), "unknown"])

const listParquets = ({ paths }: Source) => paths.filter((path) => path.endsWith(".parquet"))

const isBoxes = (path: string): boolean => /(^|\/)lidar_box\/[^/]+$/.test(path)

/** In the folder of the component, or by the columns. */
const listBoxFiles = async (source: Source): Promise<ReadonlyArray<string>> => {
  const all = listParquets(source)
  const named = all.filter(isBoxes)
  if (named.length > 0) return named
  const paths: Array<string> = []
  for (const path of all) if ((await readParquetColumns(source, path)).includes(box("type"))) paths.push(path)
  return paths
}

export const readWaymo: Reader = {
  detect: async (source) => {
    const all = listParquets(source)
    const first = all.find(isBoxes) ?? all[0]
    if (first === undefined) return undefined
    return (await readParquetColumns(source, first)).includes(box("type")) ? first : undefined
  },
  read: async (source, { losses }) => {
    const paths = await listBoxFiles(source)
    if (paths.length === 0) throw new FormatError(".", "has no Parquet files of the component lidar_box.")
    return {
      dataset: {
        name: "waymo",
        description: "",
        taskType: "pointcloud-cuboid-sequence",
        categories: categoryNumbers.categories,
        imageAttributes: [],
      },
      scenes: readScenes(source, paths, losses),
      lacksClouds: true,
    }
  },
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  losses: Losses,
): AsyncGenerator<Scene> {
  const poseTables = new PoseTables(source, losses)
  for (const path of paths) {
    const columnNames = await readParquetColumns(source, path)
    const hasPoints = columnNames.includes(points)
    const rows = await readParquetRows(source, path, hasPoints ? [...columns, points] : columns)
    // Speeds, accelerations, levels of difficulty, and the boxes in the frame of the camera.
    const others = columnNames.filter(
      (name) => name.startsWith("[") && name !== points && !columns.includes(name),
    )
    if (others.length > 0) losses.add("unknown", `${path}: ${others.join(", ")}`, rows.length)
    const segments = new Map<string, Segment>()
    const parts = new PartReader(losses, "rows")
    for (const [index, row] of rows.entries())
      parts.read(() => {
        const cells = new Cells(row, path, index)
        const name = cells.key(keys.segment)
        const segment = segments.get(name) ?? new Segment(name)
        segment.add(cells, hasPoints, path, index)
        segments.set(name, segment)
      })
    parts.checkAny()
    const poses = await poseTables.read(path)
    for (const segment of segments.values())
      yield segment.scene(poses.get(segment.name) ?? new Map(), findSetInPath(path)?.split ?? null, losses)
  }
}

class Segment {
  readonly name: string
  readonly #frames = new Map<bigint, Array<Cuboid>>()
  readonly #tracks = new Map<string, number>()

  constructor(name: string) {
    this.name = name
  }

  add(cells: Cells, hasPoints: boolean, path: string, index: number): void {
    const time = cells.digits(keys.time)
    const frame = this.#frames.get(time) ?? []
    const track = cells.key(keys.track)
    const trackId = this.#tracks.get(track) ?? this.#tracks.size + 1
    const type = types[cells.number(box("type"))]
    if (type === undefined) throw new FormatError(path, `row ${index} has an unknown type.`)
    const vector = (part: string) => ({
      x: cells.number(box(`box.${part}.x`)),
      y: cells.number(box(`box.${part}.y`)),
      z: cells.number(box(`box.${part}.z`)),
    })
    frame.push({
      type: "cuboid",
      id: frame.length + 1,
      categoryId: categoryNumbers.of(type),
      trackId,
      isKeyframe: true,
      attributes: hasPoints && cells.has(points) ? { interior_points: cells.number(points) } : {},
      isSynced: false,
      position: vector("center"),
      dimensions: vector("size"),
      yaw: wrapAngle(cells.number(box("box.heading"))),
      rotation: null,
    })
    // After all of the row was read: one that cannot be read leaves no frame and no track.
    this.#frames.set(time, frame)
    this.#tracks.set(track, trackId)
  }

  /** Frames without boxes are known from the poses of the vehicle. */
  scene(poses: ReadonlyMap<bigint, Pose>, split: Split | null, losses: Losses): Scene {
    const times = [...new Set([...this.#frames.keys(), ...poses.keys()])].sort((a, b) => (a < b ? -1 : 1))
    if (poses.size > 0)
      for (const time of times) if (!poses.has(time)) losses.add("coordinates", `${this.name}: ${time}`)
    return {
      ...emptyScene,
      name: this.name,
      kind: "cuboid",
      isSequence: true,
      split,
      frames: times.map((time) => ({
        ...emptyFrame,
        timestamp: String(time),
        cloud: { url: "", type: unknownType },
        egoPose: poses.get(time) ?? null,
        annotations: this.#frames.get(time) ?? [],
      })),
    }
  }
}

type Poses = ReadonlyMap<string, ReadonlyMap<bigint, Pose>>

/** The tables of poses beside tables of boxes: in the folder of their component, or all that have its column, which are read once. */
class PoseTables {
  readonly #source: Source
  readonly #losses: Losses
  #all: Promise<Poses> | undefined

  constructor(source: Source, losses: Losses) {
    this.#source = source
    this.#losses = losses
  }

  async read(boxes: string): Promise<Poses> {
    const path = boxes.replace(/(^|\/)lidar_box\/([^/]+)$/, "$1vehicle_pose/$2")
    if (path !== boxes) return readPoses(this.#source, this.#source.has(path) ? [path] : [], this.#losses)
    this.#all ??= listPoseFiles(this.#source).then((paths) => readPoses(this.#source, paths, this.#losses))
    return this.#all
  }
}

const listPoseFiles = async (source: Source): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  for (const own of listParquets(source))
    if ((await readParquetColumns(source, own)).includes(transform)) paths.push(own)
  return paths
}

/** From the vehicle to the world, by segment and time; empty without the component. Poses that cannot be read are counted. */
const readPoses = async (source: Source, paths: ReadonlyArray<string>, losses: Losses): Promise<Poses> => {
  const posesBySegment = new Map<string, Map<bigint, Pose>>()
  const parts = new PartReader(losses, "ego-poses")
  for (const path of paths) {
    const rows = await readParquetRows(source, path, [keys.segment, keys.time, transform])
    for (const [index, row] of rows.entries())
      parts.read(() => {
        const cells = new Cells(row, path, index)
        const pose = fromPoseMatrix(cells.numbers(transform, 16))
        if (pose === null)
          throw new FormatError(path, `row ${index} has no rotation in the column ${transform}.`)
        const name = cells.key(keys.segment)
        const segment = posesBySegment.get(name) ?? new Map<bigint, Pose>()
        posesBySegment.set(name, segment.set(cells.digits(keys.time), pose))
      })
  }
  return posesBySegment
}
