/** The check of a configuration: every violation where it is, what is odd apart from it, nothing else refused. */
import { castToJsonText, checkConfiguration, toJsonText } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"

const limit = 1024 * 1024
const check = (value: unknown, taskType?: Parameters<typeof checkConfiguration>[2]) =>
  checkConfiguration(toJsonText(value), limit, taskType)

const errorsOf = (value: unknown) =>
  check(value).errors.map(({ pointer, message }) => `${pointer}: ${message}`)
const pointersOf = (value: unknown) => check(value).errors.map(({ pointer }) => pointer)
const adviceOf = (value: unknown, taskType?: Parameters<typeof checkConfiguration>[2]) =>
  check(value, taskType).advice.map(({ pointer }) => pointer)

const withAttribute = (attribute: object) => ({
  categories: [{ id: 1, name: "car", attributes: [{ name: "a", ...attribute }] }],
})
const attributeErrors = (attribute: object) =>
  errorsOf(withAttribute(attribute)).map((error) => error.replace("/categories/0/attributes/0", ""))

const full = {
  format_version: 0.2,
  categories: [
    {
      id: 1,
      name: "car",
      color: [255, 0, 12],
      has_instances: true,
      attributes: [
        { name: "make", input_type: "select", values: ["a", "b"], default_value: "a", is_mandatory: true },
        { name: "wheels", input_type: "number", min: "0", max: 12, step: "1", default_value: "4" },
        { name: "note", input_type: "text", default_value: "" },
        { name: "parked", input_type: "checkbox", default_value: false },
        { name: "unset", input_type: "number", min: "", max: null, step: "", default_value: null },
        { name: "colors", input_type: "multiselect", values: ["red"], default_value: "red" },
      ],
      note: "any other key",
    },
    { id: 7, name: "Car", color: [1, 2, 3, 4], link_attributes: [{ name: "make", input_type: "text" }] },
  ],
  image_attributes: [{ name: "weather", input_type: "text" }],
  circle_radius: 10,
  warning_rules: [
    { name: "intersecting-cuboids", excluded_categories: [] },
    { name: "intersecting-cuboids", excluded_set_of_categories: [1, 7] },
    { name: "cuboid-dimension-limits", categories: [7], min: { x: 1 }, max: { x: 2, y: 1 } },
  ],
}

