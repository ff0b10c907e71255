/** Annotations of COCO as drawings, or as masks of a bitmap. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { paint } from "../masks/bitmapRle.ts"
import { maskOfRle } from "../masks/PixelMask.ts"
import { polygonRle } from "../masks/polygon.ts"
import { type Rle, rleArea, rleUnion } from "../masks/rle.ts"
import { shapeOfMask, withMark } from "../masks/shapeMask.ts"
import type { BitmapFile, Drawing, Segment, Size } from "../model/Scene.ts"
import type { Common } from "./annotationFields.ts"
import { boundsOf, boxAttribute, crowdAttribute } from "./annotations.ts"
import { pointsOfKeypoints } from "./keypoints.ts"
import { readNumbers } from "./numbers.ts"
import { readSegmentation } from "./segmentation.ts"

/** Keypoints where there are any, the polygon or the mask, or the box. Undefined, and counted, without a shape that can be read. */
export const drawingOf = (
  record: Node,
  common: Common,
  size: Size | null,
  losses: Losses,
): Drawing | undefined => {
  const segmentation = readSegmentation(record, size, losses)
  const points = pointsOfKeypoints(record.at("keypoints"), losses)
  if (points.length > 0) {
    if (segmentation.type !== "none") losses.add("geometry", record.place)
    return keypointsOf(record, common, points)
  }
  if (segmentation.type === "rings" && segmentation.rings.length === 1)
    return { ...common, type: "polygon", points: segmentation.rings[0] ?? [] }
  const box = boxOf(record, losses)
  if (segmentation.type === "none") {
    if (box === undefined) losses.add("unreadable", record.place)
    return box && { ...common, type: "bbox", points: box }
  }
  const whole = size ?? boundsOfRings(segmentation)
  const mask =
    segmentation.type === "mask"
      ? segmentation.mask
      : segmentation.rings.map((ring) => polygonRle(ring, whole)).reduce(rleUnion)
  const drawn = shapeOfMask(maskOfRle(mask), whole)
  if (drawn === undefined) {
    losses.add("empty-masks", record.place)
    return undefined
  }
  return { ...common, ...drawn, attributes: withMark(common.attributes) }
}

const boundsOfRings = (
  segmentation: Exclude<ReturnType<typeof readSegmentation>, { type: "none" }>,
): Size => {
  if (segmentation.type === "mask") return segmentation.mask
  const [left, top, width, height] = boundsOf(segmentation.rings.flat())
  return { width: Math.ceil(left + width), height: Math.ceil(top + height) }
}

/** Two corners; undefined without a box, and counted where it cannot be read. */
const boxOf = (record: Node, losses: Losses): ReadonlyArray<ReadonlyArray<number>> | undefined => {
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

/** The box of keypoints stays as an attribute where it is another one than theirs. */
const keypointsOf = (record: Node, common: Common, points: Drawing["points"]): Drawing => {
  const bounds = boundsOf(points)
  const box = readNumbers(record.at("bbox"), 4) ?? bounds
  const isSame = box.every((side, i) => Math.abs(side - (bounds[i] ?? 0)) < 0.5)
  const attributes = isSame ? common.attributes : { ...common.attributes, [boxAttribute]: box.join(" ") }
  return { ...common, type: "point", points, attributes }
}

export interface Masked {
  readonly segment: Segment
  readonly mask: Rle
}

export const segmentOf = (common: Common): Segment => ({ ...common, type: "segment" })

/**
 * The bitmap of the masks. Where masks overlap, groups lie below, then the larger ones, so that no small one vanishes; the pixels are counted.
 */
export const bitmapOf = (
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
      const areas = new Map(masked.map((one) => [one, rleArea(one.mask)]))
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
