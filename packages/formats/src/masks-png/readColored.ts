/**
 * Reads the masks of CVAT and Datumaro in the layout of VOC: `SegmentationClass` has the color of the category of each pixel, or its place in
 * `labelmap.txt`, and `SegmentationObject` another color for each object.
 */
import type { Losses } from "../carry/Losses.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readPicture, toBitmap } from "../files/bitmap.ts"
import { nameOfStem } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { readSetLists } from "../images/setLists.ts"
import { computePaletteColor } from "../model/categoryColors.ts"
import type { Category } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"
import { readLabelmap } from "../voc/labelmap.ts"
import { type MaskFile, readMaskScenes } from "./maskScenes.ts"
import { indexPictures } from "./pictures.ts"
import { type CategoryMask, type PixelValues, toCategories } from "./pixelCategories.ts"

const classes = /^(.*?)SegmentationClass\/(.+)\.png$/i

/** The folder of `labelmap.txt`, with a slash; undefined where boxes stand beside the masks, which are Pascal VOC. */
export const findColoredRoot = ({ has, paths }: Source): string | undefined => {
  const root = paths.map((path) => classes.exec(path)?.[1]).find((one) => one !== undefined)
  const isMasks = root !== undefined && has(`${root}labelmap.txt`)
  return isMasks && !paths.some((path) => /(^|\/)Annotations\/.+\.xml$/.test(path)) ? root : undefined
}

export const readColored: Reader["read"] = async (source, context) => {
  const root = findColoredRoot(source)
  const rows = await readLabelmap(source)
  if (root === undefined || rows === undefined)
    throw new FormatError("labelmap.txt", "is missing beside a folder SegmentationClass/.")
  // Pixels of the background belong to no object.
  const categories = rows.filter((row) => !isBackground(row)).map((row, index) => ({ ...row, id: index + 1 }))
  return {
    dataset: {
      name: "masks",
      description: "",
      taskType: "segmentation-bitmap",
      categories,
      imageAttributes: [],
    },
    scenes: await readScenes(source, root, makeValues(rows, categories), context),
  }
}

const isBackground = ({ color, name }: Category): boolean =>
  name === "background" && (color === null || color.every((part) => part === 0))

/** The category of a pixel, 0 for none: by its color as red + 256 green + 65536 blue, and by its index. */
interface Values {
  readonly byColor: ReadonlyMap<number, number>
  readonly byIndex: ReadonlyMap<number, number>
}

const makeValues = (rows: ReadonlyArray<Category>, categories: ReadonlyArray<Category>): Values => {
  const ids = new Map(categories.map(({ id, name }) => [name, id]))
  // As Datumaro reads it: the palette counts only where no row has a color, so that it takes no color that another row has.
  const hasColors = rows.some(({ color }) => color !== null)
  const getCategoryId = ({ name }: Category) => ids.get(name) ?? 0
  return {
    byColor: new Map([
      [0, 0],
      ...rows.flatMap((row, index) => {
        const color = row.color ?? (hasColors ? null : computePaletteColor(index))
        return color === null ? [] : [[packColor(color), getCategoryId(row)] as const]
      }),
    ]),
    byIndex: new Map([[0, 0], ...rows.map((row, index) => [index, getCategoryId(row)] as const)]),
  }
}

const packColor = ([red = 0, green = 0, blue = 0]: ReadonlyArray<number>): number =>
  red + 256 * green + 65_536 * blue

/** Borders that evaluation ignores, as a color and as an index. */
const voids: ReadonlySet<number> = new Set([packColor([224, 224, 192]), 255])

const readScenes = async (
  source: Source,
  root: string,
  values: Values,
  context: ReadContext,
): Promise<AsyncIterable<Scene>> =>
  readMaskScenes(await findMasks(source, root, context.losses), {
    source,
    context,
    keepsIds: false,
    isVoid: (value) => value === 0 || voids.has(value),
    readCategories: (path) => readCategories(source, path, values, context.losses),
    readObjects: async (path) => toBitmap(readPicture(await source.bytes(path), path, source.limits.pixels)),
    ignored: "borders that are ignored",
  })

const findMasks = async (source: Source, root: string, losses: Losses): Promise<ReadonlyArray<MaskFile>> => {
  const stems = new Map<string, string>()
  for (const path of source.paths) {
    const stem = classes.exec(path)?.[2]
    if (stem !== undefined && path.startsWith(root)) stems.set(path, stem)
  }
  const sets = await readSetLists(source, stems, losses, "Segmentation")
  const findPicture = indexPictures(source.paths, [`${root}JPEGImages/`, `${root}images/`])
  return [...stems].map(([path, stem]) => ({
    path,
    objectPath: path.replace(/SegmentationClass/i, "SegmentationObject"),
    url: findPicture(stem, path) ?? `${root}JPEGImages/${stem}.jpg`,
    scene: { name: nameOfStem(stem), split: sets(path)?.split ?? null },
  }))
}

const readCategories = async (
  source: Source,
  path: string,
  { byColor, byIndex }: Values,
  losses: Losses,
): Promise<CategoryMask> => {
  const picture = readPicture(await source.bytes(path), path, source.limits.pixels)
  const isColored = picture.channels >= 3
  const lookup = isColored ? byColor : byIndex
  const values: PixelValues = {
    findCategory: (value) => lookup.get(value) ?? (voids.has(value) ? null : undefined),
    describe: (value) => `${describe(value, isColored)}, which labelmap.txt lacks`,
  }
  return toCategories(toBitmap(picture), path, values, losses)
}

const describe = (value: number, isColored: boolean): string =>
  isColored ? `the color ${[value & 255, (value >> 8) & 255, value >> 16].join(",")}` : `the value ${value}`
