/** Annotations as elements of CVAT. */
import { formatAttribute } from "../carry/carryAttributes.ts"
import { escapeXmlText, formatXmlElement } from "../files/xml.ts"
import { isShapeMask } from "../masks/shapeMask.ts"
import { findShape, type Skeleton, toDegrees } from "../model/exactShapes.ts"
import type { Annotation, Attributes, AttributeValue, Drawing } from "../model/Scene.ts"
import type { Crop } from "./masks.ts"
import { groupAttribute, sourceAttribute } from "./readShape.ts"

type Place = Readonly<Record<string, string | number | undefined>>

/** False for a mask without pixels, and for a cuboid. */
export const hasShape = (annotation: Annotation, crop?: Crop): boolean =>
  annotation.type !== "cuboid" &&
  (crop !== undefined || (annotation.type !== "segment" && !isShapeMask(annotation)))

/** Undefined where the annotation is no shape of CVAT. */
export const formatShape = (annotation: Annotation, place: Place, crop?: Crop): string | undefined => {
  const { attributes } = annotation
  const common = {
    ...place,
    ...toShapeProperties(annotation, place),
    occluded: attributes.occluded === true ? 1 : 0,
  }
  const isMask = isShapeMask(annotation)
  const content = formatAttributes(attributes)
  if (annotation.type === "cuboid") return undefined
  if (annotation.type === "segment" || isMask) {
    if (crop === undefined) return undefined
    const { counts, height, left, top, width } = crop
    return formatXmlElement("mask", { ...common, rle: counts.join(", "), left, top, width, height }, content)
  }
  const skeleton = findShape(annotation, "skeleton")
  if (skeleton !== undefined) return formatSkeleton(skeleton, common, content)
  const [name, geometry] = toGeometry(annotation)
  return formatXmlElement(name, { ...common, ...geometry }, content)
}

/** The group and the source of a shape; those of a track stand in the track. */
export const toShapeProperties = ({ attributes }: Annotation, place: Place): Place => {
  if ("frame" in place) return {}
  const { [groupAttribute]: group, [sourceAttribute]: source } = attributes
  return {
    ...(isGroup(group) && { group_id: group }),
    ...(isSource(source) && { source }),
  }
}

const isGroup = (value: AttributeValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0

const isSource = (value: AttributeValue | undefined): value is string =>
  typeof value === "string" && ["auto", "semi-auto", "file", "consensus"].includes(value)

/** Every joint of the label: those without a place are outside, which CVAT has at a place, too. */
const formatSkeleton = ({ joints }: Skeleton, common: Place, content: string): string => {
  const { frame: _, occluded, outside, ...rest } = common
  const placed = joints.flatMap(({ x, y }) => (x === null || y === null ? [] : [[x, y]]))
  const center = [0, 1].map(
    (axis) => placed.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / placed.length,
  )
  const points = joints.map(({ name, visibility, x, y }) =>
    formatXmlElement("points", {
      label: name,
      ...(rest.keyframe !== undefined && { keyframe: rest.keyframe }),
      outside: outside === 1 || visibility === 0 ? 1 : 0,
      occluded: visibility === 1 ? 1 : 0,
      points: `${x ?? center[0]},${y ?? center[1]}`,
    }),
  )
  const own = { ...common, ...(occluded === 0 && { occluded: undefined }), outside: undefined }
  return formatXmlElement("skeleton", own, `${points.join("")}${content}`)
}

/** Degrees from 0 to below 360. */
const toCvatRotation = (angle: number): number => (((toDegrees(angle) % 360) + 360) % 360) + 0

const toGeometry = (drawing: Drawing): readonly [string, Place] => {
  const { points, type } = drawing
  const box = findShape(drawing, "rotated_box")
  if (box !== undefined) {
    const [[cx, cy], [w, h]] = [box.center, box.size]
    const edges = { xtl: cx - w / 2, ytl: cy - h / 2, xbr: cx + w / 2, ybr: cy + h / 2 }
    const rotation = toCvatRotation(box.angle)
    // CVAT ignores the mark, by which our reader knows that it is no plain box.
    return ["box", { ...edges, rotation, ...(rotation === 0 && { annotary_rotated: 1 }) }]
  }
  const ellipse = findShape(drawing, "ellipse")
  if (ellipse !== undefined) {
    const [[cx, cy], [rx, ry]] = [ellipse.center, ellipse.radii]
    return ["ellipse", { cx, cy, rx, ry, rotation: toCvatRotation(ellipse.angle) }]
  }
  if (type !== "bbox")
    return [type === "point" ? "points" : type, { points: points.map(([x, y]) => `${x},${y}`).join(";") }]
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  return ["box", { xtl: Math.min(...xs), ytl: Math.min(...ys), xbr: Math.max(...xs), ybr: Math.max(...ys) }]
}

/** Whether CVAT has the value as a property of the shape or of its track. */
export const isProperty = (name: string, value: AttributeValue): boolean =>
  (name === "occluded" && value === true) ||
  (name === groupAttribute && isGroup(value)) ||
  (name === sourceAttribute && isSource(value))

const formatAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([name, value]) => !isProperty(name, value))
    .map(([name, value]) => formatXmlElement("attribute", { name }, escapeXmlText(formatAttribute(value))))
    .join("")
