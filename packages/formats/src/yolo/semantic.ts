/** Semantic segmentation of Ultralytics: a mask for each image, whose pixels are the numbers of classes, 255 for none. */
import { posix } from "node:path"
import { type Abilities, nothing } from "../carry/Abilities.ts"
import { countChangedIds } from "../carry/countChangedIds.ts"
import type { Losses } from "../carry/Losses.ts"
import type { Format, ReadContext, Reader, Writer } from "../Format.ts"
import { DatasetError, FormatError } from "../FormatError.ts"
import { findExactFiles, findFile } from "../files/findFile.ts"
import { PartReader } from "../files/PartReader.ts"
import { isImagePath } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { writeFile } from "../files/Target.ts"
import { placeInSet } from "../images/placeInSet.ts"
import { measureFrames } from "../images/sizedFrames.ts"
import { collectIds } from "../masks/collectIds.ts"
import { encodeGray, readBitmap } from "../masks-png/grayPng.ts"
import { isSameSize } from "../masks-png/pictures.ts"
import { type PixelValues, toCategories } from "../masks-png/pixelCategories.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Frame, Scene, Segment, Size } from "../model/Scene.ts"
import { detectTask, readConfig } from "./config.ts"
import { formatDataYaml, masksFolder } from "./dataYaml.ts"
import { findImages } from "./labels.ts"
import { replaceImagesFolder } from "./layout.ts"
import { makeCategories, measureImage, nameSamples } from "./samples.ts"
import { noSet } from "./sets.ts"
import type { Masks, YoloConfig, YoloImage } from "./YoloConfig.ts"

/** By convention the value of pixels that training ignores. */
const ignored = 255

const reader: Reader = {
  detect: (source) => detectTask(source, "semantic", async ({ masks }) => masks !== null),
  read: async (source, context) => {
    const config = await readConfig(source, context.losses)
    const { masks } = config
    if (masks === null) throw new FormatError(config.path, "has no masks_dir.")
    checkSets(source, config, masks)
    const images = findImages(source, config)
    const maskOf = matchMasks(source, images, masks, context.losses)
    return {
      dataset: {
        name: "yolo",
        description: "",
        taskType: "segmentation-bitmap",
        categories: makeCategories(config, context.losses),
        imageAttributes: [],
      },
      scenes: readScenes({ source, config, masks, images, maskOf, context }),
    }
  },
}

/** Ultralytics takes a mask of another type of image, too. */
const listMaskPaths = ({ folder }: Masks, image: string): ReadonlyArray<string> =>
  [".png", ".tif", ".tiff", ".bmp", ".jpg", ".jpeg", ".webp"]
    .map((ending) => replaceImagesFolder(image, folder, ending))
    .filter((path) => path !== image)

const checkSets = (source: Source, config: YoloConfig, masks: Masks): void => {
  for (const { images, text } of config.sets)
    if (
      images.length > 0 &&
      images.every((image) => findFile(source, listMaskPaths(masks, image)) === undefined)
    )
      throw new FormatError(
        config.path,
        `has ${text}, whose masks are missing: they are not in ${replaceImagesFolder(images[0] ?? "", masks.folder, ".png")}.`,
      )
}

/** Refuses a mask that two images have: it belongs to one. Masks without an image are counted. */
const matchMasks = (
  source: Source,
  images: ReadonlyArray<YoloImage>,
  masks: Masks,
  losses: Losses,
): ReadonlyMap<string, string> => {
  const owners = new Map<string, string>()
  const masksByStem = new Map<string, string>()
  const exact = findExactFiles(
    source,
    images.map(({ path }) => listMaskPaths(masks, path)),
  )
  for (const { path } of images) {
    const mask = findFile(source, listMaskPaths(masks, path), exact)
    if (mask === undefined) continue
    const other = owners.get(mask)
    if (other !== undefined) throw new DatasetError(mask, `may be the mask of ${other} or of ${path}.`)
    owners.set(mask, path)
    masksByStem.set(path, mask)
  }
  const folders = new Set([...owners.keys()].map((mask) => posix.dirname(mask)))
  for (const path of source.paths)
    if (isImagePath(path) && folders.has(posix.dirname(path)) && !owners.has(path) && !masksByStem.has(path))
      losses.add("references", `${path} has no image`)
  return masksByStem
}

interface Reading {
  readonly source: Source
  readonly config: YoloConfig
  readonly masks: Masks
  readonly images: ReadonlyArray<YoloImage>
  /** By the paths of the images. */
  readonly maskOf: ReadonlyMap<string, string>
  readonly context: ReadContext
}

