/** Reads every folder that has `annotations.feather`: each is a log, in the folder of its set. */
import type { Losses } from "../carry/Losses.ts"
import { makeCloud } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { PartReader } from "../files/PartReader.ts"
import { getEnding, nameOfStem, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { unknownType } from "../model/cloudType.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { toHeading } from "../model/poses.ts"
import type { Cloud, Cuboid, Frame, Pose, Scene, Split } from "../model/Scene.ts"
import { findSetInPath } from "../model/sets.ts"
import {
  findSideFolder,
  matchSideScenes,
  readSideDataset,
  type SideScene,
  toSideKey,
} from "../side/readSide.ts"
import { Calibration } from "./calibration.ts"
import { Feather, makePoseReader, poseColumns } from "./feather.ts"
import { parseStamps } from "./stamps.ts"
import { openSweep } from "./sweeps.ts"
import { unknownPoints } from "./write.ts"

const fileName = "annotations.feather"

const isLog = (path: string): boolean => path === fileName || path.endsWith(`/${fileName}`)

export const readArgoverse2: Reader = {
  detect: async ({ paths }) => paths.find(isLog),
  read: async (source, { losses }) => {
    const paths = source.paths.filter(isLog)
    if (paths.length === 0) throw new FormatError(".", `has no ${fileName}.`)
    const dataset = (await readSideDataset(source)) ?? (await readSummary(source, paths))
    const embedded = new Map<string, () => Promise<Uint8Array>>()
    return { dataset, scenes: readScenes(source, paths, dataset, { embedded, losses }), embedded }
  },
}

const readSummary = async (source: Source, paths: ReadonlyArray<string>): Promise<Dataset> => {
  const names = new Set<string>()
  // Odd rows are counted where the table is read again.
  const rows = new PartReader(null)
  for (const path of paths) {
    const table = await Feather.open(source, path)
    const categories = table.texts("category")
    table.readRows(rows, (row) => names.add(categories(row)))
  }
  return {
    name: "argoverse2",
    description: "",
    taskType: "pointcloud-cuboid-sequence",
    categories: new CategoryNumbers([...names].sort()).categories,
    imageAttributes: [],
  }
}

/** The logs of an import share it. */
interface Reading {
  readonly idOf: (name: string, path: string) => number
  readonly losses: Losses
  readonly names: ReadonlyMap<string, LogName>
  readonly sweeps: ReadonlyMap<string, ReadonlyMap<bigint, string>>
  readonly images: ReturnType<typeof indexNearestImages>
  /** Points of sweeps by the paths that frames give them. */
  readonly embedded: Map<string, () => Promise<Uint8Array>>
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  dataset: Dataset,
  shared: Pick<Reading, "embedded" | "losses">,
): AsyncGenerator<Scene> {
  const reading: Reading = {
    ...shared,
    idOf: makeCategoryIds(dataset),
    names: nameLogs(paths.map(toLog)),
    sweeps: groupSweepsByLog(source),
    images: indexNearestImages(source),
  }
  const folder = findSideFolder(source)
  const byKey = new Map(paths.map((path) => [toSideKey(folder, toLog(path)), path]))
  yield* matchSideScenes(
    source,
    byKey,
    (key) => `${key}/${fileName}`,
    (path, side) => readLog(source, path, reading, side),
  )
}

/** Nothing says how the points of a sweep that is not among the files would be read: the import counts it. */
const missingCloud: Cloud = { url: "", type: unknownType }

/** The folder of a log; empty where its files are not in one. */
const toLog = (path: string): string => (path === fileName ? "" : path.slice(0, -fileName.length - 1))

interface LogName {
  readonly name: string
  readonly split: Split | null
}

/** A log is called by its path below the folder of its set, or by the whole path where that is not there or two logs share the name. */
const nameLogs = (logs: ReadonlyArray<string>): ReadonlyMap<string, LogName> => {
  const named = logs.map((log) => {
    const { set = "", split = null } = findSetInPath(log) ?? {}
    const parts = log.split("/")
    const name = split === null ? log : parts.slice(parts.lastIndexOf(set, -2) + 1).join("/")
    return { log, name, split }
  })
  const counts = new Map<string, number>()
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    named.map(({ log, name, split }) => {
      const own = (counts.get(name) ?? 0) > 1 ? log : name
      return [log, { name: own === "" ? "log" : own, split }]
    }),
  )
}

