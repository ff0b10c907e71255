/**
 * Masks among other shapes, as CVAT, Label Studio and Labelme have them: labels of drawings have no pixels, so a mask is the polygon with
 * exactly its pixels and the attribute `is_mask`.
 */
import type { Annotation, Attributes, Drawing, Size } from "../model/Scene.ts"
import { outlineOf } from "./outline.ts"
import { maskOfPolygon, type PixelMask } from "./PixelMask.ts"

export const maskMark = "is_mask"

/** A polygon that stands for a mask. */
export const isShapeMask = (annotation: Annotation): annotation is Drawing & { readonly type: "polygon" } =>
  annotation.type === "polygon" && annotation.attributes[maskMark] === true

/** Undefined for a mask without pixels in the image, whose size may be unknown. */
export const shapeOfMask = (
  mask: PixelMask,
  image: Size | null,
): Pick<Drawing, "type" | "points"> | undefined => {
  const points = outlineOf(mask, image ?? unbounded)
  return points.length === 0 ? undefined : { type: "polygon", points }
}

const unbounded: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }

/** The pixels of a polygon that stands for a mask, and whether its corners say them all: it may have been changed since. */
export const maskOfShape = (
  { points }: Drawing,
  image: Size,
): { readonly mask: PixelMask | undefined; readonly isExact: boolean } => {
  const mask = maskOfPolygon(points, image)
  const outline = mask === undefined ? [] : outlineOf(mask, image)
  const isExact =
    outline.length === points.length &&
    outline.every(([x, y], i) => x === points[i]?.[0] && y === points[i]?.[1])
  return { mask, isExact }
}

export const withMark = (attributes: Attributes): Attributes => ({ ...attributes, [maskMark]: true })

export const withoutMark = ({ [maskMark]: _, ...attributes }: Attributes): Attributes => attributes
