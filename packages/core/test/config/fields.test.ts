/** Every field of the format's tables is held to what the table of fields says of it. */
import { checkConfiguration, type TaskType, toJsonText } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import {
  fields,
  inAttribute,
  inCategory,
  inImage,
  inLink,
  intersecting,
  type Json,
  limits,
  type Place,
  select,
} from "./fieldTable.ts"
import { qualityFields } from "./qualityFields.ts"

const pointersOf = (list: ReadonlyArray<{ readonly pointer: string }>) => [
  ...new Set(list.map(({ pointer }) => pointer)),
]
const checked = (configuration: Json, taskType: TaskType = "multisensor-sequence") => {
  const { advice, errors } = checkConfiguration(toJsonText(configuration), 1024 * 1024, taskType)
  return { advice: pointersOf(advice), errors: pointersOf(errors) }
}
const said = (value: unknown) => JSON.stringify(value)

/** `/1/id` of a category speaks of the next one. */
const whole = (at: Place, pointer: string) =>
  at === inCategory && pointer.startsWith("/1/") ? `/categories${pointer}` : `${at.pointer}${pointer}`

describe.each(
  [...fields, ...qualityFields].map(
    (field) => [`${field.at.pointer}/${field.key}`, said(field.at.object), field] as const,
  ),
)("%s of %s", (_place, _object, { at, key, odd = [], required, told = [], valid, wrong }) => {
  /** What is odd about the object without the field is not said of the field. */
  const before = new Set(checked(at.around(at.object)).advice)
  const having = (value: unknown) => {
    const { advice, errors } = checked(at.around({ ...at.object, [key]: value }))
    return { advice: advice.filter((pointer) => !before.has(pointer)), errors }
  }

  it("may hold what it is for", () => {
    for (const value of valid) assert.deepStrictEqual(having(value), { advice: [], errors: [] }, said(value))
  })

  it(required === true ? "must be there" : "may be left out", () => {
    const { [key]: _, ...rest } = at.object
    if (required === true) assert.deepStrictEqual(checked(at.around(rest)).errors, [`${at.pointer}/${key}`])
    else if (key !== "input_type") assert.deepStrictEqual(checked(at.around(rest)).errors, [])
  })

  it("is complained of where it is wrong", () => {
    for (const value of wrong)
      assert.deepStrictEqual(having(value), { advice: [], errors: [`${at.pointer}/${key}`] }, said(value))
    for (const [value, ...pointers] of told)
      assert.deepStrictEqual(
        having(value).errors.toSorted(),
        pointers.map((pointer) => whole(at, pointer)),
        said(value),
      )
  })

  it("is kept with an advice where it is odd", () => {
    for (const [value, ...pointers] of odd) {
      const expected = { advice: pointers.map((pointer) => whole(at, pointer)), errors: [] }
      assert.deepStrictEqual(having(value), expected, said(value))
    }
  })
})

describe("a key that only another kind of dataset uses", () => {
  const kinds: ReadonlyArray<
    readonly [key: string, value: unknown, at: Place, without: TaskType, having: TaskType]
  > = [
    ["is_track_level", true, inAttribute(select), "vector", "image-vector-sequence"],
    ["applies_to_later_frames", true, inAttribute(select), "vector", "image-vector-sequence"],
    [
      "synced_across_sensors",
      false,
      inAttribute(select),
      "pointcloud-cuboid-sequence",
      "multisensor-sequence",
    ],
    ["sensors", "2D", inImage(select), "pointcloud-cuboid", "multisensor-sequence"],
    ["sensor_filter", "all", inLink(select), "image-vector-sequence", "multisensor-sequence"],
    ["dimensions", { x: 1 }, inCategory, "pointcloud-vector", "pointcloud-cuboid"],
  ]
  it.each(kinds)("%s: advice, and none where it is null", (key, value, at, without, having) => {
    const configuration = at.around({ ...at.object, [key]: value })
    assert.deepStrictEqual(checked(configuration, without), { advice: [`${at.pointer}/${key}`], errors: [] })
    assert.deepStrictEqual(checked(configuration, having), { advice: [], errors: [] })
    const unset = at.around({ ...at.object, [key]: null })
    assert.deepStrictEqual(checked(unset, without), { advice: [], errors: [] })
  })
})

describe("what the Python SDK sends", () => {
  it("is taken: floats for numeric text, null for empty text, its own names", () => {
    const sent = {
      format_version: "0.1",
      categories: [
        {
          name: "car",
          id: 1,
          color: [0, 113, 188, 255],
          has_instances: true,
          attributes: [
            {
              name: "wheels",
              is_mandatory: null,
              is_track_level: null,
              sensor_filter: "3D",
              synced_across_sensors: null,
              input_type: "number",
              default_value: 4.0,
              min: 0.0,
              max: 12.0,
              step: null,
            },
            { name: "parked", input_type: "checkbox", default_value: false, is_mandatory: null },
            { name: "make", input_type: "select", values: ["a"], default_value: null, is_mandatory: false },
            { name: "colors", input_type: "multiselect", values: ["red"], default_value: "red" },
          ],
          dimensions: { x: 4.0, y: null, z: 1.5 },
          link_attributes: [{ name: "near", input_type: "text", default_value: null, is_track_level: true }],
          link_category_restrictions: [],
          lock_dimensions: true,
        },
      ],
      image_attributes: null,
      warning_rules: [
        { name: intersecting, excluded_categories: null, excluded_set_of_categories: [1] },
        { name: limits, categories: null, min: { x: 1.0, y: null, z: null }, max: null },
      ],
      circle_radius: 50,
    }
    assert.deepStrictEqual(checked(sent), { advice: [], errors: [] })
  })
})