const readLog = async (source: Source, path: string, reading: Reading, side?: SideScene): Promise<Scene> => {
  const { idOf, images, losses, names, sweeps } = reading
  const log = toLog(path)
  const folder = log === "" ? "" : `${log}/`
  const annotations = await readAnnotations(source, path, idOf, losses)
  const calibration = await Calibration.open(source, folder, losses)
  const posePath = `${folder}city_SE3_egovehicle.feather`
  const poses = await readEgoPoses(source, posePath, losses)
  const clouds = sweeps.get(log) ?? new Map<bigint, string>()
  const stamps =
    side === undefined
      ? [...new Set([...annotations.keys(), ...clouds.keys()])].sort((a, b) => (a < b ? -1 : 1))
      : parseStamps(side.frames)
  const unplaced = [...annotations.keys()].find((stamp) => !stamps.includes(stamp))
  if (unplaced !== undefined)
    throw new FormatError(path, `has the timestamp ${unplaced}, which annotary.jsonl does not have.`)
  const points = await readSweeps(source, clouds, reading)
  const frames = stamps.map(
    (stamp, index): Frame => ({
      ...emptyFrame,
      timestamp: String(stamp),
      cloud: clouds.has(stamp) ? (points.get(stamp) ?? null) : missingCloud,
      egoPose: poses.get(stamp) ?? null,
      cameras: calibration.cameras(side?.frames[index]?.cameras, (name) => images(log, name, stamp)),
      annotations: annotations.get(stamp) ?? [],
    }),
  )
  // Our own tables have no rows for frames that never had a pose.
  if (poses.size > 0 && side === undefined)
    for (const stamp of stamps) if (!poses.has(stamp)) losses.add("coordinates", `${posePath}: ${stamp}`)
  const { name = log, split = null } = names.get(log) ?? {}
  return { ...emptyScene, name: nameOfStem(name), kind: "cuboid", isSequence: true, frames, split }
}

/** The point clouds of a log. Those that cannot be read are counted, and so are columns that no type of point clouds has. */
const readSweeps = async (
  source: Source,
  files: ReadonlyMap<bigint, string>,
  { embedded, losses }: Reading,
): Promise<ReadonlyMap<bigint, Cloud>> => {
  const parts = new PartReader(losses, "point-clouds")
  const clouds = new Map<bigint, Cloud>()
  for (const [stamp, path] of files) {
    if (getEnding(path) !== ".feather") {
      clouds.set(stamp, makeCloud(path))
      continue
    }
    const sweep = await parts.readLater(() => openSweep(source, path))
    if (sweep === undefined) continue
    if (sweep.others.length > 0) losses.add("unknown", `${path}: ${sweep.others.join(", ")}`)
    const url = `${stripEnding(path)}.bin`
    embedded.set(url, sweep.load)
    clouds.set(stamp, { url, type: sweep.type })
  }
  return clouds
}

const annotationColumns: ReadonlySet<string> = new Set([
  ...["timestamp_ns", "track_uuid", "category", "length_m", "width_m", "height_m", "num_interior_pts"],
  ...poseColumns,
])

