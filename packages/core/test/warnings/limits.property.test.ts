/** Whatever a label is: a verdict, or LabelTooLarge, and in either case soon. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Configuration } from "../../src/domain/Configuration.ts"
import { LabelTooLarge } from "../../src/domain/errors.ts"
import { checkLabel } from "../../src/warnings/checkLabel.ts"

const attribute = { input_type: "text" as const, is_track_level: true, synced_across_sensors: true }
const configuration: Configuration = {
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [
        { ...attribute, name: "a", is_mandatory: true },
        { name: "n", input_type: "number", min: "0", max: "5", step: "0.5" },
        { name: "s", input_type: "select", values: ["x", "y"], sensors: "2D" },
      ],
      link_attributes: [{ name: "l", input_type: "checkbox" }],
    },
  ],
  image_attributes: [{ name: "i", input_type: "multiselect", values: ["x"], is_mandatory: true }],
  warning_rules: [
    { name: "intersecting-cuboids" },
    { name: "cuboid-dimension-limits", min: { x: 1 }, max: { z: 2 } },
  ],
  quality_rules: [
    { name: "track-dimension-change" },
    { name: "track-rotation-jump" },
    { name: "track-displacement", max_distance: 1 },
    { name: "track-category-change" },
    { name: "duplicate-id" },
    { name: "minimum-points", attribute: "n", bands: [{ max_distance: 2, min: 3 }] },
    { name: "polygon-self-intersection" },
    { name: "shape-outside-image", width_attribute: "n", height: 5 },
    { name: "overlapping-boxes", max_iou: 0.1, across_categories: true },
    { name: "missing-joints" },
  ],
}

/** The keys that mean something, over values of any kind: nearly labels, which is where readers trip. */
const keys = [
  ..."frames sensors annotations links image_attributes attributes name task_type id category_id".split(" "),
  ..."track_id type position dimensions yaw rotation from_id to_id x y z qx qy qz qw a n s l i".split(" "),
  ..."constructor __proto__ length points".split(" "),
]
const scalar = FastCheck.oneof(
  FastCheck.constantFrom<unknown>(
    null,
    undefined,
    true,
    "",
    " ",
    "cuboid",
    "polygon",
    "bbox",
    "x",
    "pointcloud-cuboid-sequence",
  ),
  FastCheck.constantFrom<unknown>(
    0,
    -0,
    1,
    2,
    -1,
    1e308,
    -1e308,
    5e-324,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  FastCheck.string(),
  FastCheck.double(),
)
const { label: anyLabel } = FastCheck.letrec<{ label: unknown; node: unknown }>((tie) => ({
  node: FastCheck.oneof(
    { depthSize: "medium", withCrossShrink: true },
    scalar,
    FastCheck.array(tie("node"), { maxLength: 4 }),
    FastCheck.dictionary(FastCheck.constantFrom(...keys), tie("node"), { maxKeys: 8 }),
  ),
  label: tie("node"),
}))

/** A sound label of which one part is exchanged for something else. */
const cuboid = (id: number) => ({
  id,
  category_id: 1,
  track_id: id,
  type: "cuboid",
  position: { x: id, y: 0, z: 0 },
  dimensions: { x: 2, y: 2, z: 2 },
  yaw: 0,
  attributes: { a: "t", n: "1.5" },
})
const frame = {
  annotations: [cuboid(1), cuboid(2)],
  image_attributes: { i: ["x"] },
  links: [{ from_id: 1, to_id: 2 }],
}
const sensor = {
  name: "lidar",
  task_type: "pointcloud-cuboid-sequence",
  attributes: { frames: [frame, frame] },
}
const sound = {
  sensors: [sensor, { ...sensor, name: "camera", task_type: "image-vector-sequence" }],
  links: [],
}

const places = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === "object" && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, part]) => places(part, [...path, key]))]
    : [path]

const withPart = (value: unknown, [key, ...rest]: ReadonlyArray<string>, part: unknown): unknown => {
  if (key === undefined) return part
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === key ? withPart(one, rest, part) : one))
  const record = value as Record<string, unknown>
  return { ...record, [key]: withPart(record[key], rest, part) }
}
const damaged = FastCheck.tuple(FastCheck.constantFrom(...places(sound)), anyLabel).map(([path, part]) =>
  withPart(sound, path, part),
)

