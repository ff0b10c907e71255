/** Annotations as Datumaro has them. */
import type { Losses } from "../carry/Losses.ts"
import { encodeBitmapRles, makeEmptyRle } from "../masks/bitmapRle.ts"
import { encodePolygonRle } from "../masks/polygon.ts"
import type { Rle } from "../masks/rle.ts"
import { formatCounts } from "../masks/rleText.ts"
import { fromMaskShape, isShapeMask } from "../masks/shapeMask.ts"
import { findShape, toDegrees } from "../model/exactShapes.ts"
import { toTurnedAngles } from "../model/rotation.ts"
import type { Annotation, Frame, Size } from "../model/Scene.ts"
import { groupKey, keyframeKey, rotationKey, shapeKey, trackKey } from "./keys.ts"

const withoutPixels = { isExact: false, mask: undefined }

type FindMask = (annotation: Annotation) => Rle | undefined

/** The mask of each segment of a frame, and those among other shapes, which need the size of the image: without it they stay polygons. */
export const prepareMasks = async (
  { annotations, bitmap }: Frame,
  size: Size | null,
  report: (kind: "exact-shapes" | "geometry", id: number) => void,
): Promise<FindMask> => {
  const hasSegments = annotations.some(({ type }) => type === "segment")
  const loaded = bitmap !== null && hasSegments ? await bitmap.load() : undefined
  const rles = loaded && encodeBitmapRles(loaded)
  return (annotation) => {
    if (annotation.type === "segment") return loaded && (rles?.get(annotation.id) ?? makeEmptyRle(loaded))
    if (!isShapeMask(annotation)) return undefined
    const { isExact, mask } = size === null ? withoutPixels : fromMaskShape(annotation, size)
    if (mask === undefined || size === null) {
      report("exact-shapes", annotation.id)
      return undefined
    }
    if (!isExact) report("geometry", annotation.id)
    return encodePolygonRle(annotation.points, size)
  }
}

export const printAnnotation = (
  annotation: Annotation,
  label_id: number,
  isSequence: boolean,
  findMask: FindMask,
  losses: Losses,
) => {
  const { attributes, id, isKeyframe, trackId } = annotation
  const mask = findMask(annotation)
  const shape = "shape" in annotation && mask === undefined ? annotation.shape : undefined
  const own = {
    ...(isSequence && { [trackKey]: trackId ?? id, [keyframeKey]: isKeyframe }),
    ...(shape !== undefined && { [shapeKey]: shape.type }),
    ...(shape !== undefined && "angle" in shape && { [rotationKey]: toDegrees(shape.angle) }),
  }
  const { [groupKey]: group, ...rest } = attributes
  const isGroup = typeof group === "number" && Number.isSafeInteger(group) && group !== 0
  const taken = Object.keys(own).filter((key) => Object.hasOwn(attributes, key))
  losses.add("attributes", `annotation ${id}`, taken.length)
  return {
    id,
    type: mask === undefined ? toAnnotationType(annotation) : "mask",
    attributes: { ...(isGroup ? rest : attributes), ...own },
    group: isGroup ? group : 0,
    label_id,
    ...(mask === undefined ? toShapeFields(annotation) : { ...formatMask(mask), z_order: 0 }),
  }
}

const toAnnotationType = (annotation: Annotation): string => {
  if (findShape(annotation, "rotated_box") !== undefined) return "bbox"
  if (findShape(annotation, "ellipse") !== undefined) return "ellipse"
  return {
    cuboid: "cuboid_3d",
    segment: "mask",
    point: "points",
    bbox: "bbox",
    polygon: "polygon",
    polyline: "polyline",
  }[annotation.type]
}

const formatMask = ({ counts, height, width }: Rle) => ({
  rle: { counts: formatCounts(counts), size: [height, width] },
})

const toShapeFields = (annotation: Annotation) => {
  if (annotation.type === "cuboid") {
    const { dimensions, position, rotation, yaw } = annotation
    return {
      position: [position.x, position.y, position.z],
      rotation: rotation === null ? [0, 0, yaw] : toTurnedAngles(rotation),
      scale: [dimensions.x, dimensions.y, dimensions.z],
    }
  }
  if (annotation.type === "segment") return { z_order: 0 }
  const exact = toExactShapeFields(annotation)
  if (exact !== undefined) return { ...exact, z_order: 0 }
  const { points, type } = annotation
  if (type === "bbox") {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = points
    return { bbox: [Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay)], z_order: 0 }
  }
  // 2 is visible.
  const visibility = type === "point" && { visibility: points.map(() => 2) }
  return { points: points.flat(), ...visibility, z_order: 0 }
}

const toExactShapeFields = (annotation: Annotation) => {
  const box = findShape(annotation, "rotated_box")
  if (box !== undefined) {
    const [[cx, cy], [w, h]] = [box.center, box.size]
    return { bbox: [cx - w / 2, cy - h / 2, w, h] }
  }
  const ellipse = findShape(annotation, "ellipse")
  if (ellipse !== undefined) {
    const [[cx, cy], [rx, ry]] = [ellipse.center, ellipse.radii]
    return { points: [cx - rx, cy - ry, cx + rx, cy + ry] }
  }
  const skeleton = findShape(annotation, "skeleton")
  if (skeleton === undefined) return undefined
  return {
    points: skeleton.joints.flatMap(({ x, y }) => [x ?? 0, y ?? 0]),
    visibility: skeleton.joints.map(({ visibility }) => visibility),
  }
}
