/** Point clouds: `lidar_point_cloud_0/NAME.pcd`, with images beside them. */
import type { Losses } from "../carry/Losses.ts"
import { type DrawnCuboid, makeCloud, TrackNumbers, toAnnotations } from "../drawn-cuboids/DrawnCuboid.ts"
import type { ReadContext } from "../Format.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { compareNaturally } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import type { Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Attributes, Cloud, Frame, Scene } from "../model/Scene.ts"
import { findSetInPath } from "../model/sets.ts"
import { indexCameraImages, readCameras } from "./cameras.ts"
import { readCuboids } from "./cuboids.ts"
import { type Item, openDocument } from "./items.ts"
import { readResult } from "./results.ts"

/** Folders of the first scanner; older versions have one. */
const cloudFolders = ["lidar_point_cloud_0", "point_cloud"]

const cloudEndings = [".pcd", ".bin", ".ply", ".las"]

export const hasClouds = ({ paths }: Source): boolean =>
  paths.some((path) => /(^|\/)(lidar_point_cloud_\d+|point_cloud)\/[^/]+$/.test(path))

export interface CloudItem {
  readonly cuboids: ReadonlyArray<DrawnCuboid>
  readonly attributes: Attributes
  readonly isLabeled: boolean
  readonly isPredicted: boolean
}

export const readCloudItem = async (source: Source, item: Item, losses: Losses): Promise<CloudItem> => {
  const result = await readResult(source, item, losses)
  return {
    cuboids: readCuboids(result?.objects ?? [], losses),
    attributes: result?.attributes ?? {},
    isLabeled: result !== undefined,
    isPredicted: result?.isPredicted ?? false,
  }
}

/** The cloud among the files, or the URL that the data have. Clouds of further scanners are counted. */
const findCloud = (source: Source, { name, root }: Item, data: Node | undefined, losses: Losses): Cloud => {
  const paths = cloudFolders.flatMap((folder) =>
    cloudEndings.map((ending) => `${root}${folder}/${name}${ending}`),
  )
  const parts = new PartReader(losses, "point-clouds")
  const listed = data && parts.read(() => data.at("lidarPointClouds").or([], (list) => list.items()))
  const [first, ...others] = listed ?? []
  losses.add("scanners", `${root}${name}`, others.length)
  const url = first === undefined ? data?.at("pointCloudUrl").value : first.at("url").value
  const path = paths.find(source.has)
  return makeCloud(path ?? (typeof url === "string" && url !== "" ? url : (paths[0] ?? "")))
}

export async function* readCloudScenes(
  source: Source,
  items: ReadonlyArray<Item>,
  dataset: Dataset,
  isSequence: boolean,
  { losses }: ReadContext,
): AsyncGenerator<Scene> {
  const findId = makeCategoryIds(dataset)
  const findImages = indexCameraImages(source)
  const files = new PartReader(losses, "records")
  const folders = new Map<string, Array<Item>>()
  for (const item of items) folders.set(item.root, [...(folders.get(item.root) ?? []), item])
  for (const [root, unsorted] of folders) {
    const tracks = new TrackNumbers([])
    const frames: Array<Frame & { readonly name: string; readonly status?: Scene["status"] }> = []
    for (const item of [...unsorted].sort((a, b) => compareNaturally(a.name, b.name))) {
      const { data: path = "" } = item
      const data = path === "" ? undefined : await files.readLater(() => openDocument(source, path))
      const read = await readCloudItem(source, item, losses)
      const annotations = toAnnotations(
        read.cuboids,
        (category) => findId(category, path),
        isSequence ? tracks : undefined,
      )
      frames.push({
        ...emptyFrame,
        name: item.name,
        cloud: findCloud(source, item, data, losses),
        cameras: await readCameras(source, item, data, findImages(item), losses),
        attributes: read.attributes,
        annotations,
        ...(!read.isLabeled && { status: "UNLABELED" as const }),
        ...(read.isPredicted && { status: "PRELABELED" as const }),
      })
    }
    yield* toScenes(root, frames, isSequence)
  }
}

function* toScenes(
  root: string,
  frames: ReadonlyArray<Frame & { readonly name: string; readonly status?: Scene["status"] }>,
  isSequence: boolean,
): Generator<Scene> {
  const set = findSetInPath(root)
  const base = { ...emptyScene, ...set, kind: "cuboid" as const }
  if (isSequence) {
    const [first] = frames
    const isSame = frames.every(({ status }) => status === first?.status)
    const annotations = frames.flatMap((frame) => frame.annotations)
    yield {
      ...base,
      name: root.slice(0, -1) || "scene",
      isSequence,
      ...findPrediction(annotations),
      ...(isSame && first?.status !== undefined && { status: first.status }),
      frames: frames.map(({ status: _, ...frame }) => frame),
    }
  } else
    for (const { status, ...frame } of frames)
      yield {
        ...base,
        name: `${root}${frame.name}`,
        ...findPrediction(frame.annotations),
        ...(status !== undefined && { status }),
        frames: [{ ...frame, name: null }],
      }
}
