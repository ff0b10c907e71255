/** Where the rules of `quality_rules` stand, what they leave out, and what their warnings say. */
import { assert, describe, it } from "@effect/vitest"
import type { ExactShape } from "../../../src/domain/exactShape/ExactShape.ts"
import { toContract } from "../../../src/domain/exactShape/toContract.ts"
import type { QualityRule } from "../../../src/domain/QualityRule.ts"
import { checkLabel } from "../../../src/warnings/checkLabel.ts"

const categories = [
  { id: 1, name: "car" },
  { id: 2, name: "person" },
]

const check = (label: object, ...quality_rules: ReadonlyArray<QualityRule>) =>
  checkLabel(label, { categories, quality_rules })

const cuboid = (id: number, fields: object = {}) => ({
  id,
  track_id: id,
  category_id: 1,
  type: "cuboid",
  position: { x: 0, y: 0, z: 0 },
  dimensions: { x: 4, y: 2, z: 2 },
  yaw: 0,
  ...fields,
})

const frames = (...all: ReadonlyArray<ReadonlyArray<object>>) => ({
  frames: all.map((annotations) => ({ annotations })),
})

const drawing = (type: string, ...points: ReadonlyArray<readonly [number, number]>) => ({
  id: 1,
  category_id: 1,
  type,
  points,
})

