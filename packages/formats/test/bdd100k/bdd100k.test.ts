import { assert, describe, it } from "vitest"
import { bdd100k } from "../../src/bdd100k/bdd100k.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"

const part = (vertices: ReadonlyArray<readonly [number, number]>, types: string, closed: boolean) => ({
  vertices,
  types,
  closed,
})

const triangle = (x: number) => [[x, 0] as const, [x + 9, 0] as const, [x, 9] as const]

/** As Scalabel 0.3.1 writes it: with null for what is absent. */
const frame = (name: string, labels: ReadonlyArray<object>, more: object = {}) => ({
  name,
  url: null,
  videoName: null,
  timestamp: null,
  size: null,
  attributes: { weather: "foggy" },
  labels,
  ...more,
})

const box = { id: "4", category: "bus", box2d: { x1: 2, y1: 3, x2: 9.5, y2: 19 }, poly2d: null, box3d: null }

describe("BDD100K", () => {
  it("is told from other lists that have its keys often, without a search that grows with their cube", async () => {
    const text = `[${'{"name":0,"labels":0},'.repeat(3000)}0]`
    assert.isUndefined(await bdd100k.reader?.detect(sourceOf({ "a.json": text })))
  })

  it("is read with the pixel of the second corner in the box, attributes, scores and the set of the file", async () => {
    const scored = { ...box, score: 0.25, attributes: { occluded: true } }
    const { dataset, losses, scenes } = await readFiles(bdd100k, {
      "labels/det_val.json": [frame("a.jpg", [scored]), frame("b.jpg", [])],
      "images/a.jpg": "",
    })
    assert.deepStrictEqual(losses, [])
    assert.strictEqual(dataset.taskType, "vector")
    assert.deepStrictEqual(
      scenes.map(({ frames, name, split }) => [name, split, frames[0]?.image?.url, frames[0]?.attributes]),
      [
        ["a", "val", "images/a.jpg", { weather: "foggy" }],
        ["b", "val", "b.jpg", { weather: "foggy" }],
      ],
    )
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      type: "bbox",
      points: [
        [2, 3],
        [10.5, 20],
      ],
      attributes: { occluded: true, score: 0.25 },
    })
  })

  it("takes no image of another set, and has the set of the file's name before that of its innermost folder", async () => {
    const { scenes } = await readFiles(bdd100k, {
      "train/labels/VAL_2020.json": [frame("a.jpg", [box]), frame("b.jpg", [])],
      "train/validation/x.json": [frame("c.jpg", [box])],
      "images/train/a.jpg": "",
      "images/val/b.jpg": "",
      "images/val/c.jpg": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, split }) => [split, frames[0]?.image?.url]),
      [
        ["val", "a.jpg"],
        ["val", "images/val/b.jpg"],
        ["val", "images/val/c.jpg"],
      ],
    )
  })

  it("has closed parts as one object, open ones as lines, and curves as points on them", async () => {
    const labels = [
      {
        id: "1",
        category: "area",
        poly2d: [part(triangle(0), "LLL", true), part(triangle(50), "LLL", true)],
      },
      {
        id: "2",
        category: "curb",
        poly2d: [
          part(
            [
              [0, 0],
              [0, 8],
              [8, 8],
              [8, 0],
            ],
            "LCCL",
            false,
          ),
        ],
      },
    ]
    const { losses, scenes } = await readFiles(bdd100k, {
      "curb_train.json": { frames: [frame("a.jpg", labels)] },
    })
    const [area, curb] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(area, { type: "polygon" })
    assert.strictEqual(area && "shape" in area ? area.shape?.type : "", "multipolygon")
    const points = curb && "points" in curb ? curb.points : []
    assert.deepStrictEqual(
      [curb?.type, points.length, points[0], points[4], points.at(-1)],
      ["polyline", 9, [0, 0], [4, 6], [8, 0]],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["geometry", 1]],
    )
  })

  it("finds the images of videos in their folders, and counts labels of other shapes", async () => {
    const cuboid = { id: "1", category: "bus", box3d: { location: [1, 2, 3] } }
    const { losses, scenes } = await readFiles(bdd100k, {
      "train.json": [
        frame("0001.jpg", [box], { videoName: "v1" }),
        frame("0001.jpg", [box, cuboid], { videoName: "v2" }),
      ],
      "v1/0001.jpg": "",
      "v2/0001.jpg": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.image?.url]),
      [
        ["v1/0001", "v1/0001.jpg"],
        ["v2/0001", "v2/0001.jpg"],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [
        ["shapes", 2],
        ["tracks", 3],
      ],
    )
  })

  it("counts the ids that connect labels over the frames of a video, with their samples", async () => {
    const { id: _, ...anonymous } = box
    const { losses, scenes } = await readFiles(bdd100k, {
      "train.json": [
        frame("v1-1.jpg", [box, { ...box, id: "5" }], { videoName: "v1" }),
        frame("v1-2.jpg", [box, anonymous, { ...box, id: null }], { videoName: "v1" }),
        frame("single.jpg", [box]),
      ],
    })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames[0]?.annotations.length),
      [2, 3, 1],
    )
    assert.deepStrictEqual(
      losses.map(({ count, examples, kind }) => [kind, count, examples]),
      [["tracks", 3, ["v1/v1-1", "v1/v1-2"]]],
    )
  })

  it("is refused where an image may be one of two", async () => {
    assert.match(
      await refusal(bdd100k, { "l/det.json": [frame("a.jpg", [box])], "x/a.jpg": "", "y/a.jpg": "" }),
      /names the image a.jpg, which may be x\/a.jpg or y\/a.jpg/,
    )
  })

  it("counts labels and frames that cannot be read, with their places, and keeps the rest", async () => {
    const curve = (vertices: ReadonlyArray<readonly [number, number]>) => ({
      id: "2",
      category: "curb",
      poly2d: [part(vertices, "LCL", false)],
    })
    const { dataset, losses, scenes } = await readFiles(bdd100k, {
      "a.json": [
        frame("a.jpg", [
          box,
          curve([
            [0, 0],
            [0, 8],
            [8, 0],
          ]),
          { ...box, box2d: { x1: 2, y1: null, x2: 9, y2: 19 } },
          { ...box, category: null },
          { id: "5", category: "area", poly2d: [part([[0, 0]], "L", true), part(triangle(0), "LLL", true)] },
          null as unknown as object,
        ]),
        { labels: [box] },
        frame("b.jpg", "none" as unknown as ReadonlyArray<object>, { size: { width: "wide", height: 3 } }),
      ],
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.annotations.map(({ type }) => type)]),
      [
        ["a", ["bbox", "polygon"]],
        ["b", []],
      ],
    )
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["area", "bus"],
    )
    assert.deepStrictEqual(losses.find(({ kind }) => kind === "records")?.examples, [
      "a.json /1/name must be a text",
    ])
    assert.deepStrictEqual(losses.find(({ kind }) => kind === "unreadable")?.examples, [
      "a.json /0/labels/1/poly2d/0/types has a curve without two control points between its ends",
      "a.json /0/labels/2/box2d/y1 must be a finite number",
      "a.json /0/labels/3/category must be a text",
      "a.json /0/labels/4/poly2d/0/vertices has 1 points: at least 3 make a shape",
      "a.json /0/labels/5 must be an object",
      "a.json /2/labels must be a list",
      "a.json /2/size/width must be a finite number",
    ])
  })

  it("counts members that it has no place for, and values that no attribute can have", async () => {
    const { losses, scenes } = await readFiles(bdd100k, {
      "a.json": [
        frame("a.jpg", [{ ...box, manualShape: true, score: "high", attributes: { place: { side: 1 } } }], {
          sensor: 3,
          attributes: { weather: "foggy", sun: { height: 3 } },
        }),
      ],
    })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.attributes, { weather: "foggy" })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.annotations[0]?.attributes, { score: "high" })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["attribute-value", ["a.json /0/labels/0/attributes/place", "a.json /0/attributes/sun"]],
        ["unknown", ["a.json /0/sensor", "a.json /0/labels/0/manualShape"]],
      ],
    )
  })
})
