/** Labels of all eleven shapes: made at random, and one of each. */
import fc from "fast-check"

const value = fc.constantFrom<unknown>(
  "a",
  "b",
  "c",
  "",
  " ",
  null,
  true,
  3,
  1.5,
  ["a", "b"],
  ["b", "c", "a"],
  [],
  { x: 1 },
)
const attributes = fc.option(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.dictionary(fc.constantFrom("color", "kind", "note", "é\n"), value, { maxKeys: 3 }),
    },
    fc.constantFrom<unknown>(null, [], "x"),
  ),
  { nil: undefined },
)
const id = fc.integer({ min: 1, max: 6 })
const defined = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, item]) => item !== undefined))
/** Those of one name have one category, as a track has; some keys are missing, and they come in any order. */
const annotation = fc
  .record({ id, track: fc.boolean(), attributes })
  .map(({ attributes, id, track }) =>
    defined({ id, category_id: ((id * 2) % 5) + 1, track_id: track ? id : undefined, attributes }),
  )
  .chain((made) =>
    fc.shuffledSubarray(Object.entries(made), { minLength: 2 }).map((entries) => Object.fromEntries(entries)),
  )
const odd = fc.constantFrom<unknown>(null, 5, "}", [], { category_id: "1" }, {})
const annotations = fc.array(fc.oneof({ weight: 9, arbitrary: annotation }, odd), { maxLength: 5 })
const links = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.record({ from_id: id, to_id: id, attributes }).map(defined) }, odd),
  { maxLength: 3 },
)
const maybe = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined })
const points = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 })

const scene = fc
  .record({
    format_version: maybe(fc.constant("0.2")),
    annotations: maybe(annotations),
    image_attributes: attributes,
    links: maybe(links),
    point_annotations: maybe(points),
    timestamp: maybe(fc.constant("1700")),
  })
  .map(defined)
const sequence = fc
  .record({
    frames: fc.array(fc.oneof({ weight: 9, arbitrary: scene }, odd), { maxLength: 3 }),
    links: maybe(links),
  })
  .map(defined)
const sensor = fc.record({
  name: fc.constantFrom("lidar", "cam"),
  task_type: fc.constantFrom("pointcloud-cuboid-sequence", "image-vector-sequence"),
  attributes: fc.oneof({ weight: 5, arbitrary: sequence }, fc.constant([]), fc.constant(null)),
})
const multisensor = fc
  .record({ sensors: fc.array(sensor, { maxLength: 3 }), links: maybe(links) })
  .map(defined)

export const anyLabel: fc.Arbitrary<{ [key: string]: unknown }> = fc.oneof(scene, sequence, multisensor)

/** Texts with a timestamp beyond 2^53, odd spellings of numbers and escapes, which must all stay. */
const cuboid = (more: string) =>
  `{"id":1,"category_id":1,"type":"cuboid","position":{"x":1.0,"y":-0.0,"z":1e2},"attributes":{"color":"\\u0061","big":9007199254740993}${more}}`
const box = '{"id":1,"category_id":1,"type":"bbox","points":[[0.10,2]],"attributes":{"color":"a"}}'
const inFrames = (scene: string) => `{"frames":[{"timestamp":1700000000123456789,${scene}}]}`
const one = '{"id":1,"category_id":1,"attributes":{"color":"a"}}'

export const shapes: ReadonlyArray<readonly [shape: string, text: string]> = [
  [
    "image segmentation",
    `{"annotations":[${one}],"segmentation_bitmap":{"url":"u"},"image_attributes":{"weather":"a"}}`,
  ],
  ["image vector", `{"annotations":[${box}],"image_attributes":{"weather":"a"}}`],
  ["image sequence segmentation", inFrames(`"annotations":[${one}],"image_attributes":{"weather":"a"}`)],
  ["image sequence vector", inFrames(`"annotations":[${box}],"image_attributes":{"weather":"a"}`)],
  [
    "point cloud segmentation",
    `{"annotations":[${one}],"point_annotations":[0,1,1,0],"image_attributes":{"weather":"a"}}`,
  ],
  [
    "point cloud cuboid",
    `{"annotations":[${cuboid("")}],"links":[{"from_id":1,"to_id":1,"attributes":{"near":"a"}}],"image_attributes":{"weather":"a"}}`,
  ],
  [
    "point cloud vector",
    `{"annotations":[${box}],"links":[{"from_id":1,"to_id":1,"attributes":{"near":"a"}}],"image_attributes":{"weather":"a"}}`,
  ],
  [
    "point cloud sequence segmentation",
    inFrames(`"annotations":[${one}],"point_annotations":[1],"image_attributes":{"weather":"a"}`),
  ],
  [
    "point cloud sequence cuboid",
    `{"frames":[{"annotations":[${cuboid(',"track_id":1,"is_keyframe":true')}],"image_attributes":{"weather":"a"}}],"links":[{"from_id":1,"to_id":1,"attributes":{"near":"a"}}]}`,
  ],
  [
    "point cloud sequence vector",
    inFrames(
      `"annotations":[${box}],"links":[{"from_id":1,"to_id":1,"attributes":{"near":"a"}}],"image_attributes":{"weather":"a"}`,
    ),
  ],
  [
    "multi-sensor",
    `{"sensors":[{"name":"l","task_type":"pointcloud-cuboid-sequence","attributes":${inFrames(`"annotations":[${cuboid("")}],"image_attributes":{"weather":"a"}`)}},{"name":"c","task_type":"image-vector-sequence","attributes":[]}],"links":[{"from_id":1,"to_id":1,"attributes":{"near":"a"}}]}`,
  ],
]

/** Shapes that have links. */
export const linked = (text: string) => text.includes('"links"')