describe("quality rules", () => {
  it("are off unless they are configured", () => {
    const label = frames([cuboid(1), cuboid(1)], [cuboid(1, { category_id: 2, yaw: 3 })])
    const rules = checkLabel(label, { categories }).warnings.map(({ rule }) => rule)
    assert.deepStrictEqual(rules, ["duplicate-annotation-id"])
  })

  it("say the rule, its place in the list, the frame, the sensor, the ids, and both numbers", () => {
    const sequence = frames([cuboid(1)], [cuboid(1, { yaw: Math.PI / 2 })])
    const label = {
      sensors: [{ name: "lidar", task_type: "pointcloud-cuboid-sequence", attributes: sequence }],
    }
    const { counts, warnings } = check(label, { name: "duplicate-id" }, { name: "track-rotation-jump" })
    assert.deepStrictEqual(counts, { "track-rotation-jump": 1 })
    assert.deepStrictEqual(warnings, [
      {
        rule: "track-rotation-jump",
        ruleIndex: 1,
        message: "Track 1 turns by 90° between two frames, more than the limit of 30°.",
        frame: 1,
        sensor: "lidar",
        annotationIds: [1],
        trackIds: [1],
        attribute: null,
        measured: 90,
        limit: 30,
      },
    ])
  })

  it("are about the listed categories, without the excluded ones", () => {
    const label = frames(
      [cuboid(1, { position: { x: 0, y: 0, z: 0 } })],
      [cuboid(1, { position: { x: 9, y: 0, z: 0 } })],
    )
    const rule = { name: "track-displacement", max_distance: 1 } as const
    assert.lengthOf(check(label, rule).warnings, 1)
    assert.lengthOf(check(label, { ...rule, categories: [1] }).warnings, 1)
    assert.lengthOf(check(label, { ...rule, categories: [2] }).warnings, 0)
    assert.lengthOf(check(label, { ...rule, excluded_categories: [1] }).warnings, 0)
    assert.lengthOf(check(label, { ...rule, categories: [] }).warnings, 1)
  })

  it("turn yaw the short way round, also from one end of its range to the other", () => {
    const label = frames([cuboid(1, { yaw: 3.1 })], [cuboid(1, { yaw: -3.1 })])
    const [warning] = check(label, { name: "track-rotation-jump", max_degrees: 1 }).warnings
    assert.closeTo(warning?.measured ?? 0, ((2 * Math.PI - 6.2) * 180) / Math.PI, 1e-9)
  })

  it("compare rotations only of frames that follow each other, and distances per frame that passed", () => {
    const label = frames([cuboid(1)], [], [cuboid(1, { yaw: 2, position: { x: 8, y: 0, z: 0 } })])
    assert.deepStrictEqual(check(label, { name: "track-rotation-jump" }).warnings, [])
    const [warning] = check(label, { name: "track-displacement", max_distance: 3 }).warnings
    assert.deepInclude(warning, { frame: 2, measured: 4, limit: 3 })
  })

  it("move shapes of images by the centers of their boxes, in pixels", () => {
    const at = (x: number) => ({ ...drawing("polygon", [x, 0], [x + 2, 0], [x, 2]), track_id: 1 })
    const [warning] = check(frames([at(0)], [at(30)]), {
      name: "track-displacement",
      max_distance: 3,
    }).warnings
    assert.strictEqual(warning?.measured, 30)
  })

  it("leave out cuboids that are degenerate, and annotations without the number of points", () => {
    const label = frames([cuboid(1)], [cuboid(1, { dimensions: { x: 0, y: 2, z: 2 }, yaw: 2 })])
    const found = check(
      label,
      { name: "track-dimension-change" },
      { name: "track-rotation-jump" },
      { name: "minimum-points", attribute: "n", min: 5 },
    )
    assert.deepStrictEqual(Object.keys(found.counts), ["degenerate-cuboid"])
  })

  it("take numbers of points as decimal text as well", () => {
    const label = { annotations: [cuboid(1, { attributes: { n: "3" } })] }
    const [warning] = check(label, { name: "minimum-points", attribute: "n", min: 5 }).warnings
    assert.deepInclude(warning, { attribute: "n", measured: 3, limit: 5 })
  })

  it("take the size of an image from its attributes, and leave out images without them", () => {
    const rule = {
      name: "shape-outside-image",
      width_attribute: "w",
      height_attribute: "h",
    } as const
    const annotations = [drawing("bbox", [-1, 0], [12, 5])]
    const [warning] = check({ annotations, image_attributes: { w: 10, h: "5" } }, rule).warnings
    assert.deepInclude(warning, { measured: 2, limit: 0 })
    assert.deepStrictEqual(check({ annotations, image_attributes: { w: 10 } }, rule).warnings, [])
  })

  it("see polygons that cross, touch or fold back, and none in a closed ring that repeats its first point", () => {
    const crossing = (...points: ReadonlyArray<readonly [number, number]>) =>
      check({ annotations: [drawing("polygon", ...points)] }, { name: "polygon-self-intersection" }).warnings
        .length
    assert.strictEqual(crossing([0, 0], [4, 0], [4, 4], [0, 4]), 0)
    assert.strictEqual(crossing([0, 0], [4, 0], [4, 4], [0, 4], [0, 0]), 0)
    assert.strictEqual(crossing([0, 0], [4, 4], [4, 0], [0, 4]), 1)
    assert.strictEqual(crossing([0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 2]), 1)
    assert.strictEqual(crossing([0, 0], [4, 0], [2, 0], [2, 4]), 1)
  })

  it("see each ring of an object of several polygons, not the lines that join them", () => {
    const square = (x: number, y: number, side: number): ReadonlyArray<readonly [number, number]> => [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ]
    const crossed = [
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
    ] as const
    const warningsOf = (shape: ExactShape) =>
      check(
        { annotations: [{ ...drawing("polygon"), ...toContract(shape), shape }] },
        { name: "polygon-self-intersection" },
      ).warnings.map(({ message }) => message)
    const parts = [[square(0, 0, 10), square(2, 2, 4)], [square(20, 20, 5)]]
    assert.deepStrictEqual(warningsOf({ type: "multipolygon", polygons: parts }), [])
    assert.deepStrictEqual(warningsOf({ type: "multipolygon", polygons: [...parts, [crossed]] }), [
      "Ring 0 of part 2 of polygon 1 crosses or touches itself at its edges 0 and 2.",
    ])
    assert.deepStrictEqual(warningsOf({ type: "multipolygon", polygons: [[crossed]], pixels: true }), [])
    assert.deepStrictEqual(warningsOf({ type: "rotated_box", center: [5, 5], size: [4, 2], angle: 1 }), [])
  })

  it("measure an ellipse by its outline, and a skeleton by the joints that are labeled", () => {
    const beyond = (shape: ExactShape) =>
      check(
        { annotations: [{ ...drawing("polygon"), ...toContract(shape), shape }] },
        { name: "shape-outside-image", width: 100, height: 100 },
      ).warnings.map(({ measured }) => measured)
    const ellipse = { type: "ellipse", center: [50, 50], radii: [60, 10] } as const
    assert.closeTo(
      Number(beyond({ ...ellipse, angle: 0.3 })[0]),
      Math.hypot(60 * Math.cos(0.3), 10 * Math.sin(0.3)) - 50,
      1e-9,
    )
    assert.deepStrictEqual(beyond({ ...ellipse, radii: [50, 10], angle: 0 }), [])
    const joints = [
      { name: "a", x: 5, y: 5, visibility: 2 },
      { name: "b", x: null, y: null, visibility: 0 },
      { name: "c", x: 130, y: 5, visibility: 1 },
    ] as const
    assert.deepStrictEqual(beyond({ type: "skeleton", joints }), [30])
    assert.deepStrictEqual(beyond({ type: "skeleton", joints: joints.slice(0, 2) }), [])
  })

  it("compare boxes across categories only where that is configured", () => {
    const box = { ...drawing("bbox", [0, 0], [10, 10]) }
    const label = { annotations: [box, { ...box, id: 2, category_id: 2 }] }
    assert.deepStrictEqual(check(label, { name: "overlapping-boxes" }).warnings, [])
    const [warning] = check(label, { name: "overlapping-boxes", across_categories: true }).warnings
    assert.deepInclude(warning, { annotationIds: [1, 2], measured: 1, limit: 0.9 })
  })

  it("end with a result that may be incomplete where the work has no bound", () => {
    const star = Array.from({ length: 60_000 }, (_, i): readonly [number, number] => [
      1000 * (i % 2),
      i < 30_000 ? i : 60_000 - i + 1e6,
    ])
    const label = { annotations: [drawing("polygon", ...star)] }
    const rules = Array.from({ length: 50 }, () => ({ name: "polygon-self-intersection" }) as const)
    assert.isTrue(check(label, ...rules).truncated)
    const boxes = Array.from({ length: 30_000 }, (_, id) => ({ ...drawing("bbox", [0, 0], [9, 9]), id }))
    assert.isTrue(check({ annotations: boxes }, { name: "overlapping-boxes" }).truncated)
  }, 20_000)
})
