/**
 * Reads the masks of CVAT and Datumaro in the layout of VOC: `SegmentationClass` has the color of the category of each pixel, or its place in
 * `labelmap.txt`, and `SegmentationObject` another color for each object.
 */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readPicture, toBitmap } from "../files/bitmap.ts"
import { nameOfStem } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { readSetLists } from "../images/setLists.ts"
import type { Category } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Bitmap, Scene, Segment } from "../model/Scene.ts"
import { readLabelmap } from "../voc/labelmap.ts"
import { indexPictures, isSameSize } from "./pictures.ts"

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
    scenes: scenes(source, root, makeValues(rows, categories), context),
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
  const idOf = ({ name }: Category) => ids.get(name) ?? 0
  return {
    byColor: new Map([
      [0, 0],
      ...rows.map((row, index) => [packColor(row.color ?? standardColor(index)), idOf(row)] as const),
    ]),
    byIndex: new Map([[0, 0], ...rows.map((row, index) => [index, idOf(row)] as const)]),
  }
}

const packColor = ([red = 0, green = 0, blue = 0]: ReadonlyArray<number>): number =>
  red + 256 * green + 65_536 * blue

/** The color of an index in the palette of VOC. */
const standardColor = (index: number): ReadonlyArray<number> => {
  const color = [0, 0, 0]
  for (let bit = 7, rest = index; bit >= 0; bit--, rest >>= 3)
    for (let channel = 0; channel < 3; channel++)
      color[channel] = (color[channel] ?? 0) | (((rest >> channel) & 1) << bit)
  return color
}

/** Borders that evaluation ignores, as a color and as an index. */
const voids: ReadonlySet<number> = new Set([packColor([224, 224, 192]), 255])

async function* scenes(
  source: Source,
  root: string,
  values: Values,
  { losses }: ReadContext,
): AsyncGenerator<Scene> {
  const stems = source.paths.flatMap((path) => {
    const stem = classes.exec(path)?.[2]
    return stem === undefined ? [] : [[path, stem] as const]
  })
  const findSet = await readSetLists(source, new Map(stems), "Segmentation")
  const findPicture = indexPictures(source.paths, [`${root}JPEGImages/`, `${root}images/`])
  for (const [path, stem] of stems) {
    if (!path.startsWith(root)) continue
    const objectPath = path.replace(/SegmentationClass/i, "SegmentationObject")
    const categories = await readCategories(source, path, values)
    const objects = source.has(objectPath) ? await readIds(source, objectPath) : undefined
    if (objects !== undefined && !isSameSize(objects, categories.bitmap))
      throw new FormatError(objectPath, `must have the size of ${path}.`)
    losses.add("unknown", `${path}: borders that are ignored`, categories.hasVoid ? 1 : 0)
    const { height, width } = categories.bitmap
    const { annotations, bitmap } = findSegments(categories.bitmap, objects)
    yield {
      ...emptyScene,
      name: nameOfStem(stem),
      kind: "image-segmentation",
      split: findSet(path)?.split ?? null,
      frames: [
        {
          ...emptyFrame,
          image: { url: findPicture(stem, path) ?? `${root}JPEGImages/${stem}.jpg`, size: { width, height } },
          annotations,
          bitmap: { url: null, load: async () => bitmap },
        },
      ],
    }
  }
}

const readIds = async (source: Source, path: string): Promise<Bitmap> =>
  toBitmap(readPicture(await source.bytes(path), path, source.limits.pixels))

const readCategories = async (source: Source, path: string, { byColor, byIndex }: Values) => {
  const picture = readPicture(await source.bytes(path), path, source.limits.pixels)
  const isColored = picture.channels >= 3
  const known = isColored ? byColor : byIndex
  const bitmap = toBitmap(picture)
  let hasVoid = false
  const ids = bitmap.ids.map((value) => {
    const category = known.get(value)
    if (category !== undefined) return category
    if (!voids.has(value))
      throw new FormatError(path, `has ${describe(value, isColored)}, which labelmap.txt lacks.`)
    hasVoid = true
    return 0
  })
  return { bitmap: { ...bitmap, ids }, hasVoid }
}

const describe = (value: number, isColored: boolean): string =>
  isColored ? `the color ${[value & 255, (value >> 8) & 255, value >> 16].join(",")}` : `the value ${value}`

/** A segment for each object of a category; pixels without an object are one segment of their category. */
const findSegments = (categories: Bitmap, objects: Bitmap | undefined) => {
  const segments = new Map<string, Segment>()
  const ids = categories.ids.map((categoryId, pixel) => {
    if (categoryId === 0) return 0
    const object = objects?.ids[pixel] ?? 0
    const key = `${categoryId} ${voids.has(object) ? 0 : object}`
    const known = segments.get(key)
    if (known !== undefined) return known.id
    const id = segments.size + 1
    segments.set(key, { id, categoryId, trackId: null, isKeyframe: true, attributes: {}, type: "segment" })
    return id
  })
  return { annotations: [...segments.values()], bitmap: { ...categories, ids } }
}
