import { assert, describe, it } from "vitest"
import { darwin } from "../../src/darwin/darwin.ts"
import { detectFormat } from "../../src/importing/detect.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"

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
  it("of version 1.0 is recognized and refused by its name, with what to export instead", async () => {
    const older = {
      dataset: "Birds",
      image: {
        width: 640,
        height: 480,
        original_filename: "a.png",
        filename: "a.png",
        url: "https://files.example/a.png",
        thumbnail_url: "https://files.example/t.png",
        path: "/",
        workview_url: "https://darwin.example/1",
      },
      annotations: [{ name: "bus", bounding_box: box.bounding_box, polygon: { path: path(0) } }],
    }
    const { format } = await detectFormat(undefined, sourceOf({ "a.json": older, "a.png": "" }))
    assert.strictEqual(format.name, "darwin")
    for (const files of [{ "a.json": older }, { "a.json": older, "b.json": older }])
      assert.strictEqual(
        await refusal(darwin, files),
        "a.json: is Darwin JSON 1.0, which cannot be read: export the dataset as Darwin JSON 2.0 or as COCO.",
      )
  })

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

  it("has paths inside other paths as holes, and paths inside holes as parts", async () => {
    const square = (from: number, to: number) => [
      { x: from, y: from },
      { x: to, y: from },
      { x: to, y: to },
      { x: from, y: to },
    ]
    const toRing = (own: ReadonlyArray<{ readonly x: number; readonly y: number }>) =>
      own.map(({ x, y }) => [x, y])
    const [outline, hole, island, apart] = [square(10, 40), square(20, 30), square(22, 25), square(50, 60)]
    const { scenes } = await readFiles(darwin, {
      "1.json": file([
        { id: "1", name: "road", polygon: { paths: [outline, hole] } },
        { id: "2", name: "road", polygon: { paths: [hole, island, apart, outline] } },
        { id: "3", name: "road", polygon: { paths: [outline, square(30, 50)] } },
      ]),
    })
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map((own) => ("shape" in own ? own.shape : undefined)),
      [
        [[outline, hole]],
        [[island], [apart], [outline, hole]],
        // Crossing parts stay parts.
        [[outline], [square(30, 50)]],
      ].map((polygons) => ({
        type: "multipolygon" as const,
        polygons: polygons.map((rings) => rings.map((ring) => toRing(ring) as Array<[number, number]>)),
      })),
    )
  })

  it("has a path that fills the bay of another path as a part", async () => {
    const toPath = (...points: ReadonlyArray<readonly [number, number]>) => points.map(([x, y]) => ({ x, y }))
    const bay = toPath([0, 0], [30, 0], [30, 30], [20, 30], [20, 10], [10, 10], [10, 30], [0, 30])
    const { scenes } = await readFiles(darwin, {
      "1.json": file([
        { id: "1", name: "road", polygon: { paths: [bay, toPath([10, 10], [20, 10], [20, 30], [10, 30])] } },
      ]),
    })
    const [annotation] = scenes[0]?.frames[0]?.annotations ?? []
    const shape = annotation !== undefined && "shape" in annotation ? annotation.shape : undefined
    assert.strictEqual(shape?.type === "multipolygon" ? shape.polygons.length : 0, 2)
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

  it("counts annotations and files that cannot be read, with their places, and keeps the rest", async () => {
    const { losses, scenes } = await readFiles(darwin, {
      "1.json": file([
        box,
        { ...box, name: null },
        { id: "3", name: "lane", line: { path: [{ x: 1, y: 2 }] } },
        { id: "4", name: "road", polygon: { paths: [path(0).slice(0, 2)] } },
        { id: "5", name: "lamp", keypoint: { x: "left", y: 4 } },
        { ...box, properties: [{ name: 7, value: "red" }] },
      ]),
      "2.json": file([box], { name: "video.mp4", slots: [{ type: "video" }] }),
      "classes.json": { classes: [] },
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
      [["night/crossing", 2]],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        [
          "records",
          [
            '2.json /item/slots/0/type is "video"; images can be read',
            "classes.json /version is undefined; 2.0 can be read",
          ],
        ],
        [
          "unreadable",
          [
            "1.json /annotations/1/name must be a text",
            "1.json /annotations/2/line has 1 points: at least 2 make a shape",
            "1.json /annotations/3/polygon has no path of three points",
            "1.json /annotations/4/keypoint/x must be a finite number",
            "1.json /annotations/5/properties/0/name must be a text",
          ],
        ],
      ],
    )
  })

  it("counts attributes of tags, which are true and have no place for more", async () => {
    const { losses, scenes } = await readFiles(darwin, {
      "1.json": file([
        { name: "rain", tag: {}, properties: [{ name: "Amount", value: "much" }], attributes: [] },
        { name: "night", tag: {}, properties: [] },
      ]),
    })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.attributes, { rain: true, night: true })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["frame-attributes", ["1.json /annotations/0: Amount"]]],
    )
  })

  it("keeps all values of a property, and those of the image", async () => {
    const chosen = (...values: ReadonlyArray<string>) =>
      values.map((value) => ({ frame_index: 0, name: "Color", value }))
    const { scenes } = await readFiles(darwin, {
      "1.json": file(
        [{ ...box, properties: [...chosen("red", "blue"), { name: "Size", value: "large" }] }],
        {},
        {
          properties: chosen("gray"),
        },
      ),
    })
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.annotations[0]?.attributes, { Color: ["red", "blue"], Size: "large" })
    assert.deepStrictEqual(frame?.attributes, { Color: "gray" })
  })
})
