/** Reads `meta.json` with `DATASET/ann/CLOUD.json`, or with `DATASET/annotation.json` of an episode. */
import type { Losses } from "../carry/Losses.ts"
import { makeCloud, readColor, TrackNumbers, toAnnotations } from "../drawn-cuboids/DrawnCuboid.ts"
import { FolderEvidence, type FolderKind, isSequenceAmong } from "../drawn-cuboids/sequenceFolders.ts"
import type { Reader } from "../Format.ts"
import { DatasetError, FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { compareNaturally, getBaseName } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import type { Category, Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Frame, Scene } from "../model/Scene.ts"
import { type CloudItem, type ItemReading, readEpisode, readItem } from "./items.ts"
import { indexImages, readCameras } from "./relatedImages.ts"

const findMeta = ({ paths }: Source): string | undefined =>
  paths.filter((path) => getBaseName(path) === "meta.json").sort((a, b) => a.length - b.length)[0]

/** The folder of a dataset, and the path of a point cloud in it: Datumaro has folders there, where names have them. */
const itemPath = /^((?:.*?\/)?)ann\/(.+)\.json$/

const isItem = (path: string): boolean => itemPath.test(path)

const isEpisode = (path: string): boolean => getBaseName(path) === "annotation.json"

export const readSuperviselyClouds: Reader = {
  detect: async (source) => {
    const meta = findMeta(source)
    if (meta === undefined) return undefined
    const text = new TextDecoder().decode(await source.peek(meta, 0, 1024 * 1024))
    return /"projectType"\s*:\s*"point_cloud(s|_episodes)"/.test(text) ? meta : undefined
  },
  read: async (source, { losses }) => {
    const meta = findMeta(source)
    if (meta === undefined) throw new FormatError("meta.json", "is missing.")
    checkOneProject(source, meta)
    const document = new Node(await readJsonFile(source, meta), meta)
    const root = meta.slice(0, -"meta.json".length)
    const categories = document
      .at("classes")
      .items()
      .map((node, index) => readClass(node, index, losses))
    const classes = new Set(categories.map(({ name }) => name))
    const folders = await readFolders(source, root, { classes })
    const isSequence = folders.some(({ kind }) => kind === "sequence")
    const dataset: Dataset = {
      name: "supervisely",
      description: "",
      taskType: isSequence ? "pointcloud-cuboid-sequence" : "pointcloud-cuboid",
      categories,
      imageAttributes: [],
    }
    return { dataset, scenes: readScenes(source, meta, folders, dataset, isSequence, losses) }
  },
}

const readClass = (node: Node, index: number, losses: Losses): Category => ({
  id: index + 1,
  name: node.at("title").text(),
  color: node.at("color").or(null, (color) => readColor(color, losses)),
  hasInstances: true,
  attributes: [],
})

/** Refuses the annotations of a second project: a dataset has one list of classes. */
const checkOneProject = ({ paths }: Source, meta: string): void => {
  const other = paths.find(
    (path) =>
      path !== meta &&
      getBaseName(path) === "meta.json" &&
      paths.some((own) => (isItem(own) || isEpisode(own)) && isBelow(own, path)),
  )
  if (other !== undefined)
    throw new DatasetError(other, `is of a second project beside ${meta}; import each project by itself.`)
}

const isBelow = (path: string, meta: string): boolean => path.startsWith(meta.slice(0, -"meta.json".length))

/** Names begin below the folder of the project; a dataset that lies elsewhere has its whole path. */
const toName = (root: string, path: string): string =>
  path.startsWith(root) ? path.slice(root.length) : path

interface Folder {
  readonly path: string
  readonly kind: FolderKind
  readonly items: ReadonlyArray<CloudItem>
}

/** Point clouds of a folder are a sequence where it is an episode, or an object is in several of them. */
const readFolders = async (
  source: Source,
  root: string,
  reading: ItemReading,
): Promise<ReadonlyArray<Folder>> => {
  const numbers = await readNumbers(source, `${root}key_id_map.json`)
  const byFolder = new Map<string, Array<CloudItem>>()
  const folders: Array<Folder> = []
  for (const path of source.paths) {
    const [, dataset, cloud = ""] = itemPath.exec(path) ?? []
    const folder = dataset ?? path.replace(/[^/]+$/, "")
    if (isEpisode(path))
      folders.push({ path: folder, kind: "sequence", items: await readEpisode(source, path, reading) })
    if (!isItem(path)) continue
    const items = byFolder.get(folder) ?? []
    byFolder.set(folder, items)
    items.push(await readItem(source, { path, cloud }, numbers, reading))
  }
  for (const [path, items] of byFolder) {
    const evidence = new FolderEvidence()
    for (const { cuboids } of items) evidence.add(cuboids.map(({ track }) => track))
    folders.push({ path, kind: evidence.findKind(), items })
  }
  return folders
}

const sortByTime = (items: ReadonlyArray<CloudItem>): ReadonlyArray<CloudItem> =>
  [...items].sort((a, b) => (a.number ?? 0) - (b.number ?? 0) || compareNaturally(a.cloud, b.cloud))

/** The numbers of point clouds by their keys; in projects of CVAT those are the frames. */
const readNumbers = async (source: Source, path: string): Promise<ReadonlyMap<string, number>> => {
  if (!source.has(path)) return new Map()
  const videos = new Node(await readJsonFile(source, path), path).at("videos")
  return new Map(
    videos.or([], (found) =>
      found.keys().flatMap((key) => {
        const { value } = found.at(key)
        return typeof value === "number" ? [[key, value] as const] : []
      }),
    ),
  )
}

async function* readScenes(
  source: Source,
  meta: string,
  folders: ReadonlyArray<Folder>,
  dataset: Dataset,
  isSequence: boolean,
  losses: Losses,
): AsyncGenerator<Scene> {
  const findImages = indexImages(source)
  const ids = makeCategoryIds(dataset)
  const getId = (name: string) => ids(name, meta)
  const root = meta.slice(0, -"meta.json".length)
  for (const { items: unsorted, kind, path } of folders) {
    const isOne = isSequence && isSequenceAmong(kind, path, losses)
    const items = isOne ? sortByTime(unsorted) : unsorted
    const tracks = findTrackNumbers(items)
    const frames: Array<Frame> = []
    for (const item of items)
      frames.push({
        ...emptyFrame,
        name: isOne ? item.cloud : null,
        cloud: makeCloud(`${path}pointcloud/${item.cloud}`),
        cameras: await readCameras(source, findImages(path, item.cloud), losses),
        attributes: item.attributes,
        annotations: toAnnotations(item.cuboids, getId, isSequence ? tracks : undefined),
      })
    const base = { ...emptyScene, kind: "cuboid" as const, isSequence }
    if (isOne) {
      for (const own of new Set(items.map((item) => item.losses))) losses.addAll(own)
      yield {
        ...base,
        name: toName(root, path).slice(0, -1) || "dataset",
        frames,
        marksKeyframes: items.some(hasKeyframeMarks),
      }
    } else
      for (const [index, item] of items.entries()) {
        const name = `${toName(root, path)}${item.cloud}`.replace(/\.[^./]+$/, "")
        losses.addAll(item.losses)
        if (isSequence) losses.add("singles", name)
        yield {
          ...base,
          name,
          frames: frames.slice(index, index + 1),
          marksKeyframes: isSequence && hasKeyframeMarks(item),
        }
      }
  }
}

const findTrackNumbers = (items: ReadonlyArray<CloudItem>): TrackNumbers =>
  new TrackNumbers(items.flatMap(({ cuboids }) => cuboids.flatMap(({ track }) => track ?? [])))

const hasKeyframeMarks = ({ cuboids }: CloudItem): boolean =>
  cuboids.some(({ isKeyframe }) => isKeyframe === false)
