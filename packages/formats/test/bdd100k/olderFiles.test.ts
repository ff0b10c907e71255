/** BDD100K of 2018 has a file of JSON for each image. */
import { assert, describe, it } from "vitest"
import { bdd100k } from "../../src/bdd100k/bdd100k.ts"
import { readFiles, refusal } from "../files.ts"

const objects = [
  {
    category: "traffic light",
    id: 0,
    attributes: { occluded: false, trafficLightColor: "green" },
    box2d: { x1: 10, y1: 20, x2: 29.5, y2: 39 },
  },
  {
    category: "area/drivable",
    id: 1,
    attributes: {},
    poly2d: [
      [0, 0, "L"],
      [0, 8, "C"],
      [8, 8, "C"],
      [8, 0, "L"],
    ],
  },
  {
    category: "lane/road curb",
    id: 2,
    attributes: { direction: "parallel" },
    poly2d: [
      [1, 2, "L"],
      [30, 40, "L"],
    ],
  },
]

const makeFile = (name: string, own: ReadonlyArray<object>, more: object = {}) => ({
  name,
  frames: [{ timestamp: 10000, objects: own }],
  attributes: { weather: "clear", timeofday: "night" },
  ...more,
})

describe("BDD100K of 2018", () => {
  it("is read with boxes, areas as polygons, lanes as lines, attributes, images and sets", async () => {
    const { dataset, losses, scenes } = await readFiles(bdd100k, {
      "labels/100k/train/0000f77c-6257be58.json": makeFile("0000f77c-6257be58", objects),
      "labels/100k/val/b1c66a42-6f7d68ca.json": makeFile("b1c66a42-6f7d68ca", []),
      "images/100k/train/0000f77c-6257be58.jpg": "",
      "images/100k/val/b1c66a42-6f7d68ca.jpg": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["area/drivable", "lane/road curb", "traffic light"],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, name, split }) => [name, split, frames[0]?.image?.url, frames[0]?.timestamp]),
      [
        ["0000f77c-6257be58", "train", "images/100k/train/0000f77c-6257be58.jpg", "10000"],
        ["b1c66a42-6f7d68ca", "val", "images/100k/val/b1c66a42-6f7d68ca.jpg", "10000"],
      ],
    )
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { weather: "clear", timeofday: "night" })
    const [light, area, curb] = frame?.annotations ?? []
    assert.deepInclude(light, {
      type: "bbox",
      points: [
        [10, 20],
        [30.5, 40],
      ],
      attributes: { occluded: false, trafficLightColor: "green" },
    })
    const points = area && "points" in area ? area.points : []
    assert.deepStrictEqual([area?.type, points.length, points[4]], ["polygon", 9, [4, 6]])
    assert.deepInclude(curb, {
      type: "polyline",
      points: [
        [1, 2],
        [30, 40],
      ],
    })
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["geometry", 1]],
    )
  })

  it("counts objects without a shape, vertices that are none, and members that it does not know", async () => {
    const odd = [
      ...objects,
      { category: "bus", id: 3, attributes: {} },
      { category: "area/drivable", id: 4, attributes: {}, poly2d: [[1, 2, "L"], [3]] },
    ]
    const { losses, scenes } = await readFiles(bdd100k, { "a.json": makeFile("a", odd, { extra: 1 }) })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 3)
    assert.strictEqual(scenes[0]?.frames[0]?.image?.url, "a.jpg")
    assert.deepStrictEqual(losses.map(({ examples, kind }) => [kind, examples]).sort(), [
      ["geometry", ["a.json /frames/0/objects/1/poly2d"]],
      ["shapes", ["a.json /frames/0/objects/3"]],
      ["unknown", ["a.json /extra"]],
      ["unreadable", ["a.json /frames/0/objects/4/poly2d has a vertex 1 without x and y"]],
    ])
  })

  it("has no set by the name of a file that is called as its image", async () => {
    const { scenes } = await readFiles(bdd100k, {
      "split_1.json": makeFile("split_1", objects),
      "fold2.json": makeFile("other", objects),
    })
    assert.deepStrictEqual(scenes.map(({ name, split }) => [name, split]).sort(), [
      ["other", "fold2"],
      ["split_1", null],
    ])
  })

  it("is refused where a file has several frames, which have no images", async () => {
    const frame = { timestamp: 1, objects }
    assert.match(
      await refusal(bdd100k, { "a.json": { name: "a", frames: [frame, frame] } }),
      /^a\.json: \/frames has several frames/,
    )
  })
})
