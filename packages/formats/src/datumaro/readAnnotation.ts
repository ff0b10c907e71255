/** Annotations of Datumaro as those of Annotary. */
import type { Losses } from "../carry/Losses.ts"
import { findHeading } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { paint } from "../masks/bitmapRle.ts"
import { computeBitmapBoxes } from "../masks/boxes.ts"
import { makeBitmapMask } from "../masks/PixelMask.ts"
import type { Rle } from "../masks/rle.ts"
import { parseCounts } from "../masks/rleText.ts"
import { toMaskShape } from "../masks/shapeMask.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import type { SkeletonDefinition } from "../model/Dataset.ts"
import { draw, makeSkeleton, toRadians, type Visibility } from "../model/exactShapes.ts"
import { wrapAngle } from "../model/rotation.ts"
import type { Annotation, Attributes, AttributeValue, Cuboid, Drawing, Kind } from "../model/Scene.ts"
import { groupKey, isCuboid, isMask, keyframeKey, rotationKey, shapeKey, trackKey } from "./keys.ts"

type Geometry =
  | Pick<Drawing, "type" | "points" | "shape">
  | Pick<Cuboid, "type" | "isSynced" | "position" | "dimensions" | "yaw" | "rotation">
  | { readonly type: "segment" }

export interface AnnotationReading {
  readonly kind: Kind
  readonly isSequence: boolean
  /** Whether our writer made the file: it marks exact shapes. */
  readonly isOwn: boolean
  /** The category of a label, and its skeleton. */
  readonly categoryOf: (label: Node) => { readonly id: number; readonly skeleton?: SkeletonDefinition }
  readonly losses: Losses
  /** Fails for a mask beyond the limits. */
  readonly checkMask: (mask: Rle, node: Node) => void
}

export interface ReadAnnotation {
  readonly annotation: Annotation
  readonly mask: Rle | null
  /** Later ones lie over earlier ones. */
  readonly order: number
}

/** Undefined for annotations that are not in the frame, and, counted, for those that Annotary has none for. */
export const readAnnotation = (
  node: Node,
  id: number,
  reading: AnnotationReading,
): ReadAnnotation | undefined => {
  const { categoryOf, isSequence, kind, losses } = reading
  const type = node.at("type").toWord()
  const attributes = readAttributes(node, losses)
  // Datumaro keeps the shapes by which CVAT ends a track.
  if (attributes.outside === true) return undefined
  if (!node.at("label_id").isPresent) {
    losses.add("broken", `${node.place}: ${type} without a label`)
    return undefined
  }
  const { id: categoryId, skeleton } = categoryOf(node.at("label_id"))
  const mask = isMask(type) ? readMask(node.at("rle")) : null
  if (mask !== null) reading.checkMask(mask, node)
  const geometry =
    mask === null ? readGeometry(node, type, attributes, skeleton, reading) : readMaskShape(mask, kind)
  if (geometry === undefined) {
    losses.add(mask === null ? "shapes" : "empty-masks", `${node.place}: ${type}`)
    return undefined
  }
  const { [keyframeKey]: keyframe, [trackKey]: track, ...rest } = attributes
  const isTrack = isSequence && typeof track === "number"
  const common = {
    id,
    categoryId,
    trackId: isTrack ? track : null,
    isKeyframe: isTrack ? keyframe !== false : true,
    attributes: omitShapeKeys(isTrack ? rest : attributes, geometry, reading.isOwn),
  }
  return {
    // The shape decides the type; TypeScript does not follow the union through the spread.
    annotation: { ...common, ...geometry } as Annotation,
    mask: geometry.type === "segment" ? mask : null,
    order:
      new PartReader(losses, "attribute-value").read(() => node.at("z_order").or(0, (z) => z.number())) ?? 0,
  }
}

/** With the group. Values that attributes cannot have, and fields that Annotary does not know, are counted. */
const readAttributes = (node: Node, losses: Losses): Attributes => {
  const values: Record<string, AttributeValue> = {}
  node.at("attributes").or(undefined, (attributes) => {
    for (const name of attributes.keys()) {
      const { place, value } = attributes.at(name)
      if (isAttributeValue(value)) values[name] = value
      else losses.add("attribute-value", place)
    }
  })
  const { value: group } = node.at("group")
  if (typeof group === "number" && group !== 0) values[groupKey] ??= group
  for (const key of node.keys()) if (!knownKeys.has(key)) losses.add("unknown", `${node.place}/${key}`)
  return values
}

const knownKeys: ReadonlySet<string> = new Set(
  "id type attributes group label_id points bbox rle z_order visibility caption position rotation scale".split(
    " ",
  ),
)

