/** Reads polygons where there are any, or else the masks of instances or labels. Images without a file of labels are unlabeled. */
import { Losses } from "../carry/Losses.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { DatasetError, FormatError } from "../FormatError.ts"
import { getImageEnding, nameOfStem, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { type Category, CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Kind, Scene } from "../model/Scene.ts"
import { findConfig, readConfig } from "./config.ts"
import { detectMapillary } from "./detect.ts"
import { findLayout, findSet, type LabelFile, type Layout, listImages } from "./layout.ts"
import { listPixelCategories, readMasks } from "./masks.ts"
import { collectLabelNames, readPolygons } from "./polygons.ts"

export const readMapillary: Reader = {
  detect: detectMapillary,
  read: async (source, context) => {
    const layout = findLayout(source)
    if (layout === undefined)
      throw new FormatError(".", "has no files SET/v2.0/polygons/KEY.json or SET/v2.0/instances/KEY.png.")
    const [{ path = "" } = {}] = layout.files
    if (layout.other !== undefined)
      throw new DatasetError(
        layout.other.path,
        `is not of the folder and version of ${path}: import the sets one by one.`,
      )
    const config = await findConfig(source, layout.version)
    const labels = config === undefined ? undefined : await readConfig(source, config, context.losses)
    if (layout.folder !== "polygons" && labels === undefined)
      throw new FormatError("config_v2.0.json", "is missing: it lists the labels of the masks.")
    const dataset: Dataset = {
      name: "mapillary",
      description: "",
      taskType: layout.folder === "polygons" ? "vector" : "segmentation-bitmap",
      categories:
        layout.folder === "polygons"
          ? await addUnlisted(source, layout, labels ?? [])
          : listPixelCategories(labels ?? []),
      imageAttributes: [],
    }
    return { dataset, scenes: readScenes(source, layout, dataset, labels ?? [], context) }
  },
}

/** The labels of the list, and behind them those that polygons have beyond it. */
const addUnlisted = async (
  source: Source,
  layout: Layout,
  labels: ReadonlyArray<Category>,
): Promise<ReadonlyArray<Category>> => {
  const names = await collectLabelNames(source, layout.files, new Losses())
  for (const { name } of labels) names.delete(name)
  const others = new CategoryNumbers([...names].sort()).categories
  const last = labels.at(-1)?.id ?? 0
  return [...labels, ...others.map((category) => ({ ...category, id: category.id + last }))]
}

async function* readScenes(
  source: Source,
  { files, folder }: Layout,
  dataset: Dataset,
  labels: ReadonlyArray<Category>,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const resolver = new ImageResolver(
    source,
    files.map(({ root }) => findSet(root).set ?? null),
  )
  const labeled = new Set<string>()
  const placed = files.map((file) => {
    const { set = null } = findSet(file.root)
    const image = `${file.root}images/${file.key}`
    const url = resolver.find({ name: image, record: file.path, set, isStem: true })
    labeled.add(url ?? image)
    return { file, url: url ?? `${image}.jpg`, scene: placeScene(file, url) }
  })
  const reading = { source, context, dataset, labels, folder }
  yield* folder === "polygons" ? readPolygons(placed, reading) : readMasks(placed, reading)
  yield* readUnlabeled(
    source,
    labeled,
    folder === "polygons" ? "image-vector" : "image-segmentation",
    context,
  )
}

const placeScene = ({ key, root }: LabelFile, url: string | undefined) => ({
  name: nameOfStem(key),
  file: `${key}${getImageEnding(url ?? ".jpg")}`,
  ...findSet(root),
})

/** The images of the test set have no labels. */
async function* readUnlabeled(
  source: Source,
  labeled: ReadonlySet<string>,
  kind: Kind,
  { losses, sizeOf }: ReadContext,
): AsyncGenerator<Scene> {
  for (const { file, path, root } of listImages(source)) {
    if (labeled.has(path)) continue
    const size = await sizeOf(path)
    if (size === null) {
      losses.add("image-size", path)
      continue
    }
    losses.add("missing-labels", path)
    yield {
      ...emptyScene,
      name: nameOfStem(stripEnding(file)),
      file,
      ...findSet(root),
      kind,
      status: "UNLABELED",
      frames: [{ ...emptyFrame, image: { url: path, size } }],
    }
  }
}
