/** Examples of labels: the contract says that `attributes` are an object, and their members follow from the task type of the dataset. Pure. */

const boxPoints = [
  [10, 20],
  [110, 80],
]
const ringPoints = [
  [10, 20],
  [110, 20],
  [60, 90],
]

const box2d = { id: 1, category_id: 1, type: "bbox", points: boxPoints }
const drawings2d = [
  box2d,
  { id: 2, category_id: 1, type: "polygon", points: ringPoints },
  { id: 3, category_id: 2, type: "polyline", points: boxPoints },
  { id: 4, category_id: 2, type: "point", points: [[10, 20]], attributes: { occluded: true } },
]
const cuboid = {
  id: 1,
  category_id: 1,
  type: "cuboid",
  position: { x: 12.5, y: -3, z: 0.9 },
  dimensions: { x: 4.2, y: 1.8, z: 1.6 },
  yaw: 0.3,
}
const area = { id: 1, category_id: 1 }
const drawing3d = {
  id: 2,
  category_id: 1,
  type: "polyline",
  points: [
    [1, 2, 0],
    [4, 2, 0],
  ],
}
const bitmap = { url: "https://labels.example.com/mask.png" }

const follow = (annotation: object) => ({ ...annotation, track_id: 1, is_keyframe: true })
const makeSequence = (annotation: object, frame: object = {}) => ({
  format_version: "0.2",
  frames: [
    { annotations: [follow(annotation)], ...frame },
    { annotations: [], ...frame },
  ],
})
const makeStill = (annotations: ReadonlyArray<object>, more: object = {}) => ({
  format_version: "0.1",
  annotations,
  ...more,
})

const cuboids = makeSequence(cuboid)

/** The attributes of a label for each task type. */
export const labelExamples = {
  bboxes: makeStill([box2d]),
  vector: makeStill(drawings2d),
  keypoints: makeStill(drawings2d.slice(3)),
  "image-vector-sequence": makeSequence(box2d),
  "segmentation-bitmap": makeStill([area], { segmentation_bitmap: bitmap }),
  "segmentation-bitmap-highres": makeStill([area], { segmentation_bitmap: bitmap }),
  "image-segmentation-sequence": makeSequence(area, { segmentation_bitmap: bitmap }),
  "pointcloud-cuboid": makeStill([cuboid]),
  "pointcloud-cuboid-sequence": cuboids,
  "pointcloud-vector": makeStill([drawing3d, cuboid]),
  "pointcloud-vector-sequence": makeSequence(drawing3d),
  "pointcloud-segmentation": makeStill([area], { point_annotations: [0, 1, 1] }),
  "pointcloud-segmentation-sequence": makeSequence(area, { point_annotations: [0, 1, 1] }),
  "multisensor-sequence": {
    sensors: [{ name: "lidar", task_type: "pointcloud-cuboid-sequence", attributes: cuboids }],
  },
} as const

export type LabeledTask = keyof typeof labelExamples

/** The rules that an example cannot show. */
const rules = `Ids are whole numbers above 0, unique in the label; category_id is one of the configuration.
Image coordinates are pixels of the sample's picture from its upper left corner. A bbox has its upper left and its lower right corner.
The pixels of a bitmap, and the numbers of point_annotations in the order of the points, are ids of annotations, and 0 for none.
Positions are centres; dimensions are length, width and height along the box; yaw is in radians, counterclockwise, 0 along x.
In a sequence, track_id is the same for one object in all frames, and an annotation that is no keyframe was interpolated.
attributes of an annotation, and image_attributes beside the annotations, hold values by the names of the configuration: texts, truth values, numbers, lists of texts.`

/** The form of labels of a task type, as an agent reads it. */
export const describeLabelFormat = (task: LabeledTask): string =>
  `The attributes of a label in a dataset of the task type ${task}, by example:\n${JSON.stringify(labelExamples[task])}\n\n${rules}`
