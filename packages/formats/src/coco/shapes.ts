/** Annotations of COCO as drawings, or as masks of a bitmap. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { paint } from "../masks/bitmapRle.ts"
import { findPolygons } from "../masks/outline.ts"
import { decodeRleMask } from "../masks/PixelMask.ts"
import { computeRleArea, type Rle } from "../masks/rle.ts"
import { draw, findRotatedBox, makeSkeleton, type Point, toRadians } from "../model/exactShapes.ts"
import { wrapAngle } from "../model/rotation.ts"
import type { BitmapFile, Drawing, Segment, Size } from "../model/Scene.ts"
import type { Common } from "./annotationFields.ts"
import {
  boxAttribute,
  computeBounds,
  crowdAttribute,
  rotationAttribute,
  unorderedPoints,
} from "./annotations.ts"
import type { FileCategories, FileJoints } from "./categories.ts"
import { type Keypoint, readKeypoints } from "./keypoints.ts"
import { readNumbers } from "./numbers.ts"
import { type Ring, readSegmentation } from "./segmentation.ts"

export interface ShapeContext {
  readonly categories: FileCategories
  readonly losses: Losses
  /** Fails for a mask beyond the limits. */
  readonly checkMask: (mask: Rle, record: Node) => void
  /** Of the image, where it is known. */
  readonly size: Size | null
}

/** Keypoints where there are any, the polygons or the mask, or the box. Undefined, and counted, without a shape that can be read. */
export const readDrawing = (
  record: Node,
  common: Common,
  { categories, checkMask, losses, size }: ShapeContext,
): Drawing | undefined => {
  const points = readNumbers(record.at(unorderedPoints)) ?? []
  if (points.length > 0 && points.length % 2 === 0)
    return makeKeypointDrawing(record, common, toVisible(points), undefined)
  const segmentation = readSegmentation(record, size, losses)
  const keypoints = readKeypoints(record.at("keypoints"), losses)
  if (keypoints.length > 0) {
    if (segmentation.type !== "none") losses.add("geometry", record.place)
    return makeKeypointDrawing(
      record,
      common,
      keypoints,
      categories.findJoints(record.at("category_id").value),
    )
  }
  if (segmentation.type === "rings") return makePolygons(common, segmentation.rings)
  if (segmentation.type === "mask") {
    checkMask(segmentation.mask, record)
    const polygons = findPolygons(decodeRleMask(segmentation.mask), segmentation.mask)
    if (polygons.length > 0) return { ...common, ...draw({ type: "multipolygon", polygons, pixels: true }) }
    losses.add("empty-masks", record.place)
    return undefined
  }
  const box = readBox(record, losses)
  if (box === undefined) losses.add("unreadable", record.place)
  return box && makeBoxDrawing(common, box)
}

const toVisible = (points: ReadonlyArray<number>): ReadonlyArray<Keypoint> =>
  Array.from({ length: points.length / 2 }, (_, i) => ({
    place: [points[2 * i] ?? 0, points[2 * i + 1] ?? 0],
    visibility: 2,
  }))

/** Some tools write the rotation of a box beside its corners before the rotation, in degrees. */
const makeBoxDrawing = (common: Common, box: readonly [Point, Point]): Drawing => {
  const rotation = common.attributes[rotationAttribute]
  if (typeof rotation !== "number") return { ...common, type: "bbox", points: box }
  const own = withoutRotation(common)
  if (rotation % 360 === 0) return { ...own, type: "bbox", points: box }
  const [[left, top], [right, bottom]] = box
  const center: Point = [(left + right) / 2, (top + bottom) / 2]
  const shape = {
    type: "rotated_box",
    center,
    size: [right - left, bottom - top],
    angle: toAngle(rotation),
  } as const
  return { ...own, ...draw(shape) }
}

