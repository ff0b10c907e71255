/** Actions that do not fit the configuration before them, the one after them, or one another: all are told of, each in its place. */
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { planChange } from "../../../src/config/migration/planChange.ts"
import { toJsonText } from "../../../src/domain/JsonText.ts"

const color = { name: "color", input_type: "select", values: ["red", "blue"] }
const before = {
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [color, { name: "wheels", input_type: "number", min: "0", max: "9" }],
      link_attributes: [{ name: "near", input_type: "text" }],
    },
    { id: 2, name: "bus", attributes: [{ name: "seats", input_type: "number" }] },
    { id: 3, name: "road" },
  ],
  image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"] }],
}
type Copy = typeof before
const after = (change: (copy: Copy) => unknown = () => undefined) => {
  const copy = structuredClone(before)
  change(copy)
  return copy
}
const without = (...ids: ReadonlyArray<number>) =>
  after((copy) => {
    copy.categories = copy.categories.filter(({ id }) => !ids.includes(id))
  })
const car = (copy: Copy): Copy["categories"][number] => {
  const [first] = copy.categories
  if (first === undefined) throw new Error("There is no car.")
  return first
}
const withoutColor = (copy: Copy) => Object.assign(car(copy), { attributes: car(copy).attributes?.slice(1) })

const told = (next: unknown, actions: ReadonlyArray<unknown>) => {
  const planned = planChange({ before: toJsonText(before), after: toJsonText(next), actions }, 1_000_000)
  return Either.isLeft(planned) ? planned.left.map(({ message, pointer }) => `${pointer} ${message}`) : []
}

const object = { scope: "object", category_id: 1 }
const wrong: ReadonlyArray<readonly [what: string, next: unknown, action: object, told: string]> = [
  [
    "an unknown category",
    after(),
    { op: "drop_category", category_id: 9 },
    "category_id must be the id of a category",
  ],
  ["no category", after(), { op: "merge_category", to: 1 }, "category_id is required"],
  [
    "a category of images",
    after(),
    { op: "drop_category", scope: "image", category_id: 1 },
    "scope must be object, for a category",
  ],
  [
    "a category of links",
    after(),
    { op: "rename_category", scope: "link", category_id: 1, to: "x" },
    "scope must be object, for a category",
  ],
  [
    "an attribute with a category",
    after(),
    { op: "drop_category", category_id: 1, attribute: "color" },
    "attribute has no meaning for a category",
  ],
  [
    "a dropped category that stays",
    after(),
    { op: "drop_category", category_id: 1 },
    "category_id is still a category of the new configuration",
  ],
  [
    "a merged category that stays",
    after(),
    { op: "merge_category", category_id: 1, to: 2 },
    "category_id is still a category of the new configuration",
  ],
  [
    "a merge into nothing",
    without(1),
    { op: "merge_category", category_id: 1, to: 9 },
    "to must be the id of a category",
  ],
  [
    "a merge into a name",
    without(1),
    { op: "merge_category", category_id: 1, to: "bus" },
    "to must be the id of another category",
  ],
  [
    "a merge into itself",
    without(1),
    { op: "merge_category", category_id: 1, to: 1 },
    "to must be the id of another category",
  ],
  [
    "a merge into what goes",
    without(1, 2),
    { op: "merge_category", category_id: 1, to: 2 },
    "to must be a category of the new configuration",
  ],
  [
    "a new name that is not there",
    after(),
    { op: "rename_category", category_id: 1, to: "auto" },
    "to must be the name of the category in the new configuration",
  ],
  [
    "an old name that is not there",
    after((copy) => Object.assign(car(copy), { name: "auto" })),
    { op: "rename_category", category_id: 1, from: "cart", to: "auto" },
    "from must be the name of the category",
  ],
  ["a rename without a name", after(), { op: "rename_category", category_id: 1 }, "to is required"],
  [
    "a number that another category has",
    after(),
    { op: "rename_category", category_id: 1, to: 2 },
    "to is the id of another category: merge_category joins them",
  ],
  [
    "a number that is not there",
    without(1),
    { op: "rename_category", category_id: 1, to: 7 },
    "to must be a category of the new configuration",
  ],
  [
    "an unknown attribute",
    after(),
    { op: "drop_attribute", ...object, attribute: "size" },
    "attribute must be the name of an attribute",
  ],
  [
    "an attribute of another scope",
    after(),
    { op: "drop_attribute", scope: "link", category_id: 1, attribute: "color" },
    "attribute must be the name of an attribute",
  ],
  ["no attribute", after(), { op: "drop_attribute", ...object }, "attribute is required"],
  [
    "image attributes of a category",
    after(),
    { op: "drop_attribute", scope: "image", category_id: 1, attribute: "weather" },
    "category_id must be left out: images have no category",
  ],
  [
    "object attributes of no category",
    after(),
    { op: "drop_attribute", scope: "object", attribute: "color" },
    "category_id is required",
  ],
  [
    "a dropped attribute that stays",
    after(),
    { op: "drop_attribute", ...object, attribute: "color" },
    "attribute is still an attribute of the new configuration",
  ],
  [
    "a drop to something",
    after(),
    { op: "drop_attribute", ...object, attribute: "color", to: "x" },
    "to has no meaning here",
  ],
  [
    "a new attribute name that is not there",
    after(withoutColor),
    { op: "rename_attribute", ...object, attribute: "color", to: "paint" },
    "to must be an attribute of the new configuration",
  ],
  [
    "a new attribute name that another has",
    after(),
    { op: "rename_attribute", ...object, attribute: "color", to: "wheels" },
    "to is the name of another attribute",
  ],
  [
    "a new attribute name that is a number",
    after(),
    { op: "rename_attribute", ...object, from: "color", to: 5 },
    "to must be a string",
  ],
  [
    "a value that is not among the new ones",
    after(),
    { op: "rename_value", ...object, attribute: "color", from: "red", to: "green" },
    "to must be one of the values in the new configuration",
  ],
  [
    "values of a number",
    after(),
    { op: "rename_value", ...object, attribute: "wheels", from: "1", to: "2" },
    "op is for attributes whose values are text",
  ],
  [
    "values of an attribute that goes",
    after(withoutColor),
    { op: "rename_value", ...object, attribute: "color", from: "red", to: "blue" },
    "attribute must be an attribute of the new configuration",
  ],
  [
    "a value from nothing",
    after(),
    { op: "rename_value", ...object, attribute: "color", to: "red" },
    "from is required",
  ],
  [
    "a default of an attribute that is not there",
    after(),
    { op: "set_default", ...object, attribute: "size", value: 1 },
    "attribute must be an attribute of the new configuration",
  ],
  [
    "a default that is none of the values",
    after(),
    { op: "set_default", scope: "image", attribute: "weather", value: "snow" },
    "value must be one of the values",
  ],
  [
    "a default out of range",
    after(),
    { op: "set_default", ...object, attribute: "wheels", value: 10 },
    "value must lie between min and max",
  ],
  [
    "a default that is no text",
    after(),
    { op: "set_default", scope: "link", category_id: 1, attribute: "near", value: true },
    "value must be text",
  ],
  ["no default", after(), { op: "set_default", ...object, attribute: "color" }, "value is required"],
  [
    "a default of too many digits",
    after(),
    { op: "set_default", category_id: 2, attribute: "seats", value: 2 ** 60 },
    "value holds a number that cannot be kept digit for digit",
  ],
]

