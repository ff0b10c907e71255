/** Annotations as elements of CVAT. */
import { textOf } from "../carry/carryAttributes.ts"
import { xmlElement, xmlText } from "../files/xml.ts"
import { isShapeMask, withoutMark } from "../masks/shapeMask.ts"
import type { Annotation, Attributes, Drawing } from "../model/Scene.ts"
import type { Crop } from "./masks.ts"

type Place = Readonly<Record<string, string | number | undefined>>

/** Undefined for a mask without pixels, and for a cuboid. */
export const shapeElement = (annotation: Annotation, place: Place, crop?: Crop): string | undefined => {
  const { attributes } = annotation
  const common = { ...place, occluded: attributes.occluded === true ? 1 : 0 }
  const isMask = isShapeMask(annotation)
  const content = attributeElements(isMask ? withoutMark(attributes) : attributes)
  if (annotation.type === "cuboid") return undefined
  if (annotation.type === "segment" || isMask) {
    if (crop === undefined) return undefined
    const { counts, height, left, top, width } = crop
    return xmlElement("mask", { ...common, rle: counts.join(", "), left, top, width, height }, content)
  }
  const [name, geometry] = geometryOf(annotation)
  return xmlElement(name, { ...common, ...geometry }, content)
}

const geometryOf = ({ points, type }: Drawing): readonly [string, Place] => {
  if (type !== "bbox")
    return [type === "point" ? "points" : type, { points: points.map(([x, y]) => `${x},${y}`).join(";") }]
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  return ["box", { xtl: Math.min(...xs), ytl: Math.min(...ys), xbr: Math.max(...xs), ybr: Math.max(...ys) }]
}

/** The property `occluded` stands in the shape, where the attribute of that name is true. */
const attributeElements = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([name, value]) => !(name === "occluded" && value === true))
    .map(([name, value]) => xmlElement("attribute", { name }, xmlText(textOf(value))))
    .join("")
