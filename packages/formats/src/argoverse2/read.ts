/** Reads every folder that has `annotations.feather`: each is a log, in the folder of its set. */
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { nameOfStem } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { identity, toHeading } from "../model/poses.ts"
import type { Cuboid, Frame, Pose, Scene, Split } from "../model/Scene.ts"
import { findSideFolder, matchSideScenes, readSideDataset, type SideScene } from "../side/readSide.ts"
import { Calibration } from "./calibration.ts"
import { Feather, readPoses } from "./feather.ts"
import { parseStamps } from "./stamps.ts"
import { unknownPoints } from "./write.ts"

const fileName = "annotations.feather"

const isLog = (path: string): boolean => path === fileName || path.endsWith(`/${fileName}`)

export const readArgoverse2: Reader = {
  detect: async ({ paths }) => paths.find(isLog),
  read: async (source) => {
    const paths = source.paths.filter(isLog)
    if (paths.length === 0) throw new FormatError(".", `has no ${fileName}.`)
    const dataset = (await readSideDataset(source)) ?? (await readSummary(source, paths))
    return { dataset, scenes: readScenes(source, paths, dataset) }
  },
}

const readSummary = async (source: Source, paths: ReadonlyArray<string>): Promise<Dataset> => {
  const names = new Set<string>()
  for (const path of paths)
    for (const name of (await Feather.open(source, path)).texts("category")) names.add(name)
  return {
    name: "argoverse2",
    description: "",
    taskType: "pointcloud-cuboid-sequence",
    categories: new CategoryNumbers([...names].sort()).categories,
    imageAttributes: [],
  }
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  dataset: Dataset,
): AsyncGenerator<Scene> {
  const idOf = makeCategoryIds(dataset)
  const sweeps = groupSweepsByLog(source)
  const images = indexNearestImages(source)
  const folder = findSideFolder(source)
  const byKey = new Map(paths.map((path) => [path.slice(folder.length, -fileName.length - 1), path]))
  yield* matchSideScenes(
    source,
    byKey,
    (key) => `${key}/${fileName}`,
    (path, side) => readLog(source, path, idOf, sweeps, images, side),
  )
}

const readLog = async (
  source: Source,
  path: string,
  idOf: (name: string, path: string) => number,
  sweeps: ReadonlyMap<string, ReadonlyMap<bigint, string>>,
  images: ReturnType<typeof indexNearestImages>,
  side?: SideScene,
): Promise<Scene> => {
  const log = path === fileName ? "" : path.slice(0, -fileName.length - 1)
  const folder = log === "" ? "" : `${log}/`
  const annotations = await readAnnotations(source, path, idOf)
  const calibration = await Calibration.open(source, folder)
  const poses = await readEgoPoses(source, `${folder}city_SE3_egovehicle.feather`)
  const clouds = sweeps.get(log) ?? new Map<bigint, string>()
  const stamps =
    side === undefined
      ? [...new Set([...annotations.keys(), ...clouds.keys()])].sort((a, b) => (a < b ? -1 : 1))
      : parseStamps(side.frames)
  const unplaced = [...annotations.keys()].find((stamp) => !stamps.includes(stamp))
  if (unplaced !== undefined)
    throw new FormatError(path, `has the timestamp ${unplaced}, which annotary.jsonl does not have.`)
  const frames = stamps.map(
    (stamp, index): Frame => ({
      ...emptyFrame,
      timestamp: String(stamp),
      cloud: { url: clouds.get(stamp) ?? `${folder}sensors/lidar/${stamp}.feather`, type: "pcd" },
      egoPose: poses.get(stamp) ?? null,
      cameras: calibration.cameras(side?.frames[index]?.cameras, (name) => images(log, name, stamp)),
      annotations: annotations.get(stamp) ?? [],
    }),
  )
  const [, split, name = log] = /^(?:.*\/)?(train|val|test)\/([^/]+)$/.exec(log) ?? []
  return {
    ...emptyScene,
    name: nameOfStem(name === "" ? "log" : name),
    kind: "cuboid",
    isSequence: true,
    frames,
    // The pattern has no other names.
    split: (split as Split | undefined) ?? null,
  }
}

/** By the timestamps, in the order of the rows. Tracks are counted from 1 as they appear. */
const readAnnotations = async (
  source: Source,
  path: string,
  idOf: (name: string, path: string) => number,
): Promise<ReadonlyMap<bigint, ReadonlyArray<Cuboid>>> => {
  const table = await Feather.open(source, path)
  const [stamps, tracks, names] = [
    table.digits("timestamp_ns"),
    table.texts("track_uuid"),
    table.texts("category"),
  ]
  const [length, width, height] = [
    table.numbers("length_m"),
    table.numbers("width_m"),
    table.numbers("height_m"),
  ]
  const poses = readPoses(table, path)
  const points = table.has("num_interior_pts") ? table.optionalDigits("num_interior_pts") : []
  const numbers = new Map<string, number>()
  const cuboidsByTime = new Map<bigint, Array<Cuboid>>()
  stamps.forEach((stamp, row) => {
    const track = tracks[row] ?? ""
    const trackId = numbers.get(track) ?? numbers.size + 1
    numbers.set(track, trackId)
    const frame = cuboidsByTime.get(stamp) ?? []
    cuboidsByTime.set(stamp, frame)
    const count = Number(points[row] ?? unknownPoints)
    frame.push({
      type: "cuboid",
      id: frame.length + 1,
      categoryId: idOf(names[row] ?? "", path),
      trackId,
      isKeyframe: true,
      attributes: count === unknownPoints ? {} : { interior_points: count },
      isSynced: false,
      position: (poses[row] ?? identity).position,
      dimensions: { x: length[row] ?? 0, y: width[row] ?? 0, z: height[row] ?? 0 },
      ...toHeading((poses[row] ?? identity).rotation),
    })
  })
  return cuboidsByTime
}

const readEgoPoses = async (source: Source, path: string): Promise<ReadonlyMap<bigint, Pose>> => {
  if (!source.has(path)) return new Map()
  const table = await Feather.open(source, path)
  const poses = readPoses(table, path)
  return new Map(
    table.digits("timestamp_ns").flatMap((stamp, row) => {
      const pose = poses[row]
      return pose === undefined ? [] : [[stamp, pose] as const]
    }),
  )
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