describe("an action", () => {
  it.each(wrong)("with %s is refused in its place", (_what, next, action, expected) => {
    assert.deepStrictEqual(told(next, [action]), [`/actions/0/${expected}`])
  })

  it("of another form is refused with all others", () => {
    const actions = [{ op: "explode" }, 5, { op: "drop_category", category_id: "1", scope: "frame" }]
    assert.deepStrictEqual(
      told({ categories: [{ id: 1 }] }, actions).map((one) => one.split(" ")[0]),
      [
        "/configuration/categories/0/name",
        "/actions/0/op",
        "/actions/1",
        "/actions/2/scope",
        "/actions/2/category_id",
      ],
    )
    assert.deepStrictEqual(told(before, [actions[0] ?? {}, actions[0] ?? {}]).length, 2)
  })
})

describe("actions one after the other", () => {
  it("speak of what the ones before have left", () => {
    const next = {
      categories: [
        { id: 7, name: "van", attributes: [{ name: "paint", input_type: "select", values: ["z", "blue"] }] },
      ],
    }
    const sound = [
      { op: "merge_category", category_id: 3, to: 1 },
      { op: "rename_category", category_id: 1, to: 7 },
      { op: "rename_category", category_id: 7, to: "lorry" },
      { op: "rename_category", category_id: 7, from: "lorry", to: "van" },
      { op: "rename_attribute", category_id: 7, attribute: "color", to: "tint" },
      { op: "rename_attribute", category_id: 7, attribute: "tint", to: "paint" },
      { op: "rename_value", category_id: 7, attribute: "paint", from: "red", to: "y" },
      { op: "rename_value", category_id: 7, attribute: "paint", from: "y", to: "z" },
      { op: "drop_attribute", category_id: 7, attribute: "wheels" },
      { op: "drop_category", category_id: 2 },
      { op: "drop_attribute", scope: "image", attribute: "weather" },
    ]
    assert.deepStrictEqual(told(next, sound), [])
    assert.deepStrictEqual(told(next, [sound[1] ?? {}, sound[1] ?? {}]), [
      "/actions/1/category_id must be the id of a category",
    ])
  })

  it("may give an id that has become free to another category", () => {
    const next = { categories: [{ id: 1, name: "bus" }] }
    const swap = [
      { op: "drop_category", category_id: 1 },
      { op: "rename_category", category_id: 2, to: 1 },
    ]
    assert.deepStrictEqual(told(next, swap), [])
    assert.deepStrictEqual(told(next, swap.toReversed()), [
      "/actions/0/to is the id of another category: merge_category joins them",
      "/actions/1/category_id is still a category of the new configuration",
    ])
  })

  it("are all told of at once", () => {
    const actions = wrong.slice(0, 3).map(([, , action]) => action)
    assert.lengthOf(told(after(), actions), 3)
  })
})
