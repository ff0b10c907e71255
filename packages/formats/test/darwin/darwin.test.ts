import { assert, describe, it } from "vitest"
import { darwin } from "../../src/darwin/darwin.ts"
import { readFiles, refusal } from "../files.ts"

const path = (x: number) => [
  { x, y: 0 },
  { x: x + 9, y: 0 },
  { x, y: 9 },
]

/** As darwin-py 3.6.3 writes it. */
const file = (annotations: ReadonlyArray<object>, item: object = {}, more: object = {}) => ({
  version: "2.0",
  schema_ref: "https://darwin-public.s3.eu-west-1.amazonaws.com/darwin_json/2.0/schema.json",
  item: {
    name: "crossing.png",
    path: "/night",
    slots: [
      {
        type: "image",
        slot_name: "0",
        width: 640,
        height: 480,
        source_files: [{ file_name: "crossing.png", url: "https://files.example/1" }],
      },
    ],
    ...item,
  },
  annotations,
  ...more,
})

const box = { id: "1", name: "bus", bounding_box: { x: 1, y: 2, w: 30, h: 40 } }

describe("Darwin", () => {
  it("takes no image of another set", async () => {
    const { scenes } = await readFiles(darwin, {
      "a.json": file([box], { path: "/val" }),
      "train/crossing.png": "",
    })
    assert.strictEqual(scenes[0]?.frames[0]?.image?.url, "val/crossing.png")
  })

  it("is read with boxes, polygons of several parts, lines, points, ellipses, and tags of the image", async () => {
    const { dataset, losses, scenes } = await readFiles(
      darwin,
      {
        "annotations/1.json": file([
          { ...box, attributes: ["late"], instance_id: { value: 7 } },
          { id: "2", name: "road", polygon: { paths: [path(0), path(50)] }, bounding_box: box.bounding_box },
          { id: "3", name: "road", polygon: { paths: [path(5)] }, bounding_box: box.bounding_box },
          { id: "4", name: "lane", line: { path: path(1) } },
          { id: "5", name: "lamp", keypoint: { x: 3, y: 4 } },
          { id: "6", name: "lamp", ellipse: { center: { x: 5, y: 6 }, radius: { x: 2, y: 1 }, angle: 0.5 } },
          { id: "7", name: "rain", tag: {} },
          { id: "8", name: "bus", skeleton: { nodes: [] }, bounding_box: box.bounding_box },
        ]),
        "images/night/crossing.png": "",
      },
      null,
    )
    assert.deepStrictEqual(
      losses.map(({ count, examples, kind }) => [kind, count, examples]),
      [["shapes", 1, ["annotations/1.json /annotations/7: skeleton"]]],
    )
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["bus", "lamp", "lane", "road"],
    )
    const [scene] = scenes
    assert.strictEqual(scene?.name, "night/crossing")
    const [frame] = scene?.frames ?? []
    assert.deepStrictEqual(frame?.image, {
      url: "images/night/crossing.png",
      size: { width: 640, height: 480 },
    })
    assert.deepStrictEqual(frame?.attributes, { rain: true })
    assert.deepStrictEqual(
      frame?.annotations.map((one) => [one.id, one.type, "shape" in one ? one.shape?.type : undefined]),
      [
        [1, "bbox", undefined],
        [2, "polygon", "multipolygon"],
        [3, "polygon", undefined],
        [4, "polyline", undefined],
        [5, "point", undefined],
        [6, "polygon", "ellipse"],
      ],
    )
    assert.deepInclude(frame?.annotations[0], {
      points: [
        [1, 2],
        [31, 42],
      ],
      attributes: { late: true, instance_id: 7 },
    })
  })

  it("is refused in another version, and for anything but one image", async () => {
    const refused = (document: object) => refusal(darwin, { "1.json": document })
    assert.match(await refused(file([box], {}, { version: "3.0" })), /\/version is "3.0"; 2.0 can be read/)
    assert.match(
      await refused(file([box], { slots: [{ type: "video" }] })),
      /\/item\/slots\/0\/type is "video"/,
    )
    assert.match(await refused(file([box], { slots: [{}, {}] })), /has several images/)
  })
})
