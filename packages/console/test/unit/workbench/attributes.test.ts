import { describe, expect, it } from "vitest"
import type { Json } from "../../../src/workbench/editor/json/value.ts"
import {
  makeInitialAttributes,
  readConfiguration,
} from "../../../src/workbench/editor/label/attributes/configuration.ts"
import { findProblem } from "../../../src/workbench/editor/label/attributes/problem.ts"

const { categories } = readConfiguration({
  categories: [
    {
      id: 1,
      name: "car",
      color: [0, 113, 188],
      attributes: [
        { name: "color", input_type: "select", values: ["red", "green"], is_mandatory: true },
        { name: "wheels", input_type: "number", min: "2", max: 5, step: "", default_value: "4" },
        { name: "tags", input_type: "multiselect", values: ["a", "b"], default_value: "a" },
        { name: "parked", input_type: "checkbox", default_value: false },
        { name: "note", input_type: "text", default_value: "" },
        { name: "speed", input_type: "number", step: 0.1 },
        { name: "height", input_type: "number", sensors: "3D" },
        { name: "pose", input_type: "quaternion" },
      ],
    },
  ],
})
const attributes = categories[0]?.attributes ?? []
const problem = (name: string, value: Json | undefined) => {
  const attribute = attributes.find((one) => one.name === name)
  if (attribute === undefined) throw new Error(name)
  return findProblem(attribute, value)?.kind
}

describe("categories without a color", () => {
  it("keep the color of their id when another category is removed", () => {
    const list = [1, 2, 3, -4, 70].map((id) => ({ id, name: `category ${id}` }))
    const readColors = (removed: number) =>
      new Map(
        readConfiguration({ categories: list.filter(({ id }) => id !== removed) }).categories.map(
          ({ color, id }) => [id, color],
        ),
      )
    const before = readColors(0)
    expect(new Set(before.values()).size).toBe(list.length)
    for (const { id } of list)
      for (const [other, color] of readColors(id)) expect(color).toBe(before.get(other))
    for (const color of before.values()) expect(color).toMatch(/^hsl\(\d+ 75% 60%\)$/)
  })
})

describe("attributes", () => {
  it("are read with their numbers as numbers or text, without those of point clouds", () => {
    expect(attributes.map(({ name }) => name)).toEqual(["color", "wheels", "tags", "parked", "note", "speed"])
    expect(attributes[1]).toMatchObject({ min: 2, max: 5, step: undefined, initial: 4 })
    expect(categories[0]?.color).toBe("rgb(0 113 188)")
  })

  it("begin with their default values, and without a value where there is none", () => {
    expect(makeInitialAttributes(attributes)).toEqual({ wheels: 4, tags: ["a"], parked: false })
  })

  it.each([
    ["color", undefined, "missing"],
    ["color", " ", "missing"],
    ["color", "red", undefined],
    ["color", "blue", "unlisted"],
    ["wheels", undefined, undefined],
    ["wheels", "3", undefined],
    ["wheels", 1, "below"],
    ["wheels", 6, "above"],
    ["wheels", "many", "not-number"],
    ["tags", ["a", "b"], undefined],
    ["tags", ["a", "c"], "unlisted"],
    ["parked", "yes", "not-boolean"],
    ["note", 5, "not-text"],
    ["speed", 0.3, undefined],
    ["speed", 0.35, "off-step"],
  ])("%s with the value %j: %s", (name, value, expected) => {
    expect(problem(name, value)).toBe(expected)
  })
})
