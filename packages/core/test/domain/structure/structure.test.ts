/** The structure of labels: what the contract's shapes take, and what they do not. */
import { checkStructure, TaskType } from "@annotary/core/effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { checkAnchor } from "../../../src/domain/structure/issueAnchor.ts"
import { changed, labels } from "./labels.ts"

const types = TaskType.literals

describe.each(types)("a label of a %s dataset", (type) => {
  it("is accepted when its SDK reads it, with whatever stands beside", () => {
    fc.assert(
      fc.property(labels[type], (label) => {
        assert.deepStrictEqual(checkStructure(JSON.parse(JSON.stringify(label)), type), [])
      }),
      { numRuns: 60 },
    )
  })

  it("is checked without an exception, whatever it is, and found wrong with pointers into it", () => {
    fc.assert(
      fc.property(labels[type].chain(changed), (label) => {
        for (const { message, pointer } of checkStructure(label, type)) {
          assert.match(pointer, /^(\/(\w+|\*))*$/)
          assert.match(message, /^(must be|is required)/)
        }
      }),
      { numRuns: 60 },
    )
    for (const odd of [5, "x", [], [[]], true]) assert.isNotEmpty(checkStructure(odd, type))
    for (const nothing of [null, {}]) assert.deepStrictEqual(checkStructure(nothing, type), [])
  })

  it("may have no objects yet", () => {
    for (const label of [{ annotations: [] }, { frames: [] }, { frames: [{ annotations: [] }] }])
      assert.deepStrictEqual(checkStructure({ ...label, format_version: "0.1" }, type), [])
  })
})

const bbox = {
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [0, 0],
    [1, 1],
  ],
}
const cuboid = {
  id: 1,
  category_id: 1,
  type: "cuboid",
  position: { x: 0, y: 0, z: 0 },
  dimensions: { x: 1, y: 1, z: 1 },
  yaw: 0,
}
const of = (annotation: object) => ({ annotations: [annotation] })
const first = "/annotations/0"

describe("a label is refused", () => {
  const cases: ReadonlyArray<readonly [why: string, TaskType, unknown, ...pointers: ReadonlyArray<string>]> =
    [
      ["a bbox of one point", "bboxes", of({ ...bbox, points: [[0, 0]] }), `${first}/points`],
      [
        "a bbox of three points",
        "vector",
        of({
          ...bbox,
          points: [
            [0, 0],
            [1, 1],
            [2, 2],
          ],
        }),
        `${first}/points`,
      ],
      ["a polygon of two", "vector", of({ ...bbox, type: "polygon" }), `${first}/points`],
      ["a cuboid among bboxes", "bboxes", of(cuboid), `${first}/type`],
      ["a bbox among cuboids", "pointcloud-cuboid", of(bbox), `${first}/type`],
      ["an id that is text", "vector", of({ ...bbox, id: "1" }), `${first}/id`],
      ["an id with a fraction", "vector", of({ ...bbox, id: 1.5 }), `${first}/id`],
      [
        "a point of text",
        "vector",
        of({
          ...bbox,
          points: [
            [0, "1"],
            [1, 1],
          ],
        }),
        `${first}/points/0`,
      ],
      [
        "an infinite point",
        "vector",
        of({
          ...bbox,
          points: [
            [0, Number.POSITIVE_INFINITY],
            [1, 1],
          ],
        }),
        `${first}/points/0`,
      ],
      [
        "a third coordinate in an image",
        "vector",
        of({
          ...bbox,
          points: [
            [0, 0, 0],
            [1, 1],
          ],
        }),
        `${first}/points/0`,
      ],
      [
        "an object as attribute",
        "vector",
        of({ ...bbox, attributes: { a: { x: 1 } } }),
        `${first}/attributes/a`,
      ],
      [
        "numbers in a list",
        "vector",
        of({ ...bbox, attributes: { "not found": [1] } }),
        `${first}/attributes/*`,
      ],
      ["no yaw", "pointcloud-cuboid", of({ ...cuboid, yaw: undefined }), `${first}/yaw`],
      [
        "a rotation of two",
        "pointcloud-cuboid",
        of({ ...cuboid, rotation: { qx: 0, qy: 0 } }),
        `${first}/rotation/qz`,
        `${first}/rotation/qw`,
      ],
      [
        "a link to text",
        "pointcloud-cuboid",
        { annotations: [], links: [{ from_id: 1, to_id: "2" }] },
        "/links/0/to_id",
      ],
      [
        "objects without a bitmap",
        "segmentation-bitmap",
        of({ id: 1, category_id: 1 }),
        "/segmentation_bitmap",
      ],
      ["no track", "image-vector-sequence", { frames: [of(bbox)] }, `/frames/0${first}/track_id`],
      ["no frames", "pointcloud-cuboid-sequence", of(cuboid), "/frames"],
      [
        "a sensor without attributes",
        "multisensor-sequence",
        { sensors: [{ name: "a", task_type: "image-vector-sequence", attributes: null }] },
        "/sensors/0/attributes",
      ],
      [
        "a sensor of another kind",
        "multisensor-sequence",
        { sensors: [{ name: "a", task_type: "vector", attributes: [] }] },
        "/sensors/0/task_type",
      ],
      ["no object", "vector", { annotations: [5] }, first],
      ["no list", "vector", { annotations: { 0: bbox } }, "/annotations"],
    ]
  it.each(cases.map(([why, ...rest]) => [why, rest] as const))(
    "for %s",
    (_why, [type, label, ...pointers]) => {
      assert.deepStrictEqual(
        checkStructure(label, type).map(({ pointer }) => pointer),
        pointers,
      )
    },
  )

  it("with a hundred violations at most, soon", () => {
    const many = { annotations: Array.from({ length: 100_000 }, () => ({ ...bbox, id: "x", points: [] })) }
    assert.lengthOf(checkStructure(many, "vector"), 100)
  })
})

describe("the anchor of an issue", () => {
  it("is one of the four kinds, whole", () => {
    for (const good of [
      { type: "basic" },
      { type: "basic", sensor: "Lidar", frame: 3, extra: [1] },
      { type: "track", trackNumber: 4, trackAttribute: null },
      { type: "sceneAttribute", sceneAttribute: "weather", sensor: null },
      { type: "location", location: { type: "2d", x: 1, y: 2 }, sensor: "Lidar" },
      { type: "location", location: { type: "3d", x: 1, y: 2, z: 3 } },
    ])
      assert.deepStrictEqual(checkAnchor(good), [])
    const wrong: ReadonlyArray<readonly [object, ...pointers: ReadonlyArray<string>]> = [
      [{}, "/type"],
      [{ type: "spot" }, "/type"],
      [{ type: "track" }, "/trackNumber"],
      [{ type: "location" }, "/location"],
      [{ type: "location", location: { type: "2d" } }, "/location/x", "/location/y"],
      [{ type: "location", location: { type: "3d", x: 1 } }, "/location/y", "/location/z"],
      [{ type: "basic", frame: 1.5, sensor: 3 }, "/sensor", "/frame"],
      [{ type: "sceneAttribute" }, "/sceneAttribute"],
    ]
    for (const [anchor, ...pointers] of wrong)
      assert.deepStrictEqual(
        checkAnchor(anchor).map(({ pointer }) => pointer),
        pointers,
      )
  })
})
