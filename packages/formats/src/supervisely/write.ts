/** Writes `SET/ann/IMAGE.json` and `SET/img/IMAGE` for each image, and `meta.json` at the end. */
import { countChangedIds } from "../carry/countChangedIds.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { getEnding } from "../files/paths.ts"
import { writeFile } from "../files/Target.ts"
import { flattenStem, setFolder } from "../images/setPaths.ts"
import { measureFrames, type SizedFrame } from "../images/sizedFrames.ts"
import { computeBitmapBoxes } from "../masks/boxes.ts"
import { makeBitmapMask, type PixelMask } from "../masks/PixelMask.ts"
import { fromMaskShape, isShapeMask } from "../masks/shapeMask.ts"
import { fillColors } from "../model/categoryColors.ts"
import { findKind, makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation } from "../model/Scene.ts"
import { encodeBitmap } from "./bitmap.ts"
import { printGeometry } from "./geometry.ts"
import { printClasses } from "./meta.ts"
import { TagWriter } from "./tags.ts"

export const writeSupervisely: Writer = async (scenes, context) => {
  const { dataset, losses, place, target } = context
  const tags = new TagWriter(dataset, losses)
  const used = new Map(dataset.categories.map(({ id }) => [id, new Set<string>()]))
  for await (const scene of scenes) {
    const [sized] = (await measureFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const set = setFolder(scene.split)
    const stem = flattenStem(sized.stemInSet)
    const placed = await place(sized.image, `${set}/img/${stem}`)
    const folder = `${set}/img/`
    const name = placed.startsWith(folder) ? placed.slice(folder.length) : `${stem}${getEnding(placed)}`
    const objects = await printObjects(sized, scene.name, { ...context, tags, used })
    const { description, ...attributes } = sized.frame.attributes
    const document = {
      description: typeof description === "string" ? description : "",
      name,
      size: { height: sized.size.height, width: sized.size.width },
      tags: tags.print(attributes, "image", scene.name),
      objects,
      customBigData: {},
    }
    await writeFile(target, `${set}/ann/${name}.json`, `${JSON.stringify(document)}\n`)
  }
  const isSegmentation = findKind(dataset.taskType) === "image-segmentation"
  const meta = {
    classes: printClasses(fillColors(dataset.categories, losses), used, isSegmentation),
    tags: tags.printMeta(),
    projectType: "images",
  }
  await writeFile(target, "meta.json", `${JSON.stringify(meta, null, 2)}\n`)
}

interface Writing extends WriteContext {
  readonly tags: TagWriter
  readonly used: ReadonlyMap<number, Set<string>>
}

const printObjects = async (
  { frame, size }: SizedFrame,
  place: string,
  { dataset, losses, tags, used }: Writing,
): Promise<ReadonlyArray<object>> => {
  const nameOf = makeCategoryNames(dataset)
  const bitmap = frame.bitmap && (await frame.bitmap.load())
  const boxes = bitmap === null ? undefined : computeBitmapBoxes(bitmap)
  const findMask = (annotation: Annotation): PixelMask | undefined => {
    if (isShapeMask(annotation)) {
      const { isExact, mask } = fromMaskShape(annotation, size)
      if (mask !== undefined && !isExact) losses.add("geometry", `${place}: polygon ${annotation.id}`)
      return mask
    }
    const box = boxes?.get(annotation.id)
    return bitmap === null || box === undefined ? undefined : makeBitmapMask(bitmap, annotation.id, box)
  }
  const shown: Array<Annotation> = []
  const objects = frame.annotations.flatMap((annotation) => {
    const isMask = annotation.type === "segment" || isShapeMask(annotation)
    const mask = isMask ? findMask(annotation) : undefined
    if (isMask && mask === undefined)
      losses.add("empty-masks", `${place}: ${annotation.type} ${annotation.id}`)
    const geometry = isMask
      ? mask && { bitmap: encodeBitmap(mask), geometryType: "bitmap" }
      : printGeometry(annotation)
    if (geometry === undefined) return []
    shown.push(annotation)
    used.get(annotation.categoryId)?.add(geometry.geometryType)
    const { description, ...attributes } = annotation.attributes
    const className = nameOf(annotation.categoryId)
    const own = `${place}: ${annotation.type} ${annotation.id}`
    return [
      {
        classTitle: className,
        description: typeof description === "string" ? description : "",
        tags: tags.print(attributes, { className }, own),
        ...geometry,
        shape: geometry.geometryType,
      },
    ]
  })
  countChangedIds(shown, place, losses)
  return objects
}
