/** Semantic segmentation of Ultralytics: a mask for each image, whose pixels are the numbers of classes, 255 for none. */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Losses } from "../carry/Losses.ts"
import type { Format, ReadContext, Reader, Writer } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { writeFile } from "../files/Target.ts"
import { placeInSet } from "../images/placeInSet.ts"
import { sizedFrames } from "../images/sizedFrames.ts"
import { encodeGray, readBitmap } from "../masks-png/grayPng.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Bitmap, Frame, Scene, Segment } from "../model/Scene.ts"
import { detectTask, readConfig } from "./config.ts"
import { dataYaml, masksFolder } from "./dataYaml.ts"
import { findImages } from "./labels.ts"
import { replaceImagesFolder } from "./layout.ts"
import { makeCategories, namesOf } from "./samples.ts"
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
    return {
      dataset: {
        name: "yolo",
        description: "",
        taskType: "segmentation-bitmap",
        categories: makeCategories(config, context.losses),
        imageAttributes: [],
      },
      scenes: scenes(source, config, masks, context),
    }
  },
}

/** Ultralytics takes a mask of another type of image, too. */
const findMask = ({ has }: Source, { folder }: Masks, image: string): string | undefined =>
  [".png", ".tif", ".tiff", ".bmp", ".jpg", ".jpeg", ".webp"]
    .map((ending) => replaceImagesFolder(image, folder, ending))
    .find((path) => path !== image && has(path))

const checkSets = (source: Source, config: YoloConfig, masks: Masks): void => {
  for (const { images, text } of config.sets)
    if (images.length > 0 && images.every((image) => findMask(source, masks, image) === undefined))
      throw new FormatError(
        config.path,
        `has ${text}, whose masks are missing: they are not in ${replaceImagesFolder(images[0] ?? "", masks.folder, ".png")}.`,
      )
}

async function* scenes(
  source: Source,
  config: YoloConfig,
  masks: Masks,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const images = findImages(source, config)
  const names = namesOf(images)
  for (const [index, image] of images.entries()) {
    const mask = findMask(source, masks, image.path)
    const frame = await readFrame(source, { config, masks, mask, image }, context)
    const scene = { ...emptyScene, name: names[index] ?? image.path, kind: "image-segmentation" as const }
    const status = mask === undefined ? { status: "UNLABELED" as const } : {}
    yield { ...scene, ...placeInSet(image.path, image.split), ...status, frames: [frame] }
  }
}

interface MaskPlace {
  readonly config: YoloConfig
  readonly masks: Masks
  readonly mask: string | undefined
  readonly image: YoloImage
}

const readFrame = async (source: Source, place: MaskPlace, context: ReadContext): Promise<Frame> => {
  const { config, image, mask, masks } = place
  const size = await context.sizeOf(image.path)
  if (size === null) throw new FormatError(image.path, "is no image whose size can be read.")
  const frame = { ...emptyFrame, image: { url: image.path, size } }
  if (mask === undefined) {
    context.losses.add("missing-labels", image.path)
    return frame
  }
  const bitmap = await readBitmap(source, mask)
  if (bitmap.width !== size.width || bitmap.height !== size.height)
    throw new FormatError(
      mask,
      `has ${bitmap.width} × ${bitmap.height} pixels, but ${image.path} has ${size.width} × ${size.height}.`,
    )
  const { annotations, ids } = readClasses(bitmap, config, masks, mask)
  return { ...frame, annotations, bitmap: { url: null, load: async () => ({ ...bitmap, ids }) } }
}

/** An annotation for each class that pixels have, in the order of the classes. */
const readClasses = (bitmap: Bitmap, { classes }: YoloConfig, { mapping }: Masks, path: string) => {
  // A single class is 1, and 0 the background.
  const [first = 0] = classes.keys()
  const single: ReadonlyMap<number, number | null> = new Map([
    [0, null],
    [1, first],
  ])
  const table = classes.size === 1 && mapping.size === 0 ? single : mapping
  const classOf = (value: number): number | null => {
    const mapped = table.get(value)
    if (mapped === null || (mapped === undefined && value === ignored)) return null
    const number = mapped ?? value
    if (!classes.has(number))
      throw new FormatError(
        path,
        `has pixels of the value ${value}, which is neither a class nor ${ignored}.`,
      )
    return number
  }
  const categories = new Map<number, number>()
  for (const value of new Set(bitmap.ids)) categories.set(value, (classOf(value) ?? -1) + 1)
  const present = [...new Set(categories.values())].filter((id) => id > 0).sort((a, b) => a - b)
  const idOf = new Map(present.map((categoryId, index) => [categoryId, index + 1]))
  const annotations = present.map(
    (categoryId, index): Segment => ({
      id: index + 1,
      categoryId,
      trackId: null,
      isKeyframe: true,
      attributes: {},
      type: "segment",
    }),
  )
  return { annotations, ids: bitmap.ids.map((value) => idOf.get(categories.get(value) ?? 0) ?? 0) }
}

const write: Writer = async (scenes, context) => {
  const { dataset, losses, place, target } = context
  const sets = new Set<string>()
  // A single class is 1, and 0 the background.
  const isSingle = dataset.categories.length === 1
  for await (const scene of scenes) {
    const [sized] = (await sizedFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const { frame, image, size, stemInSet } = sized
    const set = scene.split ?? noSet
    sets.add(set)
    const path = `images/${set}/${stemInSet}`
    const placed = await place(image, path)
    countInstances(frame, scene.name, losses)
    const values = new Map(frame.annotations.map(({ categoryId, id }) => [id, isSingle ? 1 : categoryId - 1]))
    const bitmap = (await frame.bitmap?.load()) ?? { ...size, ids: new Uint32Array(size.width * size.height) }
    const ids = bitmap.ids.map((id) => values.get(id) ?? (isSingle ? 0 : ignored))
    const file = placed.startsWith(path) && placed !== path ? placed : `${path}.image`
    const depth = dataset.categories.length > ignored ? 16 : 8
    await writeFile(
      target,
      replaceImagesFolder(file, masksFolder, ".png"),
      encodeGray({ ...bitmap, ids }, depth),
    )
  }
  await writeFile(target, "data.yaml", dataYaml({ task: "semantic", sets, dataset, keypoints: 0 }))
}

const countInstances = ({ annotations }: Frame, name: string, losses: Losses): void => {
  const classes = new Set(annotations.map(({ categoryId }) => categoryId))
  losses.add("instances", name, annotations.length - classes.size)
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
