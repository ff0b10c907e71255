/** The same rules in every one of the eleven shapes that labels have, each warning at its frame and sensor. */
import { assert, describe, it } from "@effect/vitest"
import type { CheckResult } from "../../src/domain/CheckResult.ts"
import type { Configuration } from "../../src/domain/Configuration.ts"
import { checkLabel } from "../../src/warnings/checkLabel.ts"

const configuration: Configuration = {
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [
        { name: "colour", input_type: "text", is_mandatory: true },
        { name: "plate", input_type: "text", is_track_level: true },
        { name: "make", input_type: "text", synced_across_sensors: true },
        { name: "points", input_type: "number", is_mandatory: true, sensors: "3D" },
      ],
      link_attributes: [{ name: "kind", input_type: "select", values: ["tows"], is_mandatory: true }],
    },
  ],
  image_attributes: [{ name: "weather", input_type: "text", is_mandatory: true }],
  warning_rules: [{ name: "intersecting-cuboids" }, { name: "cuboid-dimension-limits", max: { z: 5 } }],
}

const good = { colour: "red", points: 5 }
const annotation = (id: number, fields: object = {}) => ({ id, category_id: 1, attributes: good, ...fields })
const cuboid = (id: number, x: number, fields: object = {}) =>
  annotation(id, {
    type: "cuboid",
    position: { x, y: 0, z: 0 },
    dimensions: { x: 2, y: 2, z: 2 },
    yaw: 0,
    ...fields,
  })
const bbox = (id: number, fields: object = {}) =>
  annotation(id, {
    type: "bbox",
    points: [
      [0, 0],
      [1, 1],
    ],
    ...fields,
  })
const image_attributes = { weather: "sun" }

/** What was found, in short: `frame sensor rule attribute ids`. */
const short = ({ warnings }: CheckResult): ReadonlyArray<string> =>
  warnings.map(({ annotationIds, attribute, frame, rule, sensor }) =>
    [frame ?? "-", sensor ?? "-", rule, attribute ?? "-", annotationIds.join("+")].join(" "),
  )
const check = (label: unknown) => short(checkLabel(label, configuration))

const bare = (id: number) => ({ id, category_id: 1, attributes: { points: 1 } })
const bitmap = { url: "https://example.org/a.png" }

describe("a label of one scene", () => {
  it.each([
    ["image segmentation", { segmentation_bitmap: bitmap }, annotation],
    ["image vector", {}, bbox],
    ["point cloud segmentation", { point_annotations: [0, 1, 2] }, annotation],
    ["point cloud vector", {}, (id: number) => annotation(id, { type: "polygon", points: [[0, 0, 0]] })],
  ])("%s", (_shape, fields, sound) => {
    const annotations = [sound(1), sound(2), { ...bare(3) }, { ...sound(4), category_id: 8 }, sound(2)]
    assert.deepStrictEqual(check({ ...fields, annotations, image_attributes: {} }), [
      "- - mandatory-attribute weather ",
      "- - mandatory-attribute colour 3",
      "- - unknown-category - 4",
      "- - duplicate-annotation-id - 2",
    ])
    assert.deepStrictEqual(check({ ...fields, annotations: [sound(1)], image_attributes }), [])
  })

  it("point cloud cuboid", () => {
    const annotations = [cuboid(1, 0), cuboid(2, 1), cuboid(3, 9, { dimensions: { x: 1, y: 1, z: 6 } })]
    const flat = cuboid(4, 9, { dimensions: { x: 0, y: 1, z: 1 } })
    const links = [
      { from_id: 1, to_id: 2 },
      { from_id: 1, to_id: 77, attributes: { kind: "tows" } },
    ]
    assert.deepStrictEqual(check({ annotations: [...annotations, flat], links, image_attributes }), [
      "- - intersecting-cuboids - 1+2",
      "- - cuboid-dimension-limits z 3",
      "- - degenerate-cuboid - 4",
      "- - mandatory-attribute kind 1+2",
      "- - missing-link-end - 1+77",
    ])
  })
})