/** Several rings are the parts of one object. A rectangle with a rotation is a box, as our writer has it. */
const makePolygons = (common: Common, rings: ReadonlyArray<Ring>): Drawing => {
  const [ring = []] = rings
  if (rings.length > 1)
    return { ...common, ...draw({ type: "multipolygon", polygons: rings.map((one) => [one]) }) }
  const rotation = common.attributes[rotationAttribute]
  const box = typeof rotation === "number" ? findRotatedBox(ring) : undefined
  if (box === undefined || typeof rotation !== "number") return { ...common, type: "polygon", points: ring }
  return { ...withoutRotation(common), ...draw({ ...box, angle: toAngle(rotation) }) }
}

/** For the few shapes that have one: a copy of the attributes of every shape would be a tenth of the work of the reader. */
const withoutRotation = (common: Common): Common => {
  const { [rotationAttribute]: _, ...attributes } = common.attributes
  return { ...common, attributes }
}

/** Into (−π, π]. */
const toAngle = (degrees: number): number => wrapAngle(toRadians(degrees))

/** Two corners; undefined without a box, and counted where it cannot be read. */
const readBox = (record: Node, losses: Losses): readonly [Point, Point] | undefined => {
  const node = record.at("bbox")
  if (!node.isPresent) return undefined
  const numbers = readNumbers(node, 4)
  if (numbers === undefined) {
    losses.add("unreadable", node.place)
    return undefined
  }
  const [x = 0, y = 0, w = 0, h = 0] = numbers
  return [
    [Math.min(x, x + w), Math.min(y, y + h)],
    [Math.max(x, x + w), Math.max(y, y + h)],
  ]
}

/** The box of keypoints without names stays as an attribute where it is another one than theirs. */
const makeKeypointDrawing = (
  record: Node,
  common: Common,
  keypoints: ReadonlyArray<Keypoint>,
  joints: FileJoints | undefined,
): Drawing => {
  const points = keypoints.flatMap(({ place }) => (place === null ? [] : [place]))
  const bounds = computeBounds(points)
  const box = readNumbers(record.at("bbox"), 4) ?? bounds
  const [x = 0, y = 0, w = 0, h = 0] = box
  if (joints === undefined) {
    const isSame = box.every((side, i) => Math.abs(side - (bounds[i] ?? 0)) < 0.5)
    const attributes = isSame ? common.attributes : { ...common.attributes, [boxAttribute]: box.join(" ") }
    return { ...common, type: "point", points, attributes }
  }
  const hasBox = (w !== 0 || h !== 0) && box.some((side, i) => Math.abs(side - (bounds[i] ?? 0)) > 1e-6)
  const byName = new Map(joints.names.map((name, index) => [name, keypoints[index]]))
  const ordered = joints.definition.joints.map(
    ({ name }) => byName.get(name) ?? ({ place: null, visibility: 0 } as const),
  )
  const corners: readonly [Point, Point] = [
    [x, y],
    [x + w, y + h],
  ]
  const shape = makeSkeleton(joints.definition, ordered, hasBox ? corners : undefined)
  return shape === undefined ? { ...common, type: "point", points } : { ...common, ...draw(shape) }
}

export interface Masked {
  readonly segment: Segment
  readonly mask: Rle
}

export const makeSegment = (common: Common): Segment => ({ ...common, type: "segment" })

/**
 * The bitmap of the masks. Where masks overlap, groups lie below, then the larger ones, so that no small one vanishes; the pixels are counted.
 */
export const paintSegments = (
  masked: ReadonlyArray<Masked>,
  { height, width }: Size,
  losses: Losses,
  place: string,
): BitmapFile => {
  const isCrowd = ({ segment }: Masked) => (segment.attributes[crowdAttribute] === true ? 1 : 0)
  let isCounted = false
  return {
    url: null,
    load: async () => {
      const bitmap = { width, height, ids: new Uint32Array(width * height) }
      const areas = new Map(masked.map((one) => [one, computeRleArea(one.mask)]))
      const area = (one: Masked) => areas.get(one) ?? 0
      const order = [...masked].sort((a, b) => isCrowd(b) - isCrowd(a) || area(b) - area(a))
      let overlapping = 0
      for (const { mask, segment } of order) overlapping += paint(bitmap, mask, segment.id)
      if (!isCounted) losses.add("overlapping-masks", place, overlapping)
      isCounted = true
      return bitmap
    },
  }
}