/** By the timestamps, in the order of the rows. Tracks are counted from 1 as they appear. */
const readAnnotations = async (
  source: Source,
  path: string,
  idOf: (name: string, path: string) => number,
  losses: Losses,
): Promise<ReadonlyMap<bigint, ReadonlyArray<Cuboid>>> => {
  const table = await Feather.open(source, path)
  const others = table.columns.filter((column) => !annotationColumns.has(column))
  if (others.length > 0) losses.add("unknown", `${path}: ${others.join(", ")}`, table.rows)
  const [readStamp, readTrack, readCategory] = [
    table.digits("timestamp_ns"),
    table.texts("track_uuid"),
    table.texts("category"),
  ]
  const [readLength, readWidth, readHeight] = [
    table.numbers("length_m"),
    table.numbers("width_m"),
    table.numbers("height_m"),
  ]
  const readPose = makePoseReader(table, path)
  const readPoints = table.has("num_interior_pts") ? table.optionalDigits("num_interior_pts") : () => null
  const numbers = new Map<string, number>()
  const cuboidsByTime = new Map<bigint, Array<Cuboid>>()
  const rows = new PartReader(losses, "rows")
  table.readRows(rows, (row) => {
    const [stamp, track, { position, rotation }] = [readStamp(row), readTrack(row), readPose(row)]
    const dimensions = { x: readLength(row), y: readWidth(row), z: readHeight(row) }
    const categoryId = idOf(readCategory(row), path)
    const count = Number(readPoints(row) ?? unknownPoints)
    const trackId = numbers.get(track) ?? numbers.size + 1
    numbers.set(track, trackId)
    const frame = cuboidsByTime.get(stamp) ?? []
    cuboidsByTime.set(stamp, frame)
    frame.push({
      type: "cuboid",
      id: frame.length + 1,
      categoryId,
      trackId,
      isKeyframe: true,
      attributes: count === unknownPoints ? {} : { interior_points: count },
      isSynced: false,
      position,
      dimensions,
      ...toHeading(rotation),
    })
  })
  rows.checkAny()
  return cuboidsByTime
}

/** Poses that cannot be read are counted. */
const readEgoPoses = async (
  source: Source,
  path: string,
  losses: Losses,
): Promise<ReadonlyMap<bigint, Pose>> => {
  const poses = new Map<bigint, Pose>()
  if (!source.has(path)) return poses
  const table = await Feather.open(source, path)
  const [readStamp, readPose] = [table.digits("timestamp_ns"), makePoseReader(table, path)]
  table.readRows(new PartReader(losses, "ego-poses"), (row) => poses.set(readStamp(row), readPose(row)))
  return poses
}

/** Point clouds of each log by their timestamps. */
const groupSweepsByLog = ({ paths }: Source): ReadonlyMap<string, ReadonlyMap<bigint, string>> => {
  const sweeps = new Map<string, Map<bigint, string>>()
  for (const path of paths) {
    const [, log = "", stamp] = /^(?:(.*)\/)?sensors\/lidar\/(\d+)\.[^/]+$/.exec(path) ?? []
    if (stamp === undefined) continue
    const files = sweeps.get(log) ?? new Map<bigint, string>()
    sweeps.set(log, files.set(BigInt(stamp), path))
  }
  return sweeps
}

/** The image of a camera nearest in time to a sweep: cameras take images at other times. */
const indexNearestImages = ({ paths }: Source) => {
  const imagesByCamera = new Map<string, Array<readonly [bigint, string]>>()
  for (const path of paths) {
    const [, folder = "", stamp] = /^((?:.*\/)?sensors\/cameras\/[^/]+)\/(\d+)\.[^/]+$/.exec(path) ?? []
    if (stamp === undefined) continue
    const images = imagesByCamera.get(folder) ?? []
    imagesByCamera.set(folder, images)
    images.push([BigInt(stamp), path])
  }
  return (log: string, camera: string, sweep: bigint): string | null => {
    const folder = `${log === "" ? "" : `${log}/`}sensors/cameras/${camera}`
    let nearest: readonly [bigint, string] | undefined
    for (const image of imagesByCamera.get(folder) ?? [])
      if (nearest === undefined || computeDistance(image[0], sweep) < computeDistance(nearest[0], sweep))
        nearest = image
    return nearest?.[1] ?? null
  }
}

const computeDistance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b)