describe("a configuration", () => {
  it("of every part of the format is taken as it is", () => {
    assert.deepStrictEqual(check(full, "pointcloud-cuboid-sequence"), { errors: [], advice: [] })
  })

  it("that the SDK cannot read, or whose labels it could not, is advised against", () => {
    const odd = {
      categories: [
        {
          id: 1,
          name: "car",
          color: [255, 0, 12.5],
          attributes: [
            { name: "axis", input_type: "vector3", default_value: [0, 0, 1] },
            { name: "colors", input_type: "multiselect", values: ["red"], default_value: ["red"] },
            { name: "wheels", input_type: "number", default_value: "" },
          ],
          link_attributes: [{ name: "spot", input_type: "points" }],
        },
      ],
    }
    assert.deepStrictEqual(check(odd).errors, [])
    assert.deepStrictEqual(
      new Set(adviceOf(odd)),
      new Set([
        "/categories/0/color/2",
        "/categories/0/attributes/0/input_type",
        "/categories/0/attributes/1/default_value",
        "/categories/0/attributes/2/default_value",
        "/categories/0/link_attributes/0/input_type",
      ]),
    )
  })

  it("names its categories and attributes", () => {
    const nameless = { categories: [{ id: 1, name: " ", attributes: [{ name: "", input_type: "text" }] }] }
    assert.deepStrictEqual(errorsOf(nameless), [
      "/categories/0/name: must not be empty",
      "/categories/0/attributes/0/name: must not be empty",
    ])
  })

  it("is an object with at least one category", () => {
    for (const value of [[], 5, "x", null]) assert.deepStrictEqual(errorsOf(value), [": must be an object"])
    assert.deepStrictEqual(checkConfiguration(castToJsonText("{"), limit).errors, [
      { pointer: "", message: "must be an object" },
    ])
    assert.deepStrictEqual(errorsOf({}), ["/categories: is required"])
    assert.deepStrictEqual(pointersOf({ categories: [] }), ["/categories"])
  })

  it("is told every violation of its structure at once", () => {
    const wrong = {
      format_version: [],
      categories: [
        { id: 1.5, name: 5 },
        { id: 2 },
        { id: 3, name: "c", attributes: [{ input_type: "slider" }] },
      ],
      circle_radius: "far",
      warning_rules: [{ name: "no-such-rule" }],
    }
    assert.deepStrictEqual(errorsOf(wrong), [
      "/format_version: must be a string, a number or null",
      "/categories/0/name: must be a string",
      "/categories/0/id: must be an integer",
      "/categories/1/name: is required",
      "/categories/2/attributes/0/name: is required",
      '/categories/2/attributes/0/input_type: must be "select", "multiselect", "text", "number", "checkbox", "vector3", "quaternion" or "points"',
      "/circle_radius: must be an integer or null",
      '/warning_rules/0/name: must be "intersecting-cuboids" or "cuboid-dimension-limits"',
    ])
  })

  it("is told what breaks the rules in the same breath as what breaks the structure", () => {
    const wrong = {
      categories: [
        5,
        { id: 1, name: "a", color: [0, 0, "x"], attributes: [{ name: "b", input_type: "select" }] },
        {
          id: 1,
          name: 7,
          attributes: [{ name: "c", input_type: "select", values: "d", default_value: "e" }],
        },
      ],
      circle_radius: -1,
      warning_rules: [
        { name: "no-such-rule" },
        { name: "intersecting-cuboids", excluded_categories: [9, "1"] },
      ],
    }
    assert.deepStrictEqual(pointersOf(wrong), [
      "/categories/0",
      "/categories/1/color/2",
      "/categories/2/name",
      "/categories/2/attributes/0/values",
      "/warning_rules/0/name",
      "/warning_rules/1/excluded_categories/1",
      "/categories/2/id",
      "/categories/1/attributes/0/values",
      "/circle_radius",
      "/warning_rules/1/excluded_categories/0",
    ])
  })

  it("refuses a rule named like a member that every object has", () => {
    for (const key of ["warning_rules", "quality_rules"])
      for (const name of ["__proto__", "constructor", "toString"]) {
        const category = { id: 1, name: "car" }
        assert.deepStrictEqual(pointersOf({ categories: [category], [key]: [{ name }] }), [`/${key}/0/name`])
      }
  })

  it("may name a rule by something that cannot even be written, and is told where", () => {
    for (const name of [{ toString: 0 }, [{ toString: 0 }], {}, [], 1, null]) {
      const warning_rules = [{ name, excluded_categories: [] }]
      assert.include(
        pointersOf({ categories: [{ id: 1, name: "car" }], warning_rules }),
        "/warning_rules/0/name",
      )
    }
  })

  it("has the size of images once, and a number of points, in the rules that need them", () => {
    const pointers = (rule: object) =>
      pointersOf({ categories: [{ id: 1, name: "car" }], quality_rules: [rule] })
    const image = { name: "shape-outside-image", width: 10, height: 10 }
    assert.deepStrictEqual(pointers(image), [])
    assert.deepStrictEqual(pointers({ ...image, width: null, width_attribute: "w" }), [])
    assert.deepStrictEqual(pointers({ ...image, width: null }), ["/quality_rules/0"])
    assert.deepStrictEqual(pointers({ ...image, height_attribute: "h" }), ["/quality_rules/0"])
    assert.deepStrictEqual(pointers({ ...image, width: 0 }), ["/quality_rules/0/width"])
    const points = { name: "minimum-points", attribute: "n" }
    assert.deepStrictEqual(pointers({ ...points, min: 1 }), [])
    assert.deepStrictEqual(pointers({ ...points, bands: [{ max_distance: 9, min: 1 }] }), [])
    assert.deepStrictEqual(pointers({ ...points, bands: [] }), ["/quality_rules/0"])
  })

  it("has unique ids, names and attribute names", () => {
    const attribute = { name: "x", input_type: "text" }
    const wrong = {
      categories: [
        { id: 1, name: "a", attributes: [attribute, attribute] },
        { id: 1, name: "a" },
        { id: -1, name: "A" },
      ],
      image_attributes: [attribute, attribute],
    }
    assert.deepStrictEqual(
      pointersOf(wrong),
      [
        "/categories/1/id",
        "/categories/1/name",
        "/categories/2/id",
        "/categories/0/attributes/1/name",
        "/image_attributes/1/name",
      ].sort((a, b) => pointersOf(wrong).indexOf(a) - pointersOf(wrong).indexOf(b)),
    )
    assert.strictEqual(pointersOf(wrong).length, 5)
  })

  it("has colors of 3 or 4 numbers from 0 to 255", () => {
    const colored = (color: ReadonlyArray<number>) =>
      pointersOf({ categories: [{ id: 1, name: "a", color }] })
    for (const color of [[], [1, 2], [1, 2, 3, 4, 5]])
      assert.deepStrictEqual(colored(color), ["/categories/0/color"])
    assert.deepStrictEqual(colored([0, 0, 256]), ["/categories/0/color/2"])
    assert.deepStrictEqual(colored([-1, 0, 0, 300]), ["/categories/0/color/0", "/categories/0/color/3"])
  })

  it("has rules about categories that exist, with one list of exclusions and limits in order", () => {
    const wrong = {
      categories: [{ id: 1, name: "a" }],
      circle_radius: -1,
      warning_rules: [
        { name: "intersecting-cuboids", excluded_categories: [], excluded_set_of_categories: [1] },
        { name: "intersecting-cuboids", excluded_categories: [1, 2] },
        { name: "cuboid-dimension-limits", categories: [3], min: { x: 2, y: 1 }, max: { x: 1, y: 1 } },
      ],
    }
    assert.deepStrictEqual(pointersOf(wrong), [
      "/circle_radius",
      "/warning_rules/0",
      "/warning_rules/1/excluded_categories/1",
      "/warning_rules/2/categories/0",
      "/warning_rules/2/min/x",
    ])
  })

  it("is bounded in size", () => {
    assert.strictEqual(
      checkConfiguration(toJsonText(full), 100).errors[0]?.message,
      "must be at most 100 bytes",
    )
    const categories = Array.from({ length: 10_001 }, (_, id) => ({ id, name: `${id}` }))
    assert.deepStrictEqual(pointersOf({ categories }), ["/categories"])
    assert.deepStrictEqual(pointersOf({ categories: categories.slice(1) }), [])
  })
})

