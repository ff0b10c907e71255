/** A configuration and labels of it. */
import { type Configuration, compareLabels, type PersonLabel } from "../../src/agreement.ts"

export const configuration: Configuration = {
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [
        { name: "color", input_type: "select", values: ["red", "blue"] },
        { name: "doors", input_type: "number" },
        { name: "tags", input_type: "multiselect", values: ["a", "b"] },
      ],
    },
    { id: 2, name: "van" },
    { id: 3, name: "person", skeleton: { joints: [{ name: "head", sigma: 0.1 }, { name: "foot" }] } },
  ],
  image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"] }],
}

export const box = (id: number, category_id: number, left: number, attributes: object = {}) => ({
  id,
  category_id,
  type: "bbox",
  points: [
    [left, 0],
    [left + 10, 10],
  ],
  attributes,
})

export const still = (person: string, ...annotations: ReadonlyArray<object>): PersonLabel => ({
  person,
  label: { annotations },
})

export const compare = (...labels: ReadonlyArray<PersonLabel>) => compareLabels(configuration, labels)
