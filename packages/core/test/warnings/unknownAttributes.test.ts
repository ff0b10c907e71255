/** Attributes that a category does not have. */
import { assert, describe, it } from "@effect/vitest"
import type { Configuration } from "../../src/domain/Configuration.ts"
import { checkLabel } from "../../src/warnings/checkLabel.ts"

const configuration: Configuration = {
  categories: [
    { id: 1, name: "car", attributes: [{ name: "color", input_type: "text" }] },
    { id: 2, name: "bus" },
  ],
}

const found = (categoryId: number, attributes: object) =>
  checkLabel(
    {
      annotations: [
        {
          id: 7,
          category_id: categoryId,
          type: "bbox",
          points: [
            [0, 0],
            [1, 1],
          ],
          attributes,
        },
      ],
    },
    configuration,
  ).warnings.map(({ annotationIds, attribute, rule }) => ({ annotationIds, attribute, rule }))

const warning = (attribute: string) => ({
  annotationIds: [7],
  attribute,
  rule: "unknown-attribute" as const,
})

describe("an attribute that its category does not have", () => {
  it("is a warning for each, also where the category has none at all", () => {
    assert.deepStrictEqual(found(1, { color: "red", colour: "red" }), [warning("colour")])
    assert.sameDeepMembers(found(2, { color: "red", age: 3 }), [warning("color"), warning("age")])
    assert.deepStrictEqual(found(1, { constructor: "x" }), [warning("constructor")])
  })

  it("is one warning for all annotations of the category", () => {
    const box = {
      category_id: 1,
      type: "bbox",
      points: [
        [0, 0],
        [1, 1],
      ],
    }
    const annotations = [7, 8, 9].map((id) => ({ ...box, id, attributes: { colour: "red" } }))
    assert.deepStrictEqual(
      checkLabel({ annotations }, configuration).warnings.map(({ annotationIds, rule }) => [
        rule,
        annotationIds,
      ]),
      [["unknown-attribute", [7]]],
    )
  })

  it("is no warning where the category has it, or where Annotary gives it a meaning", () => {
    assert.deepStrictEqual(found(1, { color: "red" }), [])
    assert.deepStrictEqual(found(2, { interior_points: 5, is_mask: true }), [])
  })

  it("is no warning where a quality rule reads it", () => {
    const rules: Configuration = {
      ...configuration,
      quality_rules: [{ name: "minimum-points", attribute: "points", min: 1 }],
    }
    const label = {
      annotations: [{ id: 7, category_id: 2, type: "bbox", points: [], attributes: { points: 3 } }],
    }
    assert.notInclude(
      checkLabel(label, rules).warnings.map(({ rule }) => rule),
      "unknown-attribute",
    )
  })

  it("is reported with its category where that is unknown", () => {
    assert.deepStrictEqual(
      found(3, { color: "red" }).map(({ rule }) => rule),
      ["unknown-category"],
    )
  })
})