describe("a label of any kind", () => {
  it("gets a check result, and malformed parts are named by where they stand", async () => {
    const property = FastCheck.property(FastCheck.oneof(anyLabel, damaged), (label) => {
      const { counts, truncated, warnings } = checkLabel(label, configuration)
      assert.isFalse(truncated)
      assert.strictEqual(
        warnings.length,
        Object.values(counts).reduce((sum, count) => sum + count, 0),
      )
      for (const { message, rule } of warnings) {
        assert.isNotEmpty(message)
        if (rule === "malformed-label") assert.match(message, /^(\/[^ ]*)* must /)
      }
    })
    await checkProperty(property, 3000)
  }, 120_000)

  it("that no JSON can be, gets one too", () => {
    const cycle: Record<string, unknown> = { frames: [] }
    cycle.frames = [
      { annotations: [{ id: 1, category_id: 1, track_id: 1, attributes: { a: cycle } }] },
      cycle,
    ]
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const tracked = (a: unknown) => ({ annotations: [{ ...cuboid(1), attributes: { a } }] })
    const odd = [
      cycle,
      { frames: [tracked(deep), tracked(1n), tracked(() => 1)] },
      Symbol("label"),
      1n,
      () => 1,
    ]
    for (const label of odd) assert.isArray(checkLabel(label, configuration).warnings)
  })
})

const spread = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    id: index,
    category_id: 1,
    type: "cuboid",
    position: { x: 3 * (index % 450), y: 3 * Math.floor(index / 450), z: 0 },
    dimensions: { x: 1.5, y: 1, z: 1 },
    yaw: 0,
    attributes: { a: "t" },
    ...fields,
  }))

const tooLarge = (label: unknown): LabelTooLarge => {
  try {
    checkLabel(label, configuration)
  } catch (error) {
    assert.instanceOf(error, LabelTooLarge)
    return error
  }
  return assert.fail("checked")
}

describe("the limits", () => {
  it("are 200 000 cuboids a frame", () => {
    const image_attributes = { i: ["x"] }
    assert.deepStrictEqual(
      checkLabel({ annotations: spread(200_000), image_attributes }, configuration).warnings,
      [],
    )
    const error = tooLarge({ frames: [{ annotations: [] }, { annotations: spread(200_001) }] })
    assert.deepInclude({ ...error }, { what: "cuboids", limit: 200_000 })
  })

  it("are 10 000 frames, of one sensor", () => {
    const frames = Array.from({ length: 10_000 }, () => ({ annotations: [], image_attributes: { i: ["x"] } }))
    assert.deepStrictEqual(checkLabel({ frames }, configuration).warnings, [])
    const sensors = ["a", "b"].map((name) => ({
      name,
      task_type: "image-vector-sequence",
      attributes: { frames },
    }))
    assert.deepStrictEqual(checkLabel({ sensors }, configuration).warnings, [])
    assert.deepInclude({ ...tooLarge({ frames: [...frames, {}] }) }, { what: "frames", limit: 10_000 })
  })

  it("tell 10 000 warnings, and count all", () => {
    const annotations = spread(150_000, { id: 7, category_id: 2 })
    const { counts, truncated, warnings } = checkLabel({ annotations }, configuration)
    assert.lengthOf(warnings, 10_000)
    assert.isTrue(truncated)
    assert.deepInclude(counts, { "unknown-category": 150_000, "duplicate-annotation-id": 1 })
    assert.lengthOf(checkLabel({ annotations }, configuration, { maxWarnings: 3 }).warnings, 3)
  })

  it("hold for cuboids that all lie in one place: pairs are looked at up to a bound", () => {
    const position = { x: 1, y: 2, z: 3 }
    const { counts, truncated } = checkLabel({ annotations: spread(20_000, { position }) }, configuration)
    assert.isTrue(truncated)
    assert.isAtLeast(counts["intersecting-cuboids"] ?? 0, 10_000)
  })
})
