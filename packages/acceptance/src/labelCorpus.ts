/** A corpus of labels for each task type: sound ones, and the same with one value exchanged. Always the same. */

const attributes = { color: "red", occluded: true, points: 7, ratio: 0.5, tags: ["a", "b"], unset: null }
const object = { id: 1, category_id: 1, attributes }
const vector = { x: 1, y: 2.5, z: -3 }
const box = {
  ...object,
  type: "cuboid",
  position: vector,
  dimensions: vector,
  yaw: 0.25,
  rotation: { qx: 0, qy: 0, qz: 0, qw: 1 },
  velocity: { absolute: 1, relative: null },
}
const drawings = [
  {
    ...object,
    type: "bbox",
    points: [
      [1, 2],
      [30.5, 40.5],
    ],
  },
  {
    ...object,
    id: 2,
    type: "polygon",
    points: [
      [1, 2],
      [3, 4],
      [5, 0],
    ],
  },
  {
    ...object,
    id: 3,
    type: "polyline",
    points: [
      [1, 2],
      [3, 4],
    ],
  },
  { ...object, id: 4, type: "point", points: [[1, 2]] },
]
const line = {
  ...object,
  id: 2,
  type: "polyline",
  points: [
    [0, 0, 0],
    [1, 1, 0.5],
  ],
}
const links = [{ from_id: 1, to_id: 2, attributes, frames: [{ attributes }] }]
const common = { format_version: "0.1", image_attributes: attributes }
const bitmap = { url: "https://example.com/bitmap.png" }
const makeStill = (annotations, more = {}) => ({ ...common, annotations, ...more })
const makeFrames = (annotations, more = {}, top = {}) => ({
  format_version: "0.2",
  frames: [0, 1].map((index) => ({
    ...common,
    timestamp: 1_700_000_000 + index,
    annotations: annotations.map((one) => ({ ...one, track_id: 1, is_keyframe: index === 0 })),
    ...more,
  })),
  ...top,
})
const sequences = {
  "pointcloud-cuboid-sequence": makeFrames([box], {}, { links }),
  "pointcloud-vector-sequence": makeFrames([line, box], { links }, { links }),
  "pointcloud-segmentation-sequence": makeFrames([object], { point_annotations: [0, 1] }),
  "image-vector-sequence": makeFrames(drawings),
  "image-segmentation-sequence": makeFrames([object], { segmentation_bitmap: bitmap }),
}
const bases = {
  ...sequences,
  "segmentation-bitmap": makeStill([object], { segmentation_bitmap: bitmap }),
  "segmentation-bitmap-highres": makeStill([object], { segmentation_bitmap: bitmap }),
  bboxes: makeStill(drawings),
  vector: makeStill(drawings),
  keypoints: makeStill(drawings),
  "pointcloud-cuboid": makeStill([box], { links }),
  "pointcloud-segmentation": makeStill([object], { point_annotations: [0, 1, 1] }),
  "pointcloud-vector": makeStill([line, box], { links }),
  "multisensor-sequence": {
    sensors: Object.entries(sequences).map(([type, label]) => ({
      name: type,
      task_type: type,
      attributes: label,
    })),
    links,
  },
}
const others = [
  undefined,
  null,
  1.5,
  3,
  "x",
  "1",
  true,
  [],
  {},
  [1],
  ["a"],
  [["a"]],
  { a: 1 },
  1e19,
  -0,
  ["a", null],
]

/** So many labels of a task type. */
export const makeCorpus = (type, count) => {
  let seed = 7
  const pickNext = (below) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  return Array.from({ length: count }, (_, index) => {
    const label = structuredClone(bases[type])
    if (index === 0) return label
    const places = listPlaces(label)
    const [holder, key] = places[pickNext(places.length)]
    const other = others[pickNext(others.length)]
    if (other === undefined && !Array.isArray(holder)) delete holder[key]
    else holder[key] = other ?? null
    return label
  })
}

const listPlaces = (value) =>
  typeof value === "object" && value !== null
    ? Object.keys(value).flatMap((key) => [[value, key], ...listPlaces(value[key])])
    : []
