/** Annotations as Datumaro has them. */
import type { Losses } from "../carry/Losses.ts"
import { encodeBitmapRles, makeEmptyRle } from "../masks/bitmapRle.ts"
import type { Rle } from "../masks/rle.ts"
import { formatCounts } from "../masks/rleText.ts"
import { findShape, toDegrees } from "../model/exactShapes.ts"
import { toTurnedAngles } from "../model/rotation.ts"
import type { Annotation, Frame } from "../model/Scene.ts"
import { groupKey, keyframeKey, rotationKey, shapeKey, trackKey } from "./keys.ts"

/** The mask of each segment of a frame. */
export const printMasks = async ({
  annotations,
  bitmap,
}: Frame): Promise<(id: number) => Rle | undefined> => {
  if (bitmap === null || !annotations.some(({ type }) => type === "segment")) return () => undefined
  const loaded = await bitmap.load()
  const rles = encodeBitmapRles(loaded)
  return (id) => rles.get(id) ?? makeEmptyRle(loaded)
}

export const printAnnotation = (
  annotation: Annotation,
  label_id: number,
  isSequence: boolean,
  maskOf: (id: number) => Rle | undefined,
  losses: Losses,
) => {
  const { attributes, id, isKeyframe, trackId } = annotation
  const shape = "shape" in annotation ? annotation.shape : undefined
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
    type: toAnnotationType(annotation),
    attributes: { ...(isGroup ? rest : attributes), ...own },
    group: isGroup ? group : 0,
    label_id,
    ...toShapeFields(annotation, maskOf),
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

const toShapeFields = (annotation: Annotation, maskOf: (id: number) => Rle | undefined) => {
  if (annotation.type === "cuboid") {
    const { dimensions, position, rotation, yaw } = annotation
    return {
      position: [position.x, position.y, position.z],
      rotation: rotation === null ? [0, 0, yaw] : toTurnedAngles(rotation),
      scale: [dimensions.x, dimensions.y, dimensions.z],
    }
  }
  if (annotation.type === "segment") {
    const mask = maskOf(annotation.id)
    return {
      ...(mask !== undefined && {
        rle: { counts: formatCounts(mask.counts), size: [mask.height, mask.width] },
      }),
      z_order: 0,
    }
  }
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
