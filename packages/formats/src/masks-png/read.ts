/** Reads masks of categories, and those of instances where there are any; without them each category of an image is one annotation. */
import type { Losses } from "../carry/Losses.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { imageEndingOf, nameOfStem, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import type { Category } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Bitmap, Scene, Segment } from "../model/Scene.ts"
import { readClasses } from "./classes.ts"
import { readBitmap } from "./grayPng.ts"
import { indexPictures, isSameSize } from "./pictures.ts"
import { findColoredRoot, readColored } from "./readColored.ts"
import { readSetFolders } from "./setFolders.ts"

export const readMasks: Reader = {
  detect: async (source) => {
    const root = rootOf(source)
    if (root !== undefined) return `${root}classes.csv`
    const colored = findColoredRoot(source)
    return colored === undefined ? undefined : `${colored}labelmap.txt`
  },
  read: async (source, context) => {
    const { losses } = context
    const root = rootOf(source)
    if (root === undefined && findColoredRoot(source) !== undefined) return await readColored(source, context)
    if (root === undefined) throw new FormatError("classes.csv", "is missing beside a folder semantic/.")
    const categories = await readClasses(source, `${root}classes.csv`)
    return {
      dataset: {
        name: "masks",
        description: "",
        taskType: "segmentation-bitmap",
        categories,
        imageAttributes: [],
      },
      scenes: scenes(source, root, categories, losses),
    }
  },
}

/** The folder of `classes.csv`, with a slash; undefined when there are no masks beside it. */
const rootOf = ({ paths }: Source): string | undefined =>
  paths
    .filter((path) => path === "classes.csv" || path.endsWith("/classes.csv"))
    .map((path) => path.slice(0, -"classes.csv".length))
    .find((root) => paths.some((path) => path.startsWith(`${root}semantic/`)))

async function* scenes(
  source: Source,
  root: string,
  categories: ReadonlyArray<Category>,
  losses: Losses,
): AsyncGenerator<Scene> {
  const known = new Set(categories.map(({ id }) => id))
  const prefix = `${root}semantic/`
  const divide = await readSetFolders(source, root)
  const findPicture = indexPictures(source.paths, [`${root}images/`])
  for (const path of source.paths) {
    if (!path.startsWith(prefix) || !path.endsWith(".png")) continue
    const stem = withoutEnding(path.slice(prefix.length))
    const semantic = await readBitmap(source, path)
    const instancePath = `${root}instances/${stem}.png`
    const instances = source.has(instancePath) ? await readBitmap(source, instancePath) : undefined
    if (instances !== undefined && !isSameSize(instances, semantic))
      throw new FormatError(instancePath, `must have the size of ${path}.`)
    const found = segmentsOf(semantic, instances, { known, losses, path, instancePath })
    const { height, width } = semantic
    const url = findPicture(stem, path)
    const { folder, own, split } = divide(stem)
    yield {
      ...emptyScene,
      name: nameOfStem(own),
      file: `${own}${imageEndingOf(url ?? ".png")}`,
      ...(folder !== undefined && split !== null && { set: folder }),
      kind: "image-segmentation",
      split,
      frames: [
        {
          ...emptyFrame,
          image: { url: url ?? `${root}images/${stem}.png`, size: { width, height } },
          annotations: found.annotations,
          bitmap: { url: null, load: async () => found.bitmap },
        },
      ],
    }
  }
}

interface MaskPlace {
  readonly known: ReadonlySet<number>
  readonly losses: Losses
  readonly path: string
  readonly instancePath: string
}

/** By convention a value that is ignored. */
const ignored = 255

const segmentsOf = (
  semantic: Bitmap,
  instances: Bitmap | undefined,
  { instancePath, known, losses, path }: MaskPlace,
) => {
  const categories = new Map<number, number>()
  /** Annotations of categories for pixels without an instance. */
  const areas = new Map<number, number>()
  let next = instances === undefined ? 0 : instances.ids.reduce((most, id) => Math.max(most, id), 0)
  let dropped = 0
  const ids = semantic.ids.map((category, pixel) => {
    const instance = instances?.ids[pixel] ?? 0
    if (category === 0 || (category === ignored && !known.has(ignored))) {
      if (instance !== 0)
        throw new FormatError(instancePath, `has the instance ${instance}, which has no category.`)
      if (category !== 0) dropped++
      return 0
    }
    if (instance === 0) {
      const area = areas.get(category) ?? ++next
      areas.set(category, area)
      categories.set(area, category)
      return area
    }
    const other = categories.get(instance)
    if (other !== undefined && other !== category)
      throw new FormatError(
        instancePath,
        `has the instance ${instance}, which has the categories ${other} and ${category}.`,
      )
    if (other === undefined) categories.set(instance, category)
    return instance
  })
  losses.add("unknown", `${path}: the value ${ignored}`, dropped === 0 ? 0 : 1)
  const annotations = [...categories].map(([id, categoryId]): Segment => {
    if (!known.has(categoryId))
      throw new FormatError(path, `has the category ${categoryId}, which is missing.`)
    return { id, categoryId, trackId: null, isKeyframe: true, attributes: {}, type: "segment" }
  })
  return { annotations: annotations.sort((a, b) => a.id - b.id), bitmap: { ...semantic, ids } }
}