async function* readScenes({
  config,
  context,
  images,
  maskOf,
  masks,
  source,
}: Reading): AsyncGenerator<Scene> {
  const { losses } = context
  const names = nameSamples(images)
  const [parts, sizes] = [new PartReader(losses), new PartReader(losses, "image-size")]
  for (const [index, image] of images.entries()) {
    const size = await sizes.readLater(() => measureImage(image.path, context))
    if (size === undefined) continue
    const mask = maskOf.get(image.path)
    if (mask === undefined) losses.add("missing-labels", image.path)
    const place = { config, masks, image: image.path, size, losses }
    const label = mask === undefined ? undefined : await parts.readLater(() => readMask(source, mask, place))
    const scene = { ...emptyScene, name: names[index] ?? image.path, kind: "image-segmentation" as const }
    const status = label === undefined ? { status: "UNLABELED" as const } : {}
    const frame = { ...emptyFrame, image: { url: image.path, size }, ...label }
    yield { ...scene, ...placeInSet(image.path, image.split), ...status, frames: [frame] }
  }
  sizes.checkAny()
  parts.checkAny()
}

interface MaskPlace {
  readonly config: YoloConfig
  readonly masks: Masks
  readonly image: string
  readonly size: Size
  readonly losses: Losses
}

/** An annotation for each class that pixels have, in the order of the classes. */
const readMask = async (
  source: Source,
  path: string,
  { config, image, losses, masks, size }: MaskPlace,
): Promise<Pick<Frame, "annotations" | "bitmap">> => {
  const mask = await readBitmap(source, path)
  if (!isSameSize(mask, size))
    throw new FormatError(
      path,
      `has ${mask.width} × ${mask.height} pixels, but ${image} has ${size.width} × ${size.height}.`,
    )
  const { ids } = toCategories(mask, path, makeValues(config, masks), losses).bitmap
  const present = [...collectIds(ids)].filter((category) => category > 0).sort((a, b) => a - b)
  const idOf = new Map(present.map((category, index) => [category, index + 1]))
  const annotations = present.map((category, index): Segment => {
    const common = { id: index + 1, categoryId: category, trackId: null, isKeyframe: true, attributes: {} }
    return { ...common, type: "segment" }
  })
  const bitmap = { ...mask, ids: ids.map((category) => idOf.get(category) ?? 0) }
  return { annotations, bitmap: { url: null, load: async () => bitmap } }
}

const makeValues = ({ classes }: YoloConfig, { mapping }: Masks): PixelValues => {
  // A single class is 1, and 0 the background.
  const [first = 0] = classes.keys()
  const single: Masks["mapping"] = new Map([
    [0, null],
    [1, first],
  ])
  const table = classes.size === 1 && mapping.size === 0 ? single : mapping
  return {
    findCategory: (value) => {
      const mapped = table.get(value)
      if (mapped === null || (mapped === undefined && value === ignored)) return 0
      const number = mapped ?? value
      return classes.has(number) ? number + 1 : undefined
    },
    describe: (value) => `pixels of the value ${value}, which is neither a class nor ${ignored}`,
  }
}

const write: Writer = async (scenes, context) => {
  const { dataset, losses, place, target } = context
  const sets = new Set<string>()
  // A single class is 1, and 0 the background.
  const isSingle = dataset.categories.length === 1
  for await (const scene of scenes) {
    const [sized] = (await measureFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const { frame, image, size, stemInSet } = sized
    const set = scene.split ?? noSet
    sets.add(set)
    const path = `images/${set}/${stemInSet}`
    const placed = await place(image, path)
    const values = new Map(frame.annotations.map(({ categoryId, id }) => [id, isSingle ? 1 : categoryId - 1]))
    const bitmap = (await frame.bitmap?.load()) ?? { ...size, ids: new Uint32Array(size.width * size.height) }
    const ids = bitmap.ids.map((id) => values.get(id) ?? (isSingle ? 0 : ignored))
    countJoined(frame, collectIds(bitmap.ids), scene.name, losses)
    const file = placed.startsWith(path) && placed !== path ? placed : `${path}.image`
    const depth = dataset.categories.length > ignored ? 16 : 8
    await writeFile(
      target,
      replaceImagesFolder(file, masksFolder, ".png"),
      encodeGray({ ...bitmap, ids }, depth),
    )
  }
  await writeFile(target, "data.yaml", formatDataYaml({ task: "semantic", sets, dataset, keypoints: 0 }))
}

/** Pixels have their class alone: objects of a class become one, and come back in the order of the classes. */
const countJoined = (
  { annotations }: Frame,
  used: ReadonlySet<number>,
  name: string,
  losses: Losses,
): void => {
  const painted = annotations.filter(({ id }) => used.has(id))
  losses.add("empty-masks", name, annotations.length - painted.length)
  const firsts = new Map<number, Annotation>()
  for (const annotation of painted)
    if (!firsts.has(annotation.categoryId)) firsts.set(annotation.categoryId, annotation)
  losses.add("instances", name, painted.length - firsts.size)
  countChangedIds(
    [...firsts.values()].sort((a, b) => a.categoryId - b.categoryId),
    name,
    losses,
  )
}

const abilities: Abilities = {
  ...nothing,
  kinds: ["image-segmentation"],
  annotations: ["segment"],
  splits: true,
}

export const yoloSemantic: Format = {
  name: "yolo-semantic",
  title: "YOLO semantic masks",
  abilities,
  write,
  reader,
}
