/** Reads `tracklet_labels.xml`: each file is a drive, with the point clouds and images of its folder. */

import type { Losses } from "../carry/Losses.ts"
import { makeBareCamera, TrackNumbers, toAnnotations } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readLines } from "../files/lines.ts"
import { addToList } from "../files/listMaps.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { setOnce } from "../files/setOnce.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { findCloudType } from "../model/cloudType.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Camera, Scene } from "../model/Scene.ts"
import { type Drive, readTracklets } from "./tracklets.ts"

const fileName = "tracklet_labels.xml"

/** Datumaro and CVAT write it; the dataset has no such file. */
const listName = "frame_list.txt"

const isTracklets = (path: string): boolean => getBaseName(path) === fileName

export const readKittiRaw: Reader = {
  detect: async ({ paths }) => paths.find(isTracklets),
  read: async (source, { losses }) => {
    const paths = source.paths.filter(isTracklets)
    if (paths.length === 0) throw new FormatError(".", `has no ${fileName}.`)
    const drives: Array<readonly [string, Drive]> = []
    for (const path of paths) {
      const isOfDatumaro = source.has(`${getDriveFolder(path)}${listName}`)
      drives.push([path, await readTracklets(source, path, isOfDatumaro)])
    }
    const dataset: Dataset = {
      name: "kitti-raw",
      description: "",
      taskType: "pointcloud-cuboid-sequence",
      categories: new CategoryNumbers(drives.flatMap(([, { categories }]) => [...categories]).sort())
        .categories,
      imageAttributes: [],
    }
    return { dataset, scenes: readScenes(source, dataset, drives, losses) }
  },
}

const getDriveFolder = (path: string): string => path.slice(0, path.length - fileName.length)

async function* readScenes(
  source: Source,
  dataset: Dataset,
  drives: ReadonlyArray<readonly [string, Drive]>,
  losses: Losses,
): AsyncGenerator<Scene> {
  const idOf = makeCategoryIds(dataset)
  for (const [path, { frames, losses: own, marksKeyframes }] of drives) {
    const folder = getDriveFolder(path)
    const names = await readNames(source, folder)
    const files = listDriveFiles(source, folder)
    const numbers = [...new Set([...frames.keys(), ...names.keys()])].sort((a, b) => a - b)
    const tracks = new TrackNumbers([...frames.values()].flat().flatMap(({ track }) => track ?? []))
    losses.addAll(own)
    yield {
      ...emptyScene,
      name: folder === "" ? "drive" : folder.slice(0, -1),
      kind: "cuboid",
      isSequence: true,
      marksKeyframes,
      frames: numbers.map((number) => {
        const name = names.get(number) ?? String(number).padStart(10, "0")
        const url = files.clouds.get(name) ?? ""
        return {
          ...emptyFrame,
          name,
          cloud: { url, type: findCloudType(url, { bin: "kitti", other: "kitti" }) },
          cameras: files.cameras.get(name) ?? [],
          annotations: toAnnotations(frames.get(number) ?? [], (one) => idOf(one, path), tracks),
        }
      }),
    }
  }
}

/** The names of frames by their numbers: in the list, or the names of the point clouds, which are numbers. */
const readNames = async (source: Source, folder: string): Promise<ReadonlyMap<number, string>> => {
  const names = new Map<number, string>()
  const list = `${folder}${listName}`
  if (source.has(list)) {
    for await (const { number, text } of readLines(source, list)) {
      if (text.trim() === "" || text.startsWith("#")) continue
      const [, index, name] = /^(\d+)\s+(.+?)\s*$/.exec(text) ?? []
      if (index === undefined || name === undefined)
        throw new FormatError(list, `line ${number} is not the number and the name of a frame.`)
      names.set(Number(index), name)
    }
    return names
  }
  for (const name of listDriveFiles(source, folder).clouds.keys())
    if (/^\d+$/.test(name)) names.set(Number(name), name)
  return names
}

interface DriveFiles {
  readonly clouds: ReadonlyMap<string, string>
  readonly cameras: ReadonlyMap<string, ReadonlyArray<Camera>>
}

/** By the names of frames. */
const listDriveFiles = (source: Source, folder: string): DriveFiles => {
  const clouds = new Map<string, string>()
  const cameras = new Map<string, Array<Camera>>()
  for (const path of source.paths) {
    if (!path.startsWith(folder)) continue
    const [, sensor = "", rest = ""] =
      /^(velodyne_points|image_\d+)\/data\/(.+)$/i.exec(path.slice(folder.length)) ?? []
    const name = stripEnding(rest)
    if (sensor === "velodyne_points") setOnce(clouds, name, path)
    else if (sensor !== "") addToList(cameras, name, makeBareCamera(sensor, path))
  }
  return { clouds, cameras }
}
