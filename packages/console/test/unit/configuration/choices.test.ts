/** What a change of a configuration asks about the labels, and the actions that the answers become. */
import { describe, expect, it } from "vitest"
import { findChanges, formatChangeKey } from "../../../src/pages/configuration/model/changes.ts"
import { type Choice, findEffect, planChanges } from "../../../src/pages/configuration/model/choices.ts"

const before = {
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [
        { name: "color", input_type: "select", values: ["red", "green"] },
        { name: "parked", input_type: "checkbox" },
      ],
    },
    { id: 2, name: "person" },
  ],
}
const after = {
  categories: [
    {
      id: 1,
      name: "vehicle",
      attributes: [
        { name: "color", input_type: "select", values: ["rouge", "green"], is_mandatory: true },
        { name: "standing", input_type: "checkbox" },
      ],
    },
  ],
}
const changes = findChanges(before, after)

describe("changes that concern labels", () => {
  it("are found in categories, attributes and values", () => {
    expect(changes.map(({ kind }) => kind)).toEqual([
      "category-renamed",
      "value-removed",
      "attribute-removed",
      "now-mandatory",
      "category-removed",
    ])
    expect(findChanges(before, before)).toEqual([])
  })

  it("leave labels alone until somebody chooses", () => {
    expect(planChanges(changes, new Map()).map(({ action }) => action)).toEqual([
      { op: "rename_category", category_id: 1, from: "car", to: "vehicle" },
    ])
  })

  it("become actions in an order in which each finds what it names", () => {
    const answers: { readonly [kind: string]: Choice } = {
      "value-removed": { take: "rename", to: "rouge" },
      "attribute-removed": { take: "rename", to: "standing" },
      "now-mandatory": { take: "default", value: "green" },
      "category-removed": { take: "merge", to: 1 },
    }
    const choices = new Map(
      changes.flatMap((change) => {
        const answer = answers[change.kind]
        return answer === undefined ? [] : [[formatChangeKey(change), answer] as const]
      }),
    )
    const planned = planChanges(changes, choices)
    const object = { scope: "object", category_id: 1 }
    expect(planned.map(({ action }) => action)).toEqual([
      { op: "rename_value", ...object, attribute: "color", from: "red", to: "rouge" },
      { op: "rename_attribute", ...object, attribute: "parked", to: "standing" },
      { op: "set_default", ...object, attribute: "color", value: "green" },
      { op: "rename_category", category_id: 1, from: "car", to: "vehicle" },
      { op: "merge_category", category_id: 2, to: 1 },
    ])
    const nothing = { attribute: null, value: null, annotations: 0, examples: [] }
    const effect = {
      ...nothing,
      action: 4,
      kind: "merge_category",
      scope: "object" as const,
      category_id: 2,
      labels: 7,
    }
    const merged = changes.at(-1)
    expect(merged && findEffect({ labels: 9, affected: 7, effects: [effect] }, merged, planned)).toBe(effect)
  })
})
