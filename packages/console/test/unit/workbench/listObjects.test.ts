/** The order and the groups of the list of objects. */
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import {
  defaultArrangement,
  readArrangement,
} from "../../../src/workbench/panels/objects/ArrangementStore.ts"
import { listObjects } from "../../../src/workbench/panels/objects/listObjects.ts"
import { listShownKeys } from "../../../src/workbench/panels/objects/useObjectListing.ts"

const { categories } = readConfiguration({
  categories: [
    { id: 2, name: "bus" },
    { id: 1, name: "car" },
  ],
})
const makeBox = (id: number, categoryId: number, size: number) => ({
  id,
  category_id: categoryId,
  type: "bbox",
  points: [
    [0, 0],
    [size, size],
  ],
})
const makeTrack = (id: number) => ({ ...makeBox(id, 1, 10), track_id: id })

const options = {
  categories,
  frame: 0,
  ...defaultArrangement,
  filter: "",
  warnings: new Map<string, number>(),
  words: { yes: "Yes", no: "No" },
}
const list = (label: JsonObject, change: Partial<Parameters<typeof listObjects>[1]> = {}) => {
  const { groups, total } = listObjects(label, { ...options, ...change })
  return {
    total,
    groups: groups.map(({ id, objects }) => [id, objects.map(({ annotation }) => annotation.key)]),
  }
}

const boxes = {
  annotations: [makeBox(10, 1, 5), makeBox(9, 2, 50), makeBox(1, 7, 20), makeBox(2, 1, 30)],
}

describe("the list of objects", () => {
  it("has the order of the label at first", () => {
    expect(list(boxes)).toEqual({ total: 4, groups: [["all", ["10", "9", "1", "2"]]] })
  })

  it("is sorted by ids as numbers, by the order of the categories, by size and by warnings", () => {
    const sort = (order: (typeof options)["order"]) =>
      list(boxes, {
        order,
        warnings: new Map([
          ["1", 1],
          ["2", 3],
        ]),
      }).groups[0]?.[1]
    expect(sort("id")).toEqual(["1", "2", "9", "10"])
    expect(sort("category")).toEqual(["9", "10", "2", "1"])
    expect(sort("size")).toEqual(["10", "1", "2", "9"])
    expect(sort("warnings")).toEqual(["2", "1", "10", "9"])
  })

  it("has a group for each category, in their order, and for one that the configuration lacks at the end", () => {
    expect(list(boxes, { grouping: "category" }).groups).toEqual([
      ["2", ["9"]],
      ["1", ["10", "2"]],
      ["7", ["1"]],
    ])
  })

  it("counts the objects that the filter leaves out", () => {
    expect(list(boxes, { filter: "car", grouping: "category" })).toEqual({
      total: 4,
      groups: [["1", ["10", "2"]]],
    })
  })
})

describe("the tracks of all frames", () => {
  const drive = {
    frames: [
      { annotations: [makeTrack(3), makeTrack(1)] },
      { annotations: [makeTrack(1), makeTrack(2)] },
      { annotations: [makeTrack(4)] },
      { annotations: [makeTrack(2), makeTrack(4)] },
    ],
  }

  it("are those of the shown frame, and then the others, with their frames", () => {
    expect(list(drive, { grouping: "track", frame: 1 })).toEqual({
      total: 4,
      groups: [
        ["here", ["1", "2"]],
        ["elsewhere", ["3", "4"]],
      ],
    })
    const objects = listObjects(drive, { ...options, grouping: "track", frame: 0 }).groups.flatMap(
      (group) => group.objects,
    )
    expect(objects.map(({ annotation, extent, frame }) => [annotation.key, frame, extent])).toEqual([
      ["3", 0, { first: 0, last: 0 }],
      ["1", 0, { first: 0, last: 1 }],
      ["2", 1, { first: 1, last: 3 }],
      ["4", 2, { first: 2, last: 3 }],
    ])
    expect(listShownKeys(objects, 0)).toEqual(["3", "1"])
  })
})

describe("the stored arrangement of the list", () => {
  it("is the default one where it cannot be read", () => {
    for (const text of [null, "", "{", "[]", "7", '{"grouping":"color","order":3}'])
      expect(readArrangement(text)).toEqual(defaultArrangement)
    expect(readArrangement('{"grouping":"track","order":"size"}')).toEqual({
      grouping: "track",
      order: "size",
    })
  })
})
