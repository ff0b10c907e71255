/** Values of number attributes, which come as numbers and as decimal text. */
import { assert, describe, it } from "@effect/vitest"
import { checkLabel } from "../../src/warnings/checkLabel.ts"

const told = (
  frames: ReadonlyArray<ReadonlyArray<unknown>>,
  fields: { readonly [key: string]: string | boolean } = {},
) =>
  checkLabel(
    {
      frames: frames.map((values) => ({
        annotations: values.map((n, id) => ({ id, category_id: 1, track_id: id, attributes: { n } })),
      })),
    },
    {
      categories: [
        { id: 1, name: "car", attributes: [{ name: "n", input_type: "number" as const, ...fields }] },
      ],
    },
  ).warnings.map(({ annotationIds, rule }) => `${rule} ${annotationIds.join("+")}`)

describe("a number attribute", () => {
  it("takes decimal text, and no other text that JavaScript knows as a number", () => {
    assert.deepStrictEqual(told([["1", " 1.5 ", "-.5", "1e3", 7]]), [])
    assert.deepStrictEqual(told([["0x10", "0b1", "Infinity", "1_000", "1,5"]]), [
      "attribute-value 0",
      "attribute-value 1",
      "attribute-value 2",
      "attribute-value 3",
      "attribute-value 4",
    ])
  })

  it("is on its step also where the step is no binary fraction", () => {
    const steps = Array.from({ length: 1001 }, (_, index) => (index - 500) * 0.1)
    assert.deepStrictEqual(told([steps], { step: "0.1" }), [])
    assert.deepStrictEqual(told([["0.3", 0.7, 1_000_000.1, 0.1 + 0.2]], { min: "0.1", step: "0.1" }), [])
    assert.deepStrictEqual(told([[0.35, 0.05]], { step: "0.1" }), ["attribute-range 0", "attribute-range 1"])
    assert.deepStrictEqual(told([[0.25]], { min: "0.15", step: "0.1" }), [])
  })

  it("is the same along a track whether it is sent as a number or as its text", () => {
    assert.deepStrictEqual(told([[1], ["1.0"], [" 1 "]], { is_track_level: true }), [])
    assert.deepStrictEqual(told([[1], ["1.5"]], { is_track_level: true }), ["track-attribute 0"])
  })
})