/** The attributes that the shape itself says now. */
const omitShapeKeys = (attributes: Attributes, geometry: Geometry, isOwn: boolean): Attributes => {
  const { [rotationKey]: rotation, [shapeKey]: shape, outside, ...rest } = attributes
  const isTurned =
    "shape" in geometry && (geometry.shape?.type === "rotated_box" || geometry.shape?.type === "ellipse")
  const hasRotation = rotation !== undefined && !isTurned && (isOwn || rotation !== 0)
  return {
    ...rest,
    ...(hasRotation && { [rotationKey]: rotation }),
    ...(shape !== undefined && !isOwn && { [shapeKey]: shape }),
    ...(outside !== undefined && outside !== false && { outside }),
  }
}

const readGeometry = (
  node: Node,
  type: string,
  attributes: Attributes,
  skeleton: SkeletonDefinition | undefined,
  { isOwn, losses }: AnnotationReading,
): Geometry | undefined => {
  if (isCuboid(type)) return readCuboid(node)
  const { [rotationKey]: rotation, [shapeKey]: mark } = attributes
  const angle = typeof rotation === "number" ? wrapAngle(toRadians(rotation)) : 0
  if (type === "bbox") {
    const [x = 0, y = 0, w = 0, h = 0] = node.at("bbox").numbers(4)
    if (w < 0 || h < 0) node.at("bbox").fail("has a negative width or height.")
    // CVAT has a rotation at every box, most often 0.
    if (isOwn ? mark === "rotated_box" : angle !== 0)
      return draw({ type: "rotated_box", center: [x + w / 2, y + h / 2], size: [w, h], angle })
    return {
      type,
      points: [
        [x, y],
        [x + w, y + h],
      ],
    }
  }
  if (type !== "polygon" && type !== "polyline" && type !== "points" && type !== "ellipse") return undefined
  const numbers = node.at("points").numbers()
  if (numbers.length % 2 !== 0) node.at("points").fail("must have two numbers for each point.")
  const points = Array.from({ length: numbers.length / 2 }, (_, at) => numbers.slice(2 * at, 2 * at + 2))
  if (type === "ellipse") return readEllipse(points, angle)
  if (type === "points") {
    const isSkeleton = isOwn ? mark === "skeleton" : skeleton?.joints.length === points.length
    return readPoints(node, points, isSkeleton ? skeleton : undefined, losses)
  }
  return points.length >= (type === "polygon" ? 3 : 2) ? { type, points } : undefined
}

/** From the box around it. */
const readEllipse = (points: Drawing["points"], angle: number): Geometry | undefined => {
  const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = points
  if (points.length !== 2) return undefined
  const radii = [Math.abs(right - left) / 2, Math.abs(bottom - top) / 2] as const
  return draw({ type: "ellipse", center: [(left + right) / 2, (top + bottom) / 2], radii, angle })
}

/** Visibility is 0 for absent, 1 for hidden and 2 for visible points. */
const readPoints = (
  node: Node,
  points: Drawing["points"],
  skeleton: SkeletonDefinition | undefined,
  losses: Losses,
): Geometry | undefined => {
  const visibilities = node.at("visibility").or([], (found) => found.numbers())
  const placed = points.map(([x = 0, y = 0], index) => ({
    place: [x, y] as const,
    visibility: toVisibility(visibilities[index]),
  }))
  const drawn = skeleton && makeSkeleton(skeleton, placed)
  if (drawn !== undefined) return draw(drawn)
  const visible = placed.filter(({ visibility }) => visibility > 0)
  losses.add("visibility", node.place, placed.filter(({ visibility }) => visibility !== 2).length)
  return visible.length === 0 ? undefined : { type: "point", points: visible.map(({ place }) => [...place]) }
}

const toVisibility = (value = 2): Visibility => (value === 0 || value === 1 ? value : 2)

/** Datumaro has the angles of CVAT and Supervisely: about x, then the turned y, then the z of both. */
const readCuboid = (node: Node): Geometry => {
  const vector = (key: string) => {
    const [x = 0, y = 0, z = 0] = node.at(key).numbers(3)
    return { x, y, z }
  }
  return {
    type: "cuboid",
    isSynced: false,
    position: vector("position"),
    dimensions: vector("scale"),
    ...findHeading("turned", vector("rotation")),
  }
}

/** Masks among other shapes become polygons with the same pixels; undefined for a mask without pixels there. */
const readMaskShape = (mask: Rle, kind: Kind): Geometry | undefined => {
  if (kind !== "image-vector") return { type: "segment" }
  const { height, width } = mask
  const bitmap = { width, height, ids: new Uint32Array(width * height) }
  paint(bitmap, mask, 1)
  const box = computeBitmapBoxes(bitmap).get(1)
  return box === undefined ? undefined : toMaskShape(makeBitmapMask(bitmap, 1, box), bitmap)
}

const readMask = (rle: Node): Rle => {
  const [height = 0, width = 0] = rle.at("size").numbers(2)
  const counts = parseCounts(rle.at("counts").text())
  const sum = counts?.reduce((all, one) => all + one, 0)
  if (counts === undefined || sum !== width * height) return rle.fail("does not have the runs of its size.")
  return { width, height, counts }
}
