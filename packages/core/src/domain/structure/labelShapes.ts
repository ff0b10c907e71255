/** The shapes of labels by task type: the fields of the wire contract, no stricter than its SDK. */
import type { TaskType } from "../Dataset.ts"
import { withExactShape } from "./exactShapes.ts"
import {
  chooseBy,
  combineShapes,
  type Fields,
  finite,
  isFiniteNumber,
  isWhole,
  makeLeaf,
  makeList,
  makeMap,
  makeNullable,
  makeObject,
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

const attributes = makeMap(
  makeLeaf(isAttributeValue, "must be text, a finite number, true, false, null or a list of texts"),
)

const common = { format_version: makeNullable(textOrNumber), image_attributes: makeNullable(attributes) }
const ofFrame = { ...common, timestamp: makeNullable(textOrNumber) }

const makeAnnotation = (required: Fields["required"] = {}, optional: Fields["optional"] = {}): Shape =>
  makeObject({
    required: { id: whole, category_id: whole, ...required },
    optional: { attributes: makeNullable(attributes), ...optional },
  })

/** The additional fields of annotations in sequences. */
const tracked = makeObject({ required: { track_id: whole }, optional: { is_keyframe: truth } })

/** The number of points by type. */
const counts = {
  bbox: { least: 2, most: 2, message: "must be two points" },
  polygon: { least: 3, most: Number.POSITIVE_INFINITY, message: "must be at least three points" },
  polyline: { least: 2, most: Number.POSITIVE_INFINITY, message: "must be at least two points" },
  point: { least: 1, most: Number.POSITIVE_INFINITY, message: "must be at least one point" },
} as const

const makePoints = (type: keyof typeof counts, dimensions: 2 | 3): Shape => {
  const { least, message, most } = counts[type]
  const point = dimensions === 2 ? "must be two finite numbers" : "must be two or three finite numbers"
  const isPoint = (value: unknown): boolean =>
    Array.isArray(value) && (value.length === 2 || value.length === dimensions) && value.every(isFiniteNumber)
  return (value, at) => {
    if (!Array.isArray(value)) return at.reportWrong("must be a list of points")
    if (value.length < least || value.length > most) at.reportWrong(message)
    for (let index = 0; index < value.length && !at.full; index++)
      if (!isPoint(value[index])) at.reportWrong(point, index)
  }
}

const makeDrawn = (type: keyof typeof counts, dimensions: 2 | 3): Shape =>
  makeAnnotation({ points: makePoints(type, dimensions) })

const drawing2d = withExactShape(
  chooseBy("type", {
    bbox: makeDrawn("bbox", 2),
    polygon: makeDrawn("polygon", 2),
    polyline: makeDrawn("polyline", 2),
    point: makeDrawn("point", 2),
  }),
)

const vector = makeObject({ required: { x: finite, y: finite, z: finite } })
const rotation = makeObject({ required: { qx: finite, qy: finite, qz: finite, qw: finite } })
const motion = makeObject({ required: { absolute: finite, relative: makeNullable(finite) } })

const box = makeAnnotation(
  { position: vector, dimensions: vector, yaw: finite },
  { rotation: makeNullable(rotation), velocity: makeNullable(motion), acceleration: makeNullable(motion) },
)
const boxes = { cuboid: box, "cuboid-sync": box }
const cuboid = chooseBy("type", boxes)
const drawing3d = chooseBy("type", {
  polygon: makeDrawn("polygon", 3),
  polyline: makeDrawn("polyline", 3),
  point: makeDrawn("point", 3),
  ...boxes,
})

const link = makeObject({
  required: { from_id: whole, to_id: whole },
  optional: {
    attributes: makeNullable(attributes),
    frames: makeNullable(makeList(makeObject({ required: { attributes } }))),
  },
})
const links = { links: makeNullable(makeList(link)) }

const bitmap = makeObject({ optional: { url: makeNullable(text), signed_url: makeNullable(text) } })

/** A list of whole numbers, one for each point of the cloud. */
const pointAnnotations: Shape = (value, at) => {
  if (!Array.isArray(value)) return at.reportWrong("must be a list of whole numbers")
  for (let index = 0; index < value.length && !at.full; index++)
    if (!isWhole(value[index])) at.reportWrong("must be a whole number", index)
}

const makeStill = (item: Shape, { optional, required }: Fields = {}): Shape =>
  makeObject({ required: { annotations: makeList(item), ...required }, optional: { ...common, ...optional } })

const makeSequence = (item: Shape, frame: Fields = {}, whole: Fields["optional"] = {}): Shape =>
  makeObject({
    required: {
      frames: makeList(
        makeObject({
          required: { annotations: makeList(combineShapes(item, tracked)), ...frame.required },
          optional: { ...ofFrame, ...frame.optional },
        }),
      ),
    },
    optional: { format_version: common.format_version, ...whole },
  })

const points = { required: { point_annotations: pointAnnotations } }
const bitmapSequence = makeSequence(makeAnnotation(), {
  optional: { segmentation_bitmap: makeNullable(bitmap) },
})
const pointSequence = makeSequence(makeAnnotation(), points)
const drawing2dSequence = makeSequence(drawing2d)
const imageVector = makeStill(drawing2d)
const imageSegmentation = makeStill(makeAnnotation(), { required: { segmentation_bitmap: bitmap } })

/** A sensor of a multi-sensor label. An unlabeled one has an empty list. */
const makeSensor = (shape: Shape): Shape =>
  makeObject({
    required: {
      name: text,
      attributes: (value, at) => {
        if (!Array.isArray(value) || value.length > 0) shape(value, at)
      },
    },
  })

const multiSensor = makeObject({
  required: {
    sensors: makeList(
      chooseBy("task_type", {
        "pointcloud-cuboid-sequence": makeSensor(makeSequence(cuboid)),
        "pointcloud-vector-sequence": makeSensor(makeSequence(drawing3d, { optional: links })),
        "pointcloud-segmentation-sequence": makeSensor(pointSequence),
        "image-vector-sequence": makeSensor(drawing2dSequence),
        "image-segmentation-sequence": makeSensor(bitmapSequence),
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
  "pointcloud-cuboid": makeStill(cuboid, { optional: links }),
  "pointcloud-cuboid-sequence": makeSequence(cuboid, {}, links),
  "pointcloud-segmentation": makeStill(makeAnnotation(), points),
  "pointcloud-segmentation-sequence": pointSequence,
  "pointcloud-vector": makeStill(drawing3d, { optional: links }),
  "pointcloud-vector-sequence": makeSequence(drawing3d, { optional: links }, links),
  "multisensor-sequence": multiSensor,
}

/** The shape of a label without annotations: a bitmap has nothing to show yet. */
export const unlabeledStill = imageVector
export const unlabeledSequence = drawing2dSequence
