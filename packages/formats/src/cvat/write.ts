/** Writes `annotations.xml` for all single samples, and `NAME/annotations.xml` for each sequence: each folder is a task of CVAT. */
import { countChangedIds } from "../carry/countChangedIds.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { getBaseName, getEnding, getStem } from "../files/paths.ts"
import { type OutputFile, writeFile } from "../files/Target.ts"
import { formatXmlElement } from "../files/xml.ts"
import { fromMaskShape, isShapeMask } from "../masks/shapeMask.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Frame, Image, Scene, Size } from "../model/Scene.ts"
import { type Crop, cropMask, cropSegments } from "./masks.ts"
import { defineUsed } from "./usedAttributes.ts"
import { countMetaLosses, writeMeta } from "./writeMeta.ts"
import { formatShape, hasShape } from "./writeShape.ts"
import { trackElements } from "./writeTracks.ts"

const end = "</annotations>\n"

export const writeCvat: Writer = async (scenes, context) => {
  const { dataset, losses } = context
  countMetaLosses(dataset, losses)
  const isSegmentation = dataset.taskType.includes("segmentation")
  const isSequence = dataset.taskType.endsWith("-sequence")
  const counted = new Set<string>()
  let file: OutputFile | undefined
  let written = 0
  for await (const scene of scenes) {
    if (scene.isSequence) {
      await writeVideo(scene, context, counted)
      written += 1
      continue
    }
    file ??= await openImages(context, isSegmentation)
    const element = await formatImage(scene, written, context)
    if (element === undefined) continue
    await file.write(`${element}\n`)
    written += 1
  }
  if (file === undefined && (written === 0 || !isSequence)) file = await openImages(context, isSegmentation)
  await file?.write(end)
  await file?.close()
}

const openImages = async ({ dataset, target }: WriteContext, isSegmentation: boolean) => {
  const file = await target.open("annotations.xml")
  await file.write(writeMeta(dataset, { name: dataset.name, mode: "annotation", isSegmentation }))
  return file
}

interface Placed extends Size {
  readonly name: string
  /** In our own field, where the image is not beside the annotations: CVAT finds images by their names alone. */
  readonly url: string | undefined
}

const placeImage = async (
  image: Image | null,
  scene: Scene,
  folder: string,
  name: string,
  { losses, place, sizeOf }: WriteContext,
): Promise<Placed | undefined> => {
  const size = image && (await sizeOf(image))
  if (image === null || size === null) {
    losses.add("image-size", scene.name)
    return undefined
  }
  const path = await place(image, `${folder}images/${name}`)
  const isBeside = path.startsWith(`${folder}images/`)
  return {
    name: isBeside ? path.slice(`${folder}images/`.length) : `${name}${getEnding(getBaseName(path))}`,
    ...size,
    url: isBeside ? undefined : path,
  }
}

/** The masks of a frame by the ids of their annotations: those of its bitmap, and those among other shapes. */
const loadCrops = async (
  { annotations, bitmap }: Frame,
  size: Size,
  place: string,
  { limits, losses }: WriteContext,
): Promise<ReadonlyMap<number, Crop>> => {
  const crops = new Map(bitmap === null ? [] : cropSegments(await bitmap.load()))
  for (const annotation of annotations) {
    if (!isShapeMask(annotation)) continue
    const { isExact, mask } = fromMaskShape(annotation, size, limits.pixels)
    if (mask === undefined) continue
    if (!isExact) losses.add("geometry", `${place}: ${annotation.type} ${annotation.id}`)
    crops.set(annotation.id, cropMask(mask))
  }
  const shown = annotations.filter((annotation) => hasShape(annotation, crops.get(annotation.id)))
  countChangedIds(shown, place, losses)
  return crops
}

const formatImage = async (scene: Scene, id: number, context: WriteContext): Promise<string | undefined> => {
  const [frame] = scene.frames
  const image = await placeImage(
    frame?.image ?? null,
    scene,
    "",
    scene.exportPaths?.image() ?? getStem(scene.name),
    context,
  )
  if (frame === undefined || image === undefined) return undefined
  const crops = await loadCrops(frame, image, scene.name, context)
  const nameOf = makeCategoryNames(context.dataset)
  const shapes = frame.annotations.map((annotation, order) => {
    const place = { label: nameOf(annotation.categoryId), source: "manual", z_order: order }
    const shape = formatShape(annotation, place, crops.get(annotation.id))
    if (shape === undefined)
      context.losses.add("shapes", `${scene.name}: ${annotation.type} ${annotation.id}`)
    return shape ?? ""
  })
  const { height, name, url, width } = image
  return formatXmlElement(
    "image",
    { id, name, subset: scene.split ?? undefined, width, height, url },
    shapes.join(""),
  )
}

const noSize: Size = { width: 0, height: 0 }

const writeVideo = async (scene: Scene, context: WriteContext, counted: Set<string>): Promise<void> => {
  const stem = getStem(scene.name)
  const images: Array<Placed> = []
  for (const [index, frame] of scene.frames.entries()) {
    const name = `frame_${String(index).padStart(6, "0")}`
    const image = await placeImage(frame.image, scene, `${stem}/`, name, context)
    if (image === undefined) return
    images.push(image)
  }
  const meta = writeMeta(defineUsed(context.dataset, scene, context.losses, counted), {
    name: scene.name,
    mode: "interpolation",
    isSegmentation: scene.kind === "image-segmentation",
    size: scene.frames.length,
    split: scene.split,
    ...(images[0] !== undefined && { frame: images[0] }),
  })
  // CVAT lists images only in its files of single images; its readers take them here too, and so the names of frames are known.
  const list = images.map(({ height, name, url, width }, id) =>
    formatXmlElement("image", { id, name, width, height, url }),
  )
  // One bitmap is in memory at a time.
  const crops: Array<Awaited<ReturnType<typeof loadCrops>>> = []
  for (const [index, frame] of scene.frames.entries())
    crops.push(await loadCrops(frame, images[index] ?? noSize, `${scene.name}, frame ${index}`, context))
  const tracks = trackElements(scene, makeCategoryNames(context.dataset), crops, context.losses)
  await writeFile(
    context.target,
    `${stem}/annotations.xml`,
    `${meta}${[...list, ...tracks].join("\n")}\n${end}`,
  )
}
