/** Reads `meta.json` and `DATASET/ann/IMAGE.json` with the images in `DATASET/img`. A dataset of a project is a set. */
import { posix } from "node:path"
import type { Losses } from "../carry/Losses.ts"
import { makeSceneMaker } from "../drawn-images/makeSceneMaker.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { checkPixels } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, isImagePath } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { unflattenStem } from "../images/setPaths.ts"
import { paintMasks } from "../masks/paintMasks.ts"
import type { Scene, Size } from "../model/Scene.ts"
import { type SpelledSet, setOfMetadata } from "../model/sets.ts"
import { toStatedSize } from "../model/statedSize.ts"
import { toTaskType } from "../model/toWire.ts"
import { type ProjectMeta, readMeta } from "./meta.ts"
import { readObjects } from "./objects.ts"
import { readTags } from "./tags.ts"

const findMeta = ({ paths }: Source): string | undefined =>
  paths.filter((path) => getBaseName(path) === "meta.json").sort((a, b) => a.length - b.length)[0]

/** Refuses further projects with annotations: their classes may have other shapes, and a dataset has one list of them. */
const checkOneProject = ({ paths }: Source, meta: string): void => {
  const folders = paths.flatMap((path) => {
    const [match, folder = ""] = annotationPath.exec(path) ?? []
    return match === undefined ? [] : [folder]
  })
  const other = paths.find(
    (path) =>
      path !== meta &&
      getBaseName(path) === "meta.json" &&
      folders.some((folder) => isBelow(folder, posix.dirname(path))),
  )
  if (other !== undefined)
    throw new FormatError(other, `is of a second project beside ${meta}; import each project by itself.`)
}

const isBelow = (folder: string, root: string): boolean => root === "." || `${folder}/`.startsWith(`${root}/`)

const annotationPath = /^(?:(.*)\/)?ann\/([^/]+)\.json$/

/** Projects of videos, volumes and point clouds have a type; older ones of images have none. */
const isMarked = (head: string): boolean =>
  /"classes"\s*:\s*\[/.test(head) && !/"projectType"\s*:\s*"(?!images)/.test(head)

export const readSupervisely: Reader = {
  detect: async (source) => {
    const meta = findMeta(source)
    if (meta === undefined || !source.paths.some((path) => annotationPath.test(path))) return undefined
    return isMarked(new TextDecoder().decode(await source.range(meta, 0, 1024 * 1024))) ? meta : undefined
  },
  read: async (source, context) => {
    const path = findMeta(source)
    if (path === undefined) throw new FormatError("meta.json", "is missing.")
    checkOneProject(source, path)
    const meta = readMeta(new Node(await readJsonFile(source, path), path), context.losses)
    const taskType = toTaskType(meta.isSegmentation ? "image-segmentation" : "image-vector", false)
    const { categories, imageAttributes } = meta
    return {
      dataset: { name: "supervisely", description: "", taskType, categories, imageAttributes },
      scenes: readScenes(source, posix.dirname(path), meta, context),
    }
  },
}

async function* readScenes(
  source: Source,
  root: string,
  meta: ProjectMeta,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const { losses } = context
  const makeScene = makeSceneMaker(source, context)
  const parts = new PartReader(losses)
  const labeled = new Set<string>()
  for (const path of source.paths) {
    const [, folder = "", name = ""] = annotationPath.exec(path) ?? []
    if (name === "") continue
    const scene = await parts.readLater(async () => {
      if (!isBelow(folder, root)) throw new FormatError(path, "has no meta.json in a folder above it.")
      const document = new Node(await readJsonFile(source, path), path)
      document.keys()
      return await readImage(document, { path, folder, name, root }, { makeScene, meta, source, losses })
    })
    if (scene === undefined) continue
    labeled.add(scene.frames[0]?.image?.url ?? "")
    yield scene
  }
  parts.checkAny()
  yield* listUnlabeled(source, root, labeled, { makeScene, losses })
}

interface ImagePlace {
  readonly path: string
  /** Of the dataset. */
  readonly folder: string
  /** Of the image. */
  readonly name: string
  readonly root: string
}

interface Reading {
  readonly makeScene: ReturnType<typeof makeSceneMaker>
  readonly meta: ProjectMeta
  readonly source: Source
  readonly losses: Losses
}

/** Leaves out who made an image, and when. */
const members: ReadonlySet<string> = new Set("name description size tags objects customBigData".split(" "))

const readImage = async (
  document: Node,
  { folder, name, path, root }: ImagePlace,
  { losses, makeScene, meta, source }: Reading,
): Promise<Scene> => {
  for (const key of document.keys())
    if (!members.has(key) && document.at(key).isPresent) losses.add("unknown", document.at(key).place)
  const description = document.at("description").or("", (text) => text.text())
  const scene = await makeScene({
    path,
    place: path,
    ...describeImage(source, root, folder, name, losses),
    size: readSize(document.at("size")),
    attributes: {
      ...readTags(document.at("tags"), losses),
      ...(description !== "" && { description }),
    },
    annotations: [],
  })
  const [frame] = scene.frames
  const size = frame?.image?.size ?? null
  const { annotations, masks } = readObjects(document.at("objects"), {
    meta,
    size,
    limits: source.limits,
    losses,
  })
  if (frame === undefined) return scene
  if (!meta.isSegmentation) return { ...scene, frames: [{ ...frame, annotations }] }
  if (size === null) return document.fail("has no size, and its image is not among the files.")
  const bitmap = paintMasks(masks, checkPixels(source.limits, size, document, "size"), path, losses)
  return { ...scene, kind: "image-segmentation", frames: [{ ...frame, annotations, bitmap }] }
}

const readSize = (node: Node): Size | null =>
  node.or(null, (size) =>
    toStatedSize({ width: size.at("width").whole(), height: size.at("height").whole() }),
  )

/** Images of a dataset have no folders: a slash in the name of a sample is `%2F`. Datasets may be in datasets. */
const describeImage = (source: Source, root: string, folder: string, name: string, losses: Losses) => {
  const own = posix.relative(root, folder || ".").replaceAll("/datasets/", "/")
  const split = setOfMetadata(own)
  // A dataset whose name is not that of a set is a folder of its images.
  if (split === undefined && own !== "") losses.add("splits", folder)
  const set: SpelledSet | null = split == null ? null : { split, set: own }
  const image = `${folder === "" ? "" : `${folder}/`}img/${name}`
  const file = unflattenStem(name)
  return {
    image: source.has(image) ? image : name,
    set,
    folders: [`${folder}/img`],
    file: split === undefined && own !== "" ? `${own}/${file}` : file,
  }
}

/** Images of datasets whose annotations are missing. */
async function* listUnlabeled(
  source: Source,
  root: string,
  labeled: ReadonlySet<string>,
  { losses, makeScene }: Pick<Reading, "losses" | "makeScene">,
): AsyncGenerator<Scene> {
  for (const path of source.paths) {
    const [, folder = "", name = ""] = /^(?:(.*)\/)?img\/([^/]+)$/.exec(path) ?? []
    if (name === "" || labeled.has(path) || !isImagePath(path)) continue
    if (!isBelow(folder, root)) {
      losses.add("unread", path)
      continue
    }
    losses.add("missing-labels", path)
    const record = { path, place: path, annotations: [], status: "UNLABELED" as const }
    yield await makeScene({ ...record, ...describeImage(source, root, folder, name, losses) })
  }
}
