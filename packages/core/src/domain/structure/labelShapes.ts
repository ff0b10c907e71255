/** The shapes of labels by task type: the fields of the wire contract, no stricter than its SDK. */
import type { TaskType } from "../Dataset.ts"
import { withExactShape } from "./exactShapes.ts"
import {
  both,
  chosenBy,
  type Fields,
  finite,
  isFiniteNumber,
  isWhole,
  leaf,
  listOf,
  mapOf,
  nullable,
  objectOf,
  type Shape,
  text,
  textOrNumber,
  truth,
  whole,
} from "./shapes.ts"

const isAttributeValue = (value: unknown): boolean =>
  value === null ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  isFiniteNumber(value) ||
  (Array.isArray(value) && value.every((one) => typeof one === "string"))

const attributes = mapOf(
  leaf(isAttributeValue, "must be text, a finite number, true, false, null or a list of texts"),
)

const common = { format_version: nullable(textOrNumber), image_attributes: nullable(attributes) }
const ofFrame = { ...common, timestamp: nullable(textOrNumber) }

const annotation = (required: Fields["required"] = {}, optional: Fields["optional"] = {}): Shape =>
  objectOf({
    required: { id: whole, category_id: whole, ...required },
    optional: { attributes: nullable(attributes), ...optional },
  })

/** The additional fields of annotations in sequences. */
const tracked = objectOf({ required: { track_id: whole }, optional: { is_keyframe: truth } })

/** The number of points by type. */
const counts = {
  bbox: { least: 2, most: 2, message: "must be two points" },
  polygon: { least: 3, most: Number.POSITIVE_INFINITY, message: "must be at least three points" },
  polyline: { least: 2, most: Number.POSITIVE_INFINITY, message: "must be at least two points" },
  point: { least: 1, most: Number.POSITIVE_INFINITY, message: "must be at least one point" },
} as const

const pointsOf = (type: keyof typeof counts, dimensions: 2 | 3): Shape => {
  const { least, message, most } = counts[type]
  const point = dimensions === 2 ? "must be two finite numbers" : "must be two or three finite numbers"
  const isPoint = (value: unknown): boolean =>
    Array.isArray(value) && (value.length === 2 || value.length === dimensions) && value.every(isFiniteNumber)
  return (value, at) => {
    if (!Array.isArray(value)) return at.wrong("must be a list of points")
    if (value.length < least || value.length > most) at.wrong(message)
    for (let index = 0; index < value.length && !at.full; index++)
      if (!isPoint(value[index])) at.wrong(point, index)
  }
}

const drawn = (type: keyof typeof counts, dimensions: 2 | 3): Shape =>
  annotation({ points: pointsOf(type, dimensions) })

const drawing2d = withExactShape(
  chosenBy("type", {
    bbox: drawn("bbox", 2),
    polygon: drawn("polygon", 2),
    polyline: drawn("polyline", 2),
    point: drawn("point", 2),
  }),
)

const vector = objectOf({ required: { x: finite, y: finite, z: finite } })
const rotation = objectOf({ required: { qx: finite, qy: finite, qz: finite, qw: finite } })
const motion = objectOf({ required: { absolute: finite, relative: nullable(finite) } })

const box = annotation(
  { position: vector, dimensions: vector, yaw: finite },
  { rotation: nullable(rotation), velocity: nullable(motion), acceleration: nullable(motion) },
)
const boxes = { cuboid: box, "cuboid-sync": box }
const cuboid = chosenBy("type", boxes)
const drawing3d = chosenBy("type", {
  polygon: drawn("polygon", 3),
  polyline: drawn("polyline", 3),
  point: drawn("point", 3),
  ...boxes,
})

const link = objectOf({
  required: { from_id: whole, to_id: whole },
  optional: {
    attributes: nullable(attributes),
    frames: nullable(listOf(objectOf({ required: { attributes } }))),
  },
})
const links = { links: nullable(listOf(link)) }

const bitmap = objectOf({ optional: { url: nullable(text), signed_url: nullable(text) } })

/** A list of whole numbers, one for each point of the cloud. */
const pointAnnotations: Shape = (value, at) => {
  if (!Array.isArray(value)) return at.wrong("must be a list of whole numbers")
  for (let index = 0; index < value.length && !at.full; index++)
    if (!isWhole(value[index])) at.wrong("must be a whole number", index)
}

const still = (item: Shape, { optional, required }: Fields = {}): Shape =>
  objectOf({ required: { annotations: listOf(item), ...required }, optional: { ...common, ...optional } })

const sequence = (item: Shape, frame: Fields = {}, whole: Fields["optional"] = {}): Shape =>
  objectOf({
    required: {
      frames: listOf(
        objectOf({
          required: { annotations: listOf(both(item, tracked)), ...frame.required },
          optional: { ...ofFrame, ...frame.optional },
        }),
      ),
    },
    optional: { format_version: common.format_version, ...whole },
  })

const points = { required: { point_annotations: pointAnnotations } }
const bitmapSequence = sequence(annotation(), { optional: { segmentation_bitmap: nullable(bitmap) } })
const pointSequence = sequence(annotation(), points)
const drawing2dSequence = sequence(drawing2d)
const imageVector = still(drawing2d)
const imageSegmentation = still(annotation(), { required: { segmentation_bitmap: bitmap } })

/** A sensor of a multi-sensor label. An unlabeled one has an empty list. */
const sensor = (shape: Shape): Shape =>
  objectOf({
    required: {
      name: text,
      attributes: (value, at) => {
        if (!Array.isArray(value) || value.length > 0) shape(value, at)
      },
    },
  })

const multiSensor = objectOf({
  required: {
    sensors: listOf(
      chosenBy("task_type", {
        "pointcloud-cuboid-sequence": sensor(sequence(cuboid)),
        "pointcloud-vector-sequence": sensor(sequence(drawing3d, { optional: links })),
        "pointcloud-segmentation-sequence": sensor(pointSequence),
        "image-vector-sequence": sensor(drawing2dSequence),
        "image-segmentation-sequence": sensor(bitmapSequence),
      }),
    ),
  },
  optional: links,
})

/** The shape of a label by task type. Image-vector labels accept four types, whatever the task type. */
export const labelShapes: { readonly [Type in TaskType]: Shape } = {
  "segmentation-bitmap": imageSegmentation,
  "segmentation-bitmap-highres": imageSegmentation,
  "image-segmentation-sequence": bitmapSequence,
  bboxes: imageVector,
  vector: imageVector,
  keypoints: imageVector,
  "image-vector-sequence": drawing2dSequence,
  "pointcloud-cuboid": still(cuboid, { optional: links }),
  "pointcloud-cuboid-sequence": sequence(cuboid, {}, links),
  "pointcloud-segmentation": still(annotation(), points),
  "pointcloud-segmentation-sequence": pointSequence,
  "pointcloud-vector": still(drawing3d, { optional: links }),
  "pointcloud-vector-sequence": sequence(drawing3d, { optional: links }, links),
  "multisensor-sequence": multiSensor,
}

/** The shape of a label without annotations: a bitmap has nothing to show yet. */
export const unlabeledStill = imageVector
export const unlabeledSequence = drawing2dSequence