const onTrack = (one: object, track_id: number) => ({ ...one, track_id, is_keyframe: true })
const named = (one: { readonly attributes: object }, attributes: object) => ({
  ...one,
  attributes: { ...one.attributes, ...attributes },
})

describe("a sequence", () => {
  it.each([
    ["image sequence segmentation", { segmentation_bitmap: bitmap, timestamp: 1 }, annotation],
    ["image sequence vector", { timestamp: "1" }, bbox],
    ["point cloud sequence segmentation", { point_annotations: [] }, annotation],
    [
      "point cloud sequence vector",
      {},
      (id: number) => annotation(id, { type: "point", points: [[0, 0, 0]] }),
    ],
  ])("%s", (_shape, fields, sound) => {
    const frames = [
      { ...fields, annotations: [onTrack(named(sound(1), { plate: "A" }), 7)], image_attributes },
      { ...fields, annotations: [onTrack(sound(1), 7), onTrack(bare(2), 8)], image_attributes },
      { ...fields, annotations: [onTrack(named(sound(5), { plate: "B" }), 7)] },
    ]
    assert.deepStrictEqual(check({ frames, format_version: "0.2" }), [
      "1 - mandatory-attribute colour 2",
      "2 - mandatory-attribute weather ",
      "2 - track-attribute plate 1+5",
    ])
  })

  it("point cloud sequence cuboid, with links above its frames", () => {
    const frames = [
      { annotations: [onTrack(cuboid(1, 0), 1), onTrack(cuboid(2, 5), 2)], image_attributes },
      { annotations: [onTrack(cuboid(1, 0), 1), onTrack(cuboid(2, 1), 2)], image_attributes },
    ]
    const links = [
      { from_id: 1, to_id: 2 },
      { from_id: 9, to_id: 2 },
    ]
    assert.deepStrictEqual(check({ frames, links }), [
      "- - mandatory-attribute kind 1+2",
      "- - missing-link-end - 9+2",
      "1 - intersecting-cuboids - 1+2",
    ])
  })
})

describe("a label of many sensors", () => {
  it("is checked sensor by sensor, and across them", () => {
    const lidar = [
      {
        annotations: [onTrack(named(cuboid(1, 0), { make: "V" }), 1), onTrack(cuboid(2, 1), 2)],
        image_attributes,
      },
      { annotations: [onTrack(cuboid(1, 0), 1)], image_attributes },
    ]
    const camera = [
      { annotations: [onTrack(named(bbox(1), { make: "W", points: undefined }), 1)], image_attributes },
      { annotations: [onTrack(bare(3), 3)] },
    ]
    const label = {
      sensors: [
        { name: "lidar", task_type: "pointcloud-cuboid-sequence", attributes: { frames: lidar } },
        { name: "camera", task_type: "image-vector-sequence", attributes: { frames: camera } },
        { name: "rear", task_type: "image-segmentation-sequence", attributes: [] },
      ],
      links: [{ from_id: 1, to_id: 3, attributes: { kind: "tows" } }],
    }
    assert.deepStrictEqual(check(label), [
      "0 lidar intersecting-cuboids - 1+2",
      "0 camera sensor-attribute make 1",
      "1 camera mandatory-attribute weather ",
      "1 camera mandatory-attribute colour 3",
    ])
  })

  it("that is malformed in parts is checked in the others", () => {
    const frames = [{ annotations: [onTrack(bbox(1), 1)], image_attributes }]
    const label = {
      sensors: [
        { name: "a", task_type: "image-vector-sequence", attributes: null },
        { task_type: "image-vector-sequence", attributes: { frames } },
        {
          name: "c",
          task_type: "image-vector-sequence",
          attributes: { frames: [{ annotations: {} }, ...frames] },
        },
      ],
    }
    const { warnings } = checkLabel(label, configuration)
    const malformed = warnings.filter(({ rule }) => rule === "malformed-label")
    assert.deepStrictEqual(
      malformed.map(({ message, sensor }) => `${sensor}: ${message}`),
      [
        "null: /sensors/1/name must be text.",
        "a: /sensors/0/attributes must be an object.",
        "c: /sensors/2/attributes/frames/0/annotations must be an array.",
      ],
    )
  })
})
