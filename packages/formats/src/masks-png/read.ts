/** Reads masks of categories, and those of instances where there are any; without them each category of an image is one annotation. */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { getImageEnding, nameOfStem, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { findLooseMask } from "../images/looseMasks.ts"
import type { Category } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"
import { readClasses } from "./classes.ts"
import { readBitmap } from "./grayPng.ts"
import { type MaskFile, readMaskScenes } from "./maskScenes.ts"
import { indexPictures } from "./pictures.ts"
import { type PixelValues, toCategories } from "./pixelCategories.ts"
import { findColoredRoot, readColored } from "./readColored.ts"
import { readSetFolders } from "./setFolders.ts"

export const readMasks: Reader = {
  detect: async (source) => {
    const root = findRoot(source)
    if (root !== undefined) return `${root}classes.csv`
    const colored = findColoredRoot(source)
    return colored === undefined ? undefined : `${colored}labelmap.txt`
  },
  read: async (source, context) => {
    const root = findRoot(source)
    if (root === undefined && findColoredRoot(source) !== undefined) return await readColored(source, context)
    if (root === undefined) {
      const loose = findLooseMask(source)
      if (loose !== undefined)
        throw new FormatError(
          loose.mask,
          `looks like the mask of ${loose.image}, but nothing names the classes of its pixels: add labelmap.txt beside SegmentationClass/, classes.csv beside semantic/, or data.yaml with names beside masks/.`,
        )
      throw new FormatError("classes.csv", "is missing beside a folder semantic/.")
    }
    const categories = await readClasses(source, `${root}classes.csv`)
    return {
      dataset: {
        name: "masks",
        description: "",
        taskType: "segmentation-bitmap",
        categories,
        imageAttributes: [],
      },
      scenes: await readScenes(source, root, categories, context),
    }
  },
}

/** The folder of `classes.csv`, with a slash; undefined when there are no masks beside it. Two of them are refused: a value has two classes. */
const findRoot = ({ paths }: Source): string | undefined => {
  const [root, other] = paths
    .filter((path) => path === "classes.csv" || path.endsWith("/classes.csv"))
    .map((path) => path.slice(0, -"classes.csv".length))
    .filter((own) => paths.some((path) => path.startsWith(`${own}semantic/`)))
  if (other !== undefined)
    throw new FormatError(
      `${other}classes.csv`,
      `has classes, as ${root}classes.csv has: only one of them can be imported.`,
    )
  return root
}

/** By convention a value that is ignored. */
const ignored = 255

const readScenes = async (
  source: Source,
  root: string,
  categories: ReadonlyArray<Category>,
  context: ReadContext,
): Promise<AsyncIterable<Scene>> => {
  const categoryIds = new Set(categories.map(({ id }) => id))
  const values: PixelValues = {
    findCategory: (value) =>
      value === 0 || categoryIds.has(value) ? value : value === ignored ? null : undefined,
    describe: (value) => `the category ${value}, which is missing`,
  }
  return readMaskScenes(await findMasks(source, root), {
    source,
    context,
    keepsIds: true,
    isVoid: (value) => value === 0,
    readCategories: async (path) =>
      toCategories(await readBitmap(source, path), path, values, context.losses),
    readObjects: (path) => readBitmap(source, path),
    ignored: `the value ${ignored}`,
  })
}

const findMasks = async (source: Source, root: string): Promise<ReadonlyArray<MaskFile>> => {
  const prefix = `${root}semantic/`
  const divide = await readSetFolders(source, root)
  const findPicture = indexPictures(source.paths, [`${root}images/`])
  const paths = source.paths.filter((path) => path.startsWith(prefix) && path.endsWith(".png"))
  return paths.map((path) => {
    const stem = stripEnding(path.slice(prefix.length))
    const url = findPicture(stem, path)
    const { folder, own, split } = divide(stem)
    return {
      path,
      objectPath: `${root}instances/${stem}.png`,
      url: url ?? `${root}images/${stem}.png`,
      scene: {
        name: nameOfStem(own),
        file: `${own}${getImageEnding(url ?? ".png")}`,
        ...(folder !== undefined && split !== null && { set: folder }),
        split,
      },
    }
  })
}
