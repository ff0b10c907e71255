/** Reads the JSON files that name a point cloud. Their angles are degrees or radians: `_classes.json` says which. */
import { posix } from "node:path"
import { Losses } from "../carry/Losses.ts"
import { type DrawnCuboid, makeCloud, readColor, toAnnotations } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { type Category, CategoryNumbers, type Dataset, makeDataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Scene } from "../model/Scene.ts"
import { findFolderSets } from "../model/sets.ts"
import { type Angles, readCuboid } from "./cuboids.ts"

const classesName = "_classes.json"

const isLabel = (path: string): boolean => path.endsWith(".json") && getBaseName(path) !== classesName

/** The members that every file of labelCloud begins with, in their order. */
const head = /^\s*\{\s*"folder"\s*:[^{}]*"filename"\s*:[^{}]*"path"\s*:[^{}]*"objects"\s*:\s*\[/

const findLabels = ({ paths }: Source): ReadonlyArray<string> => paths.filter(isLabel)

export const readLabelCloud: Reader = {
  detect: async (source) => {
    const first = findLabels(source)[0]
    if (first === undefined) return undefined
    return head.test(new TextDecoder().decode(await source.peek(first, 0, 4096))) ? first : undefined
  },
  read: async (source, { losses }) => {
    const labels = findLabels(source)
    if (labels.length === 0) throw new FormatError(".", "has no JSON files of labelCloud.")
    const classes = await readClasses(source, losses)
    const counted = new PartReader(new Losses())
    const documents: Array<string> = []
    const names = new Set<string>()
    for (const path of labels) {
      const document = await readDocument(source, path, classes(path), new Losses(), counted)
      if (document === undefined) continue
      documents.push(path)
      for (const { category } of document.cuboids) names.add(category)
    }
    counted.checkAny()
    const listed = mergeCategories(documents.map(classes), losses)
    const dataset: Dataset = {
      ...makeDataset("labelcloud", "pointcloud-cuboid", []),
      categories: withOthers(listed, names),
    }
    return { dataset, scenes: readScenes(source, labels, dataset, classes, losses) }
  },
}

interface Classes {
  readonly categories: ReadonlyArray<Category>
  readonly angles: Angles
}

/** The classes of a file with labels: those of its folder, or of the nearest folder around it, or the only ones. */
type FindClasses = (path: string) => Classes | undefined

const readClasses = async (source: Source, losses: Losses): Promise<FindClasses> => {
  const classesByFolder = new Map<string, Classes>()
  for (const path of source.paths)
    if (getBaseName(path) === classesName)
      classesByFolder.set(posix.dirname(path), await readClassesFile(source, path, losses))
  const [only, other] = [...classesByFolder.values()]
  return (path) => {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const classes = classesByFolder.get(folder)
      if (classes !== undefined || folder === ".") return classes ?? (other === undefined ? only : undefined)
    }
  }
}

const readClassesFile = async (source: Source, path: string, losses: Losses): Promise<Classes> => {
  const document = new Node(await readJsonFile(source, path), path)
  const format = document.at("format").or("centroid_abs", (text) => text.text())
  return {
    angles: format === "centroid_rel" ? "radians" : "degrees",
    categories: document
      .at("classes")
      .items()
      .map((one, index) => ({
        id: index + 1,
        name: one.at("name").text(),
        color: one.at("color").or(null, (color) => readColor(color, losses)),
        hasInstances: true,
        attributes: [],
      })),
  }
}

/** The categories of all folders in their order, each name once; other colors of a name are counted. */
const mergeCategories = (
  all: ReadonlyArray<Classes | undefined>,
  losses: Losses,
): ReadonlyArray<Category> => {
  const merged = new Map<string, Category>()
  for (const classes of new Set(all))
    for (const category of classes?.categories ?? []) {
      const other = merged.get(category.name)
      if (other === undefined) merged.set(category.name, { ...category, id: merged.size + 1 })
      else if (String(other.color) !== String(category.color)) losses.add("category-colors", category.name)
    }
  return [...merged.values()]
}

/** The classes, and behind them the names that files have beyond those. */
const withOthers = (
  classes: ReadonlyArray<Category>,
  names: ReadonlySet<string>,
): ReadonlyArray<Category> => {
  const listed = new Set(classes.map(({ name }) => name))
  const others = new CategoryNumbers([...names].filter((name) => !listed.has(name)).sort())
  return [...classes, ...others.categories.map((one) => ({ ...one, id: one.id + classes.length }))]
}

interface LabelDocument {
  /** The point cloud as the file names it. */
  readonly cloud: string
  readonly cuboids: ReadonlyArray<DrawnCuboid>
}

/** Undefined, and counted, for a file of something else. */
const readDocument = async (
  source: Source,
  path: string,
  classes: Classes | undefined,
  losses: Losses,
  files: PartReader,
): Promise<LabelDocument | undefined> => {
  const document = new Node(await readJsonFile(source, path), path)
  const objects = new PartReader(losses)
  return files.read(() => ({
    cloud: document.at("filename").text(),
    cuboids: document
      .at("objects")
      .items()
      .flatMap((object) => objects.read(() => readCuboid(object, classes?.angles ?? null, losses)) ?? []),
  }))
}

/** Its point clouds are in another folder, such as `pointclouds`, below which a sample has the same path. */
const labelFolder = /(?<=^|\/)labels?\//i

/** The names of samples are the paths of their files, without the folder of labels where no other file has that name. */
const nameSamples = (labels: ReadonlyArray<string>): ((path: string) => string) => {
  const counts = new Map<string, number>()
  const stripFolder = (path: string) => stripEnding(path.replace(labelFolder, ""))
  for (const path of labels)
    for (const name of new Set([stripFolder(path), stripEnding(path)]))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  return (path) => (counts.get(stripFolder(path)) === 1 ? stripFolder(path) : stripEnding(path))
}

async function* readScenes(
  source: Source,
  labels: ReadonlyArray<string>,
  dataset: Dataset,
  classes: FindClasses,
  losses: Losses,
): AsyncGenerator<Scene> {
  const idOf = makeCategoryIds(dataset)
  const resolver = new ImageResolver(source)
  const setOfFolder = findFolderSets(labels)
  const nameSample = nameSamples(labels)
  const files = new PartReader(losses, "records")
  for (const path of labels) {
    const document = await readDocument(source, path, classes(path), losses, files)
    if (document === undefined) continue
    const { cloud, cuboids } = document
    const url = resolver.find({ name: cloud, record: path, noun: "point cloud" }) ?? cloud
    const annotations = toAnnotations(cuboids, (name) => idOf(name, path))
    yield {
      ...emptyScene,
      name: nameSample(path),
      kind: "cuboid",
      split: setOfFolder(path)?.split ?? null,
      frames: [{ ...emptyFrame, cloud: makeCloud(url), annotations }],
    }
  }
}
