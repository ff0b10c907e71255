/** Point clouds: `lidar_point_cloud_0/NAME.pcd`, with images beside them. */

import type { Losses } from "../carry/Losses.ts"
import { makeCloud, toAnnotations } from "../drawn-cuboids/DrawnCuboid.ts"
import { type FolderKind, isSequenceAmong } from "../drawn-cuboids/sequenceFolders.ts"
import { readText } from "../drawn-images/DrawnImage.ts"
import type { ReadContext } from "../Format.ts"
import { addToList } from "../files/listMaps.ts"
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
import { readCuboids, type TrackedCuboid } from "./cuboids.ts"
import { type Item, openDocument } from "./items.ts"
import { readResult } from "./results.ts"
import { makeNumbering } from "./tracks.ts"

/** Folders of the first scanner; older versions have one. */
const cloudFolders = ["lidar_point_cloud_0", "point_cloud"]

const cloudEndings = [".pcd", ".bin", ".ply", ".las"]

export const hasClouds = ({ paths }: Source): boolean =>
  paths.some((path) => /(^|\/)(lidar_point_cloud_\d+|point_cloud)\/[^/]+$/.test(path))

export interface CloudItem {
  readonly cuboids: ReadonlyArray<TrackedCuboid>
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
  const member = parts.read(() => (first === undefined ? data?.at("pointCloudUrl") : first.at("url")))
  const url = member && readText(member, parts)
  const path = paths.find(source.has)
  return makeCloud(path ?? url ?? paths[0] ?? "")
}

interface CloudFrame extends CloudItem {
  readonly frame: Frame & { readonly name: string }
  /** For messages. */
  readonly path: string
}

/** `findKind` is null where no folder is a sequence. */
export async function* readCloudScenes(
  source: Source,
  items: ReadonlyArray<Item>,
  dataset: Dataset,
  findKind: ((root: string) => FolderKind) | null,
  { losses }: ReadContext,
): AsyncGenerator<Scene> {
  const findId = makeCategoryIds(dataset)
  const findImages = indexCameraImages(source)
  const files = new PartReader(losses, "records")
  const folders = new Map<string, Array<Item>>()
  for (const item of items) addToList(folders, item.root, item)
  for (const [root, unsorted] of folders) {
    const clouds: Array<CloudFrame> = []
    for (const item of [...unsorted].sort((a, b) => compareNaturally(a.name, b.name))) {
      const { data: path = "" } = item
      const data = path === "" ? undefined : await files.readLater(() => openDocument(source, path))
      const read = await readCloudItem(source, item, losses)
      const frame = {
        ...emptyFrame,
        name: item.name,
        cloud: findCloud(source, item, data, losses),
        cameras: await readCameras(source, item, data, findImages(item), losses),
        attributes: read.attributes,
      }
      clouds.push({ ...read, frame, path })
    }
    const isSequence = findKind !== null && isSequenceAmong(findKind(root), root || ".", losses)
    if (isSequence) yield toSequence(root, clouds, findId, losses)
    else yield* toSamples(root, clouds, findId, findKind === null ? null : losses)
  }
}

type FindId = (category: string, path: string) => number

const findStatus = ({ isLabeled, isPredicted }: CloudItem): Pick<Scene, "status"> =>
  isPredicted ? { status: "PRELABELED" } : isLabeled ? {} : { status: "UNLABELED" }

const drawTracks = (
  { cuboids, path }: CloudFrame,
  findId: FindId,
  { findKey, tracks }: ReturnType<typeof makeNumbering>,
) =>
  toAnnotations(
    cuboids.map((cuboid) => ({ ...cuboid, track: findKey(cuboid) })),
    (category) => findId(category, path),
    tracks,
  )

const toSequence = (
  root: string,
  clouds: ReadonlyArray<CloudFrame>,
  findId: FindId,
  losses: Losses,
): Scene => {
  const numbering = makeNumbering(
    clouds.flatMap(({ cuboids }) => cuboids),
    root || ".",
    losses,
  )
  const frames = clouds.map((cloud) => ({
    ...cloud.frame,
    annotations: drawTracks(cloud, findId, numbering),
  }))
  const [first = {}] = clouds.map(findStatus)
  const isSame = clouds.every((cloud) => findStatus(cloud).status === first.status)
  return {
    ...emptyScene,
    ...findSetInPath(root),
    kind: "cuboid",
    name: root.slice(0, -1) || "scene",
    isSequence: true,
    ...findPrediction(frames.flatMap(({ annotations }) => annotations)),
    ...(isSame && first),
    frames,
  }
}

/** Samples of one point cloud each. With `losses` they are sequences of one frame, because others of the dataset are sequences, and are counted. */
function* toSamples(
  root: string,
  clouds: ReadonlyArray<CloudFrame>,
  findId: FindId,
  losses: Losses | null,
): Generator<Scene> {
  for (const cloud of clouds) {
    const name = `${root}${cloud.frame.name}`
    losses?.add("singles", name)
    const annotations =
      losses === null
        ? toAnnotations(cloud.cuboids, (category) => findId(category, cloud.path))
        : drawTracks(cloud, findId, makeNumbering(cloud.cuboids, name, losses))
    yield {
      ...emptyScene,
      ...findSetInPath(root),
      kind: "cuboid",
      name,
      isSequence: losses !== null,
      ...findPrediction(annotations),
      ...findStatus(cloud),
      frames: [{ ...cloud.frame, name: null, annotations }],
    }
  }
}
