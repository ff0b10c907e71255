/** Reads what annotations have beside their shape. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { isAttributeValue, readAttributeValues } from "../model/attributeValues.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"
import { crowdAttribute } from "./annotations.ts"
import type { FileCategories } from "./categories.ts"

const knownFields = new Set(
  "id image_id category_id bbox area segmentation iscrowd keypoints num_keypoints unordered_points attributes is_keyframe".split(
    " ",
  ),
)
const knownInVideos = new Set(["video_id", "track_id", "instance_id", "frame_id"])

/** As tools write them. */
const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ["1", true],
  [false, false],
  [0, false],
  ["0", false],
])

export interface FieldsContext {
  readonly categories: FileCategories
  /** Whether annotations have tracks. */
  readonly isFrame: boolean
  readonly losses: Losses
}

export interface Common {
  readonly id: number
  readonly categoryId: number
  readonly trackId: number | null
  readonly isKeyframe: boolean
  readonly attributes: Attributes
}

/** Fields that COCO does not define become attributes where they can. Undefined, and counted, where the category is missing. */
export const readCommonFields = (record: Node, id: number, context: FieldsContext): Common | undefined => {
  const { categories, isFrame, losses } = context
  const categoryId = categories.toDatasetId(record.at("category_id").value)
  if (categoryId === undefined) {
    losses.add("references", record.place)
    return undefined
  }
  const keyframe = record.at("is_keyframe")
  if (keyframe.isPresent && !truths.has(keyframe.value)) losses.add("keyframes", keyframe.place)
  return {
    id,
    categoryId,
    trackId: isFrame ? readTrackId(record) : null,
    isKeyframe: truths.get(keyframe.value) !== false,
    attributes: readAttributes(record, context),
  }
}

/** Null without a track. The `id` of an annotation is a number of another kind. */
const readTrackId = (record: Node): number | null => {
  for (const key of ["track_id", "instance_id"]) {
    const { value } = record.at(key)
    const id = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value
    if (typeof id === "number" && Number.isSafeInteger(id)) return id
  }
  return null
}

const readAttributes = (record: Node, { isFrame, losses }: FieldsContext): Attributes => {
  const own: Record<string, AttributeValue> = {}
  for (const key of record.keys()) {
    if (knownFields.has(key) || (isFrame && knownInVideos.has(key))) continue
    const { value } = record.at(key)
    if (value !== null && isAttributeValue(value)) own[key] = value
    else if (value !== null) losses.add("unknown", `${record.place}/${key}`)
  }
  const attributes = record.at("attributes")
  const isObject = typeof attributes.value === "object" && !Array.isArray(attributes.value)
  if (attributes.isPresent && !isObject) losses.add("attribute-value", attributes.place)
  const crowd = record.at("iscrowd")
  if (crowd.isPresent && !truths.has(crowd.value)) losses.add("attribute-value", crowd.place)
  if (isObject) Object.assign(own, readAttributeValues(attributes, losses))
  if (truths.get(crowd.value) === true) own[crowdAttribute] = true
  return own
}
