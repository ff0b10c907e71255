/** Writes `NAME.json` for each image. */
import { countChangedIds } from "../carry/countChangedIds.ts"
import type { Writer } from "../Format.ts"
import { getBaseName, getStem } from "../files/paths.ts"
import { writeFile } from "../files/Target.ts"
import { computeBitmapBoxes } from "../masks/boxes.ts"
import { makeBitmapMask, type PixelMask } from "../masks/PixelMask.ts"
import { fromMaskShape, isShapeMask } from "../masks/shapeMask.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import { findShape, type Skeleton } from "../model/exactShapes.ts"
import type { Annotation, Drawing } from "../model/Scene.ts"
import { getDescription, getFlags, getGroup, getImageRest, getShapeRest } from "./fields.ts"
import { encodeMask } from "./masks.ts"

export const writeLabelme: Writer = async (scenes, { dataset, limits, losses, place, sizeOf, target }) => {
  const nameOf = makeCategoryNames(dataset)
  for await (const { exportPaths, frames, kind, name } of scenes) {
    const frame = frames[0]
    const size = frame?.image && (await sizeOf(frame.image))
    if (frame?.image == null || size == null) {
      losses.add("image-size", name)
      continue
    }
    const stem = exportPaths?.beside() ?? getStem(name)
    const path = await place(frame.image, stem)
    const bitmap = frame.bitmap && (await frame.bitmap.load())
    const boxes = bitmap === null ? undefined : computeBitmapBoxes(bitmap)
    const toAnnotationMask = (annotation: Annotation): PixelMask | undefined => {
      if (isShapeMask(annotation)) {
        const { isExact, mask } = fromMaskShape(annotation, size, limits.pixels)
        if (mask !== undefined && !isExact) losses.add("geometry", `${name}: polygon ${annotation.id}`)
        return mask
      }
      const box = boxes?.get(annotation.id)
      return bitmap === null || box === undefined ? undefined : makeBitmapMask(bitmap, annotation.id, box)
    }
    const shown: Array<Annotation> = []
    const shapes = frame.annotations.flatMap((annotation) => {
      const geometry = toShapeGeometry(annotation, toAnnotationMask(annotation))
      if (geometry === undefined) losses.add("shapes", `${name}: ${annotation.type} ${annotation.id}`)
      if (geometry === undefined) return []
      shown.push(annotation)
      return [{ label: nameOf(annotation.categoryId), ...geometry, ...toShapeFields(annotation) }]
    })
    countChangedIds(shown, name, losses)
    const attributes = getImageRest(frame.attributes)
    const document = {
      version: "5.5.0",
      flags: getFlags(frame.attributes),
      shapes,
      // From the folder of this file.
      imagePath: path.startsWith(stem) ? getBaseName(path) : path,
      imageData: null,
      imageHeight: size.height,
      imageWidth: size.width,
      ...(attributes !== undefined && { attributes }),
      // Labelme has no such mark. It makes the kind of a dataset without any mask known to the reader.
      ...(kind === "image-segmentation" && { segmentation: true }),
    }
    await writeFile(target, `${stem}.json`, `${JSON.stringify(document, null, 2)}\n`)
  }
}

const toShapeFields = (annotation: Annotation) => {
  const { attributes } = annotation
  const more = getShapeRest(attributes)
  return {
    group_id: getGroup(attributes),
    description: getDescription(attributes),
    flags: getFlags(attributes),
    ...(more !== undefined && { attributes: more }),
  }
}

interface Geometry {
  readonly points: ReadonlyArray<ReadonlyArray<number>>
  readonly shape_type: string
  readonly mask: string | null
  readonly skeleton?: object
}

const toShapeGeometry = (annotation: Annotation, mask: PixelMask | undefined): Geometry | undefined => {
  if (annotation.type === "cuboid") return undefined
  const skeleton = findShape(annotation, "skeleton")
  if (skeleton !== undefined) return toSkeletonGeometry(skeleton)
  if (annotation.type !== "segment" && !isShapeMask(annotation))
    return { points: annotation.points, shape_type: toShapeType(annotation), mask: null }
  if (mask === undefined) return undefined
  const { height, left, top, width } = mask
  const points = [
    [left, top],
    [left + width - 1, top + height - 1],
  ]
  return { points, shape_type: "mask", mask: encodeMask(mask) }
}

/** The joints that have a place are the points of the shape; Labelme keeps the field with all of them. */
const toSkeletonGeometry = ({ box, joints }: Skeleton): Geometry => ({
  points: joints.flatMap(({ x, y }) => (x === null || y === null ? [] : [[x, y]])),
  shape_type: "points",
  mask: null,
  skeleton: { joints: joints.map(({ name, visibility }) => ({ name, visibility })), ...(box && { box }) },
})

const shapeTypes = { bbox: "rectangle", polygon: "polygon", polyline: "linestrip" } as const

const toShapeType = ({ points, shape, type }: Drawing): string =>
  shape?.type === "rotated_box"
    ? "oriented_rectangle"
    : type === "point"
      ? points.length === 1
        ? "point"
        : "points"
      : shapeTypes[type]
