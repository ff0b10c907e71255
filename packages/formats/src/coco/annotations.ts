/** The records of annotations: boxes, polygons, keypoints and masks. */
import { makeEmptyRle } from "../masks/bitmapRle.ts"
import { encodePolygonRle } from "../masks/polygon.ts"
import { computeRleArea, computeRleBox, type Rle } from "../masks/rle.ts"
import { formatCounts } from "../masks/rleText.ts"
import { findShape, type Multipolygon, type Skeleton, toDegrees } from "../model/exactShapes.ts"
import type { Annotation, Attributes, Drawing, Size } from "../model/Scene.ts"

/** Of keypoints, where it is not the smallest box around them. */
export const boxAttribute = "bbox"

/** Degrees by which a box is turned, as CVAT and Datumaro write it. */
export const rotationAttribute = "rotation"

/** As Datumaro has it: true for a group of objects. */
export const crowdAttribute = "is_crowd"

/** Points that are not keypoints of their category, x and y in turn. Other tools do not read it. */
export const unorderedPoints = "unordered_points"

export interface AnnotationIds {
  readonly annotation: number
  readonly image: number
  /** Null outside of sequences. */
  readonly video: number | null
}

/** The masks of a bitmap by the ids of its annotations. */
export type Masks = ReadonlyMap<number, Rle>

export const formatAnnotationRecord = (
  annotation: Annotation,
  ids: AnnotationIds,
  masks: Masks,
  size: Size,
  joints = 0,
): string => {
  const { attributes } = annotation
  const isCrowd = attributes[crowdAttribute] === true
  const isPoints = annotation.type === "point"
  const box = isPoints ? parseBoxText(attributes[boxAttribute]) : undefined
  const others = omitAttributes(attributes, isCrowd ? crowdAttribute : undefined, box && boxAttribute)
  const rotated = findShape(annotation, "rotated_box")
  const own = rotated === undefined ? others : { ...others, [rotationAttribute]: toDegrees(rotated.angle) }
  const head = `{"id":${ids.annotation},"image_id":${ids.image},"category_id":${annotation.categoryId}`
  const track =
    ids.video === null
      ? ""
      : `,"video_id":${ids.video},"track_id":${annotation.trackId ?? annotation.id}${annotation.isKeyframe ? "" : ',"is_keyframe":false'}`
  const shape =
    "points" in annotation
      ? formatDrawing(annotation, box, size, joints)
      : formatMask(masks.get(annotation.id), size)
  const printedAttributes = Object.keys(own).length === 0 ? "" : `,"attributes":${JSON.stringify(own)}`
  return `${head}${track},${shape},"iscrowd":${isCrowd ? 1 : 0}${printedAttributes}}`
}

const omitAttributes = (attributes: Attributes, ...names: ReadonlyArray<string | undefined>): Attributes =>
  names.every((name) => name === undefined)
    ? attributes
    : Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)))

type Box = readonly [number, number, number, number]

/** Left, top, width, height as text; undefined for anything else. */
const parseBoxText = (value: Attributes[string] | undefined): Box | undefined => {
  if (typeof value !== "string") return undefined
  const [x = Number.NaN, y = Number.NaN, w = Number.NaN, h = Number.NaN, ...more] = value
    .split(" ")
    .map(Number)
  return more.length === 0 && Number.isFinite(x + y + w + h) ? [x, y, w, h] : undefined
}

const formatDrawing = (drawing: Drawing, box: Box | undefined, size: Size, joints: number): string => {
  const { points, shape, type } = drawing
  if (shape?.type === "skeleton") return formatSkeleton(shape)
  if (shape?.type === "multipolygon")
    return shape.pixels === true ? formatMask(encodePolygonRle(points, size), size) : formatPolygons(shape)
  const [x, y, w, h] = box ?? computeBounds(points)
  const bounds = `"bbox":[${x},${y},${w},${h}]`
  if (type === "bbox") return `${bounds},"area":${w * h},"segmentation":[]`
  if (type === "polygon")
    return `${bounds},"area":${computeRingArea(points)},"segmentation":[${JSON.stringify(points.flat())}]`
  const head = `${bounds},"area":${w * h},"segmentation":[],"num_keypoints"`
  // Points without names are not keypoints of the category, all of which every annotation has: evaluation compares them one by one.
  if (joints > 0)
    return `${head}:0,"keypoints":[${new Array(3 * joints).fill(0)}],"${unorderedPoints}":${JSON.stringify(points.flat())}`
  const keypoints = points.map(([px = 0, py = 0]) => `${px},${py},2`).join(",")
  return `${head}:${points.length},"keypoints":[${keypoints}]`
}

/** Each part is a ring. */
const formatPolygons = ({ polygons }: Multipolygon): string => {
  const rings = polygons.flat()
  const area = rings.reduce((sum, ring) => sum + computeRingArea(ring), 0)
  return `"bbox":[${computeBounds(rings.flat()).join(",")}],"area":${area},"segmentation":${JSON.stringify(rings.map((ring) => ring.flat()))}`
}

const formatSkeleton = ({ box, joints }: Skeleton): string => {
  const labeled = joints.filter(({ visibility, x, y }) => visibility > 0 && x !== null && y !== null)
  const [x, y, w, h] = computeBounds(box ?? labeled.map((joint) => [joint.x ?? 0, joint.y ?? 0]))
  const keypoints = joints.map((joint) =>
    labeled.includes(joint) ? `${joint.x},${joint.y},${joint.visibility}` : "0,0,0",
  )
  return `"bbox":[${x},${y},${w},${h}],"area":${w * h},"segmentation":[],"num_keypoints":${labeled.length},"keypoints":[${keypoints.join(",")}]`
}

const formatMask = (mask: Rle | undefined, size: Size): string => {
  const rle = mask ?? makeEmptyRle(size)
  const counts = JSON.stringify(formatCounts(rle.counts))
  return `"bbox":[${computeRleBox(rle).join(",")}],"area":${computeRleArea(rle)},"segmentation":{"size":[${rle.height},${rle.width}],"counts":${counts}}`
}

/** Left, top, width, height of the smallest box around the points. */
export const computeBounds = (points: ReadonlyArray<ReadonlyArray<number>>): Box => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x = 0, y = 0] of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return [left, top, right - left, bottom - top]
}

/** The area of a ring that does not cross itself. */
const computeRingArea = (points: ReadonlyArray<ReadonlyArray<number>>): number => {
  let sum = 0
  let [beforeX = 0, beforeY = 0] = points.at(-1) ?? []
  for (const [x = 0, y = 0] of points) {
    sum += beforeX * y - x * beforeY
    beforeX = x
    beforeY = y
  }
  return Math.abs(sum) / 2
}