describe("an attribute", () => {
  it("to choose from has values, which are unique", () => {
    const required = '/values: required when input_type is "select"'
    assert.deepStrictEqual(attributeErrors({ input_type: "select" }), [required])
    assert.deepStrictEqual(attributeErrors({ input_type: "select", values: [] }), [required])
    assert.deepStrictEqual(attributeErrors({ input_type: "multiselect", values: null }), [
      '/values: required when input_type is "multiselect"',
    ])
    assert.deepStrictEqual(attributeErrors({ input_type: "select", values: ["a", "a"] }), [
      "/values/1: must be unique among the values",
    ])
  })

  it("has no key that its input type does not allow, unless that is null", () => {
    const odd = { values: ["a"], min: "1", max: 2, step: 1 }
    assert.deepStrictEqual(
      attributeErrors({ input_type: "text", ...odd }).map((error) => error.split(":")[0]),
      ["/values", "/min", "/max", "/step"],
    )
    assert.deepStrictEqual(
      attributeErrors({ input_type: "checkbox", is_mandatory: true }).map((error) => error.split(":")[0]),
      ["/is_mandatory"],
    )
    assert.deepStrictEqual(
      attributeErrors({ input_type: "text", values: null, min: null, max: null, step: null }),
      [],
    )
    assert.deepStrictEqual(attributeErrors({ input_type: "checkbox", is_mandatory: null }), [])
  })

  it("has numbers that can be read, bounds in order and steps that lead somewhere", () => {
    const number = (rest: object) =>
      attributeErrors({ input_type: "number", ...rest }).map((error) => error.split(":")[0])
    assert.deepStrictEqual(number({ min: "x", max: "0x10", step: "1e" }), ["/min", "/max", "/step"])
    assert.deepStrictEqual(number({ min: "2", max: 1 }), ["/min"])
    assert.deepStrictEqual(number({ min: "10", max: "9" }), ["/min"])
    assert.deepStrictEqual(number({ min: "-1e3", max: "+.5", step: " 2. " }), [])
    assert.deepStrictEqual(number({ step: 0 }), ["/step"])
  })

  it("has a default that fits its input type", () => {
    const wrong: ReadonlyArray<object> = [
      { input_type: "select", values: ["a"], default_value: "b" },
      { input_type: "select", values: ["1"], default_value: 1 },
      { input_type: "multiselect", values: ["a"], default_value: ["a", "b"] },
      { input_type: "text", default_value: 5 },
      { input_type: "checkbox", default_value: "true" },
      { input_type: "number", default_value: "four" },
      { input_type: "number", default_value: true },
      { input_type: "number", min: "1", default_value: "0" },
      { input_type: "number", max: 3, default_value: 4 },
    ]
    for (const attribute of wrong) {
      const pointers = attributeErrors(attribute).map((error) => error.split(":")[0])
      assert.deepStrictEqual(pointers, ["/default_value"], JSON.stringify(attribute))
    }
  })
})

