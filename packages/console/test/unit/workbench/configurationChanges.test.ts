import { describe, expect, it } from "vitest"
import { compareConfigurations } from "../../../src/workbench/editor/label/attributes/compareConfigurations.ts"

const select = (name: string, ...values: ReadonlyArray<string>) => ({ name, input_type: "select", values })
const car = {
  id: 1,
  name: "car",
  attributes: [select("color", "red", "blue"), { name: "plate", input_type: "text" }],
}
const tree = { id: 2, name: "tree" }
const object = (id: number, category_id: number, attributes = {}) => ({ id, category_id, attributes })

describe("two versions of a configuration", () => {
  it("differ by categories, and the objects of a removed one are counted in all frames and sensors once", () => {
    const frames = [{ annotations: [object(1, 2), object(2, 1)] }, { annotations: [object(1, 2)] }]
    const label = { frames, sensors: [{ name: "left", attributes: { frames } }], annotations: [object(7, 2)] }
    expect(
      compareConfigurations(
        { categories: [car, tree] },
        { categories: [car, { id: 3, name: "bus" }] },
        label,
      ),
    ).toEqual([
      { kind: "categoryRemoved", category: "tree", objects: 2 },
      { kind: "categoryAdded", category: "bus", objects: 0 },
    ])
  })

  it("differ by attributes and values, and the objects that have them are counted", () => {
    const label = {
      annotations: [
        object(1, 1, { color: "blue", plate: "X 1" }),
        object(2, 1, { color: "red" }),
        object(3, 1, { color: ["blue"] }),
        object(4, 2, { color: "blue", plate: "Y" }),
      ],
    }
    const after = { ...car, attributes: [select("color", "red", "green"), select("make")] }
    expect(compareConfigurations({ categories: [car] }, { categories: [after] }, label)).toEqual([
      { kind: "valueRemoved", category: "car", attribute: "color", value: "blue", objects: 2 },
      { kind: "attributeRemoved", category: "car", attribute: "plate", objects: 1 },
      { kind: "attributeAdded", category: "car", attribute: "make", objects: 0 },
    ])
  })

  it("say that a category has another name, and nothing where only colors differ", () => {
    const renamed = { ...tree, name: "plant" }
    expect(
      compareConfigurations(
        { categories: [tree] },
        { categories: [renamed] },
        { annotations: [object(1, 2)] },
      ),
    ).toEqual([{ kind: "categoryRenamed", category: "tree", value: "plant", objects: 1 }])
    const colored = { ...tree, color: [1, 2, 3] }
    expect(compareConfigurations({ categories: [tree] }, { categories: [colored] }, {})).toEqual([])
  })

  it("say that an attribute has other rules, with the objects that have a value of it", () => {
    const speed = { name: "speed", input_type: "number", min: 0, max: 100 }
    const before = { categories: [{ ...tree, attributes: [speed] }] }
    const after = { categories: [{ ...tree, attributes: [{ ...speed, max: 50 }] }] }
    const label = { annotations: [{ ...object(1, 2), attributes: { speed: 70 } }, object(2, 2)] }
    expect(compareConfigurations(before, after, label)).toEqual([
      { kind: "attributeChanged", category: "tree", attribute: "speed", objects: 1 },
    ])
  })

  it("take one pass over the objects, however many categories there are", () => {
    let reads = 0
    const counted = Array.from({ length: 100 }, (_, id) => ({
      ...object(id, id),
      get category_id() {
        reads++
        return id
      },
    }))
    const categories = Array.from({ length: 100 }, (_, id) => ({ id, name: `c${id}`, attributes: [] }))
    compareConfigurations({ categories }, { categories }, { annotations: counted })
    expect(reads).toBeLessThan(500)
  })

  it("read attributes of the whole image, and pass over what is no configuration", () => {
    const weather = { image_attributes: [{ name: "weather", input_type: "text" }] }
    expect(compareConfigurations(weather, {}, { image_attributes: { weather: "rain" } })).toEqual([
      { kind: "attributeRemoved", attribute: "weather", objects: 1 },
    ])
    expect(compareConfigurations({ categories: "x" }, { categories: [1, null] }, { frames: 3 })).toEqual([])
  })
})
