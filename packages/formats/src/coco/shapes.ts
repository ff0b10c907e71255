/** Annotations of COCO as drawings, or as masks of a bitmap. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { paint } from "../masks/bitmapRle.ts"
import { polygonRle } from "../masks/polygon.ts"
import { type Rle, rleArea, rleUnion } from "../masks/rle.ts"
import { countsOfText } from "../masks/rleText.ts"
import type { Attributes, AttributeValue, BitmapFile, Drawing, Segment, Size } from "../model/Scene.ts"
import { boundsOf, boxAttribute, crowdAttribute } from "./annotations.ts"
import { attributesOf, isAttributeValue } from "./images.ts"
import { pointsOfKeypoints } from "./keypoints.ts"

const known = new Set(
  "id image_id category_id bbox area segmentation iscrowd keypoints num_keypoints attributes is_keyframe".split(
    " ",
  ),
)
const knownInVideos = new Set(["video_id", "track_id", "instance_id", "frame_id"])

/** What annotations have beside their shape. Fields that COCO does not define become attributes where they can. */
export const commonOf = (record: Node, id: number, isFrame: boolean, losses: Losses) => {
  const refused = (name: string) => losses.add("attribute-value", `${record.place}/${name}`)
  const own: Record<string, AttributeValue> = {}
  for (const key of record.keys()) {
    if (known.has(key) || (isFrame && knownInVideos.has(key))) continue
    const { value } = record.at(key)
    if (value !== null && isAttributeValue(value)) own[key] = value
    else if (value !== null) losses.add("unknown", `${record.place}/${key}`)
  }
  const crowd = record.at("iscrowd").value
  const attributes: Attributes = {
    ...own,
    ...attributesOf(record.at("attributes"), refused),
    ...((crowd === 1 || crowd === true) && { [crowdAttribute]: true }),
  }
  const track = record.at("track_id").isPresent ? record.at("track_id") : record.at("instance_id")
  return {
    id,
    categoryId: record.at("category_id").whole(),
    trackId: isFrame ? track.or(record.at("id"), (found) => found).whole() : null,
    isKeyframe: record.at("is_keyframe").or(true, (found) => found.truth()),
    attributes,
  }
}

type Common = ReturnType<typeof commonOf>

/** Keypoints where there are any, a polygon of one ring, or the box. */
export const drawingOf = (record: Node, common: Common, losses: Losses): Drawing => {
  const segmentation = record.at("segmentation")
  const isMask =
    segmentation.isPresent && (!Array.isArray(segmentation.value) || segmentation.value.length > 1)
  const points = record.at("keypoints").or([], (found) => pointsOfKeypoints(found, losses))
  if (points.length > 0) return keypointsOf(record, common, points, losses)
  if (isMask) losses.add("geometry", record.place)
  const ring = isMask ? undefined : segmentation.or(undefined, (found) => found.items()[0])
  if (ring !== undefined) return { ...common, type: "polygon", points: ringOf(ring) }
  const [x = 0, y = 0, w = 0, h = 0] = record.at("bbox").numbers(4)
  const corners = [
    [x, y],
    [x + w, y + h],
  ]
  return { ...common, type: "bbox", points: corners }
}

/** The box of keypoints stays as an attribute where it is another one than theirs. */
const keypointsOf = (record: Node, common: Common, points: Drawing["points"], losses: Losses): Drawing => {
  const { value } = record.at("segmentation")
  if (value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0))
    losses.add("geometry", record.place)
  const bounds = boundsOf(points)
  const box = record.at("bbox").or(bounds, (found) => found.numbers(4))
  const isSame = box.every((side, i) => Math.abs(side - (bounds[i] ?? 0)) < 0.5)
  const attributes = isSame ? common.attributes : { ...common.attributes, [boxAttribute]: box.join(" ") }
  return { ...common, type: "point", points, attributes }
}

const ringOf = (ring: Node): ReadonlyArray<ReadonlyArray<number>> => {
  const numbers = ring.numbers()
  if (numbers.length % 2 !== 0 || numbers.length < 6)
    ring.fail("must have x and y of at least three corners.")
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0])
}

/** Undefined for an annotation without a mask. All rings of one annotation are one mask. */
export const maskOf = (record: Node, size: Size): Rle | undefined => {
  const segmentation = record.at("segmentation")
  if (!segmentation.isPresent) return undefined
  if (Array.isArray(segmentation.value)) {
    const rings = segmentation.items().map((ring) => polygonRle(ringOf(ring), size))
    return rings.length === 0 ? undefined : rings.reduce(rleUnion)
  }
  const [height = 0, width = 0] = segmentation.at("size").numbers(2)
  const counts = segmentation.at("counts")
  const found = typeof counts.value === "string" ? countsOfText(counts.value) : counts.numbers()
  if (found === undefined) return counts.fail("is no compressed mask.")
  if (width !== size.width || height !== size.height)
    segmentation.at("size").fail(`must be that of the image, ${size.height} × ${size.width}.`)
  const pixels = found.reduce((sum, count) => sum + count, 0)
  if (pixels !== width * height || found.some((count) => !Number.isInteger(count) || count < 0))
    counts.fail(`must have ${width * height} pixels.`)
  return { width, height, counts: found }
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