describe("advice", () => {
  it("is given for id 0, other versions and keys outside of the format, not for those in categories", () => {
    const odd = {
      format_version: "9",
      extra: 1,
      categories: [
        { id: 0, name: "a", anything: true, attributes: [{ name: "x", input_type: "text", hint: "" }] },
      ],
    }
    assert.deepStrictEqual(check(odd).errors, [])
    assert.deepStrictEqual(adviceOf(odd), [
      "/extra",
      "/format_version",
      "/categories/0/id",
      "/categories/0/attributes/0/hint",
    ])
  })

  it("is given for keys that only another kind of dataset uses, when the kind is known", () => {
    const attribute = { input_type: "text", is_track_level: true, sensors: "3D", synced_across_sensors: true }
    const odd = {
      categories: [{ id: 1, name: "a", dimensions: { x: 1 }, attributes: [{ name: "x", ...attribute }] }],
    }
    const here = "/categories/0/attributes/0"
    assert.deepStrictEqual(adviceOf(odd), [])
    assert.deepStrictEqual(adviceOf(odd, "vector"), [
      "/categories/0/dimensions",
      `${here}/is_track_level`,
      `${here}/synced_across_sensors`,
      `${here}/sensors`,
    ])
    assert.deepStrictEqual(adviceOf(odd, "multisensor-sequence"), [])
  })
})

describe("a configuration made to be slow", () => {
  const million = 1_000_000
  const millisOf = (text: string) => {
    const started = performance.now()
    const { errors } = checkConfiguration(castToJsonText(text), 1024 * 1024)
    return { errors: errors.length, millis: performance.now() - started }
  }

  it("reports every fault of a configuration of faults, in a moment", () => {
    const { errors, millis } = millisOf(
      `{"categories":[{"name":"a","id":1}],"image_attributes":[${"0,".repeat(million / 10)}0]}`,
    )
    assert.strictEqual(errors, million / 10 + 1)
    assert.isBelow(millis, 5000)
  })

  it("with a default of very many values is checked in a moment", () => {
    const values = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => `${index}`))
    const attribute = `{"name":"a","input_type":"multiselect","values":${values},"default_value":${values}}`
    const { errors, millis } = millisOf(
      `{"categories":[{"name":"a","id":1}],"image_attributes":[${attribute}]}`,
    )
    assert.strictEqual(errors, 0)
    assert.isBelow(millis, 3000)
  })

  it("with a number of very many digits is checked in a moment", () => {
    const attribute = `{"name":"a","input_type":"number","min":"${"1".repeat(100_000)}x"}`
    const { errors, millis } = millisOf(
      `{"categories":[{"name":"a","id":1}],"image_attributes":[${attribute}]}`,
    )
    assert.strictEqual(errors, 1)
    assert.isBelow(millis, 1000)
  })

  it("with many categories and many rules is checked in a moment", () => {
    const categories = Array.from({ length: 10_000 }, (_, id) => `{"name":"${id}","id":${id}}`).join()
    const rule = '{"name":"intersecting-cuboids","excluded_categories":[1]}'
    const { errors, millis } = millisOf(
      `{"categories":[${categories}],"warning_rules":[${`${rule},`.repeat(10_000)}${rule}]}`,
    )
    assert.strictEqual(errors, 0)
    assert.isBelow(millis, 5000)
  })
})
