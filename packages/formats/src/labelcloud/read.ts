/** Reads the JSON files that name a point cloud. Their angles are degrees or radians: `_classes.json` says which. */
import type { Losses } from "../carry/Losses.ts"
import { toAnnotations } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { jsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { baseName, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { categoryIds } from "../model/categoryIds.ts"
import { findCloudType } from "../model/cloudType.ts"
import { type Category, CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Scene } from "../model/Scene.ts"
import { type Angles, readCuboid } from "./cuboids.ts"

const classesName = "_classes.json"

const isLabel = (path: string): boolean => path.endsWith(".json") && baseName(path) !== classesName

/** The members that every file of labelCloud begins with, in their order. */
const head = /^\s*\{\s*"folder"\s*:[^{}]*"filename"\s*:[^{}]*"path"\s*:[^{}]*"objects"\s*:\s*\[/

const findLabels = ({ paths }: Source): ReadonlyArray<string> => paths.filter(isLabel)

export const readLabelCloud: Reader = {
  detect: async (source) => {
    const first = findLabels(source)[0]
    if (first === undefined) return undefined
    return head.test(new TextDecoder().decode(await source.range(first, 0, 4096))) ? first : undefined
  },
  read: async (source, { losses }) => {
    const labels = findLabels(source)
    if (labels.length === 0) throw new FormatError(".", "has no JSON files of labelCloud.")
    const classes = await readClasses(source)
    const names = new Set<string>()
    for (const path of labels)
      for (const object of await readObjects(source, path)) names.add(object.at("name").text())
    const dataset: Dataset = {
      name: "labelcloud",
      description: "",
      taskType: "pointcloud-cuboid",
      categories: withOthers(classes?.categories ?? [], names),
      imageAttributes: [],
    }
    return { dataset, scenes: readScenes(source, labels, dataset, classes?.angles ?? null, losses) }
  },
}

interface Classes {
  readonly categories: ReadonlyArray<Category>
  readonly angles: Angles
}

const readClasses = async (source: Source): Promise<Classes | undefined> => {
  const path = source.paths.find((one) => baseName(one) === classesName)
  if (path === undefined) return undefined
  const document = new Node(await jsonFile(source, path), path)
  const format = document.at("format").or("centroid_abs", (found) => found.text())
  return {
    angles: format === "centroid_rel" ? "radians" : "degrees",
    categories: document
      .at("classes")
      .items()
      .map((one, index) => ({
        id: index + 1,
        name: one.at("name").text(),
        color: one.at("color").or(null, readColor),
        hasInstances: true,
        attributes: [],
      })),
  }
}

const readColor = (node: Node): ReadonlyArray<number> | null => {
  const [, digits] = /^#([0-9a-f]{6})$/i.exec(node.text()) ?? []
  if (digits === undefined) return node.fail("is not a color such as #ff0000.")
  return [0, 2, 4].map((start) => Number.parseInt(digits.slice(start, start + 2), 16))
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

const readObjects = async (source: Source, path: string): Promise<ReadonlyArray<Node>> =>
  new Node(await jsonFile(source, path), path).at("objects").items()

async function* readScenes(
  source: Source,
  labels: ReadonlyArray<string>,
  dataset: Dataset,
  angles: Angles | null,
  losses: Losses,
): AsyncGenerator<Scene> {
  const idOf = categoryIds(dataset)
  const resolver = new ImageResolver(source)
  for (const path of labels) {
    const document = new Node(await jsonFile(source, path), path)
    const cuboids = document
      .at("objects")
      .items()
      .map((object) => readCuboid(object, angles, losses))
    const name = document.at("filename").text()
    const url = resolver.find({ name, record: path, noun: "point cloud" }) ?? name
    yield {
      ...emptyScene,
      name: withoutEnding(path),
      kind: "cuboid",
      frames: [
        {
          ...emptyFrame,
          cloud: { url, type: findCloudType(url, { bin: "kitti", other: "pcd" }) },
          annotations: toAnnotations(cuboids, (name) => idOf(name, path)),
        },
      ],
    }
  }
}
