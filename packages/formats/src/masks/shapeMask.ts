/**
 * Masks among other shapes, as CVAT, Label Studio and Labelme have them: labels of drawings have no pixels, so a mask is the `multipolygon` along
 * the borders of its pixels. Older labels have the polygon alone and the attribute `is_mask`.
 */
import { draw } from "../model/exactShapes.ts"
import type { Annotation, Drawing, Size } from "../model/Scene.ts"
import { findPolygons, traceOutline } from "./outline.ts"
import { type PixelMask, rasterizePolygon } from "./PixelMask.ts"

const legacyMark = "is_mask"

/** A polygon that stands for a mask. */
export const isShapeMask = (annotation: Annotation): annotation is Drawing & { readonly type: "polygon" } =>
  annotation.type === "polygon" &&
  annotation.shape?.type === "multipolygon" &&
  annotation.shape.pixels === true

/** Undefined for a mask without pixels in the image, whose size may be unknown. */
export const toMaskShape = (
  mask: PixelMask,
  image: Size | null,
): Required<Pick<Drawing, "type" | "points" | "shape">> | undefined => {
  const polygons = findPolygons(mask, image ?? unbounded)
  return polygons.length === 0 ? undefined : draw({ type: "multipolygon", polygons, pixels: true })
}

const unbounded: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }

/** The pixels of a polygon that stands for a mask, and whether its corners say them all: it may have been changed since. */
export const fromMaskShape = (
  { points }: Drawing,
  image: Size,
  maxPixels?: number,
): { readonly mask: PixelMask | undefined; readonly isExact: boolean } => {
  const mask = rasterizePolygon(points, image, maxPixels)
  const outline = mask === undefined ? [] : traceOutline(mask, image)
  const isExact =
    outline.length === points.length &&
    outline.every(([x, y], i) => x === points[i]?.[0] && y === points[i]?.[1])
  return { mask, isExact }
}

/** A mask of an older label as the `multipolygon` with its pixels, without its mark; any other annotation as it is. */
export const upgradeMask = (annotation: Annotation, image: Size | null, onChange: () => void): Annotation => {
  const isLegacy =
    annotation.type === "polygon" &&
    annotation.shape === undefined &&
    annotation.attributes[legacyMark] === true
  if (!isLegacy) return annotation
  const { mask, isExact } = fromMaskShape(annotation, image ?? unbounded)
  const shape = mask && toMaskShape(mask, image)
  if (shape === undefined) return annotation
  if (!isExact) onChange()
  const { [legacyMark]: _, ...attributes } = annotation.attributes
  return { ...annotation, ...shape, attributes }
}
