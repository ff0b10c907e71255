/** Writes `SET/v2.0/polygons/KEY.json`, or `labels/KEY.png` and `instances/KEY.png`, beside `SET/images`, and `config_v2.0.json`. */
import { countChangedIds } from "../carry/countChangedIds.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { writeFile } from "../files/Target.ts"
import { setFolder } from "../images/setPaths.ts"
import { measureFrames, type SizedFrame } from "../images/sizedFrames.ts"
import { collectIds } from "../masks/collectIds.ts"
import { encodeGray } from "../masks-png/grayPng.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation, Scene, Split } from "../model/Scene.ts"
import { configPath, formatConfig, listLabels, unlabeled } from "./config.ts"
import { instanceBase } from "./masks.ts"

/** Mapillary calls the usual sets so. */
const folders: ReadonlyMap<Split | null, string> = new Map([
  ["train", "training"],
  ["val", "validation"],
  ["test", "testing"],
])

export const writeMapillary: Writer = async (scenes, context) => {
  const { dataset, losses, place, target } = context
  const labels = listLabels(dataset.categories)
  for await (const scene of scenes) {
    const [sized] = (await measureFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const root = folders.get(scene.split) ?? setFolder(scene.split)
    await place(sized.image, `${root}/images/${sized.stemInSet}`)
    if (scene.kind === "image-vector")
      await writeFile(target, `${root}/v2.0/polygons/${sized.stemInSet}.json`, formatPolygons(sized, context))
    else
      await writeMasks(
        scene,
        sized,
        `${root}/v2.0`,
        labels.map(({ name }) => name),
        context,
      )
  }
  await writeFile(target, configPath, formatConfig(dataset.categories, losses))
}

const formatPolygons = ({ frame, size }: SizedFrame, { dataset }: WriteContext): string => {
  const findName = makeCategoryNames(dataset)
  const objects = frame.annotations.flatMap((annotation) =>
    "points" in annotation ? [{ label: findName(annotation.categoryId), polygon: annotation.points }] : [],
  )
  return `${JSON.stringify({ width: size.width, height: size.height, objects })}\n`
}

/** A picture has at most 256 instances of a label, and a list at most 256 labels. */
const writeMasks = async (
  scene: Scene,
  { frame, size, stemInSet }: SizedFrame,
  folder: string,
  labels: ReadonlyArray<string>,
  context: WriteContext,
): Promise<void> => {
  const { dataset, losses, target } = context
  if (labels.length > instanceBase)
    throw new FormatError(
      configPath,
      `would have ${labels.length} labels, of which masks hold ${instanceBase}.`,
    )
  const bitmap = await frame.bitmap?.load()
  const used = collectIds(bitmap?.ids ?? new Uint32Array())
  const painted = frame.annotations.filter(({ id }) => used.has(id))
  losses.add("empty-masks", scene.name, frame.annotations.length - painted.length)
  const findName = makeCategoryNames(dataset)
  // Pixels of void--unlabeled have no class, so that they are no segment.
  const annotations = painted.filter(({ categoryId }) => {
    const name = findName(categoryId)
    const isClass = name !== unlabeled && labels.includes(name)
    if (!isClass) losses.add("references", `${scene.name}: ${name}`)
    return isClass
  })
  const values = computeValues(annotations, (id) => labels.indexOf(findName(id)), scene, context)
  const none = labels.indexOf(unlabeled) * instanceBase
  const ids = new Uint32Array(size.width * size.height).fill(none)
  if (bitmap !== undefined)
    for (let pixel = 0; pixel < ids.length; pixel++) ids[pixel] = values.get(bitmap.ids[pixel] ?? 0) ?? none
  countChangedIds(orderByPixels(annotations, ids, values), scene.name, losses)
  const masks = { ...size, ids: ids.map((value) => value >> 8) }
  await writeFile(target, `${folder}/labels/${stemInSet}.png`, encodeGray(masks, 8))
  await writeFile(target, `${folder}/instances/${stemInSet}.png`, encodeGray({ ...size, ids }, 16))
}

/** The annotations in the order of their first pixels, in which readers count them. Of those that became one instance, the first. */
const orderByPixels = (
  annotations: ReadonlyArray<Annotation>,
  pixels: Uint32Array,
  values: ReadonlyMap<number, number>,
): ReadonlyArray<Annotation> => {
  const places = new Map([...collectIds(pixels)].map((value, at) => [value, at]))
  const byPlace = new Map<number, Annotation>()
  for (const annotation of annotations) {
    const place = places.get(values.get(annotation.id) ?? -1)
    if (place !== undefined && !byPlace.has(place)) byPlace.set(place, annotation)
  }
  return [...byPlace].sort(([a], [b]) => a - b).map(([, annotation]) => annotation)
}

/** The values of pixels by the ids of their annotations. Instances beyond the number that masks hold become the last one, which is counted. */
const computeValues = (
  annotations: ReadonlyArray<Annotation>,
  findLabel: (categoryId: number) => number,
  { name }: Scene,
  { losses }: WriteContext,
): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  return new Map(
    annotations.map(({ categoryId, id }) => {
      const count = counts.get(categoryId) ?? 0
      counts.set(categoryId, count + 1)
      if (count >= instanceBase) losses.add("instances", name)
      return [id, findLabel(categoryId) * instanceBase + Math.min(count, instanceBase - 1)]
    }),
  )
}
