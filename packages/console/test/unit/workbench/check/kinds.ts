/** Labels of the kinds that the workbench edits, each with some warnings, and the configurations of their datasets. */

export interface Kind {
  readonly taskType: string
  readonly configuration: object
  readonly label: object
}

/** Stands for a number with more digits than a double has. */
export const manyDigits = "@1700000000123456789@"

const attributes = [
  { name: "plate", input_type: "text", is_mandatory: true },
  { name: "speed", input_type: "number", min: 0, max: 50, step: 0.5 },
  { name: "side", input_type: "select", values: ["left", "right"], is_track_level: true },
]
const categories = [
  { id: 1, name: "car", attributes },
  { id: 2, name: "truck", link_attributes: [{ name: "towed", input_type: "text", is_mandatory: true }] },
]
const flat = {
  categories,
  image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"], is_mandatory: true }],
  quality_rules: [
    { name: "polygon-self-intersection" },
    { name: "overlapping-boxes", max_iou: 0.1, across_categories: true },
    { name: "missing-joints" },
    { name: "duplicate-id" },
    { name: "track-category-change" },
  ],
}
const space = {
  categories,
  warning_rules: [
    { name: "intersecting-cuboids", excluded_categories: [] },
    { name: "cuboid-dimension-limits", categories: [1], min: { x: 3 }, max: { x: 5, z: 1.7 } },
  ],
  quality_rules: [
    { name: "duplicate-id" },
    { name: "track-category-change" },
    { name: "track-dimension-change" },
    { name: "track-rotation-jump" },
    { name: "track-displacement", max_distance: 4 },
  ],
}

const shape = (id: number, type: string, points: ReadonlyArray<ReadonlyArray<number>>) => ({
  id,
  track_id: id,
  category_id: 1 + (id % 2),
  type,
  points,
  attributes: { speed: id * 30, side: id > 1 ? "middle" : "left" },
})
const shapes = [
  shape(1, "bbox", [
    [10, 10],
    [60, 50],
  ]),
  shape(2, "bbox", [
    [15, 12],
    [62, 55],
  ]),
  shape(3, "polygon", [
    [0, 0],
    [30, 30],
    [30, 0],
    [0, 30.123456789],
  ]),
]
const cuboid = (id: number, x: number, frame = 0) => ({
  id: id + 10 * frame,
  track_id: id,
  category_id: 1 + (id % 2),
  type: "cuboid",
  position: { x: x + frame * 5, y: 0.1 + 0.2, z: 0.8 },
  dimensions: { x: 4.4 + frame, y: 1.9, z: 1.6 + id / 10 },
  yaw: id + frame,
  attributes: { speed: "80", side: frame === 0 ? "left" : "right" },
})
const cuboids = (frame = 0) => [cuboid(1, 0, frame), cuboid(2, 2, frame), cuboid(3, 30, frame)]
const links = [
  { from_id: 1, to_id: 2, attributes: {} },
  { from_id: 2, to_id: 99 },
]
const inFrames = (annotationsIn: (frame: number) => ReadonlyArray<object>) => ({
  format_version: "0.2",
  frames: [0, 1, 2].map((frame) => ({
    timestamp: manyDigits,
    annotations: annotationsIn(frame),
    links: frame === 1 ? links : [],
  })),
})

export const kinds: ReadonlyArray<Kind> = [
  { taskType: "bboxes", configuration: flat, label: { annotations: shapes.slice(0, 2), links } },
  {
    taskType: "vector",
    configuration: flat,
    label: { annotations: shapes, image_attributes: { weather: "snow" } },
  },
  { taskType: "image-vector-sequence", configuration: flat, label: inFrames(() => shapes) },
  {
    taskType: "segmentation-bitmap",
    configuration: flat,
    label: {
      annotations: [
        { id: 1, category_id: 1, attributes: {} },
        { id: 2, category_id: 7 },
      ],
      segmentation_bitmap: { url: null },
    },
  },
  { taskType: "pointcloud-cuboid", configuration: space, label: { annotations: cuboids(), links } },
  { taskType: "pointcloud-cuboid-sequence", configuration: space, label: inFrames(cuboids) },
  {
    taskType: "pointcloud-segmentation",
    configuration: { categories },
    label: {
      annotations: [
        { id: 1, category_id: 1 },
        { id: 2, category_id: 9 },
      ],
      point_annotations: [0, 1, 2],
    },
  },
  {
    taskType: "multisensor-sequence",
    configuration: space,
    label: {
      sensors: [
        { name: "lidar", task_type: "pointcloud-cuboid-sequence", attributes: inFrames(cuboids) },
        { name: "camera", task_type: "image-vector-sequence", attributes: inFrames(() => shapes) },
      ],
    },
  },
]

/** The text of a label with its long numbers. */
export const textOf = (label: unknown): string =>
  (JSON.stringify(label) ?? "null").replaceAll(/"@(\d+)@"/g, (_, digits: string) => digits)
