import { assert, describe, it } from "vitest"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { encodeBitmap } from "../../src/supervisely/bitmap.ts"
import { supervisely } from "../../src/supervisely/supervisely.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip, written } from "../roundTrip.ts"

const classOf = (title: string, shape: string, more: object = {}) => ({
  title,
  shape,
  color: "#FF8000",
  ...more,
})

/** As supervisely 6.74.51 writes it. */
const meta = (more: object = {}) => ({
  classes: [
    classOf("car", "any"),
    classOf("dog", "graph", {
      geometry_config: {
        nodes: {
          a1: { label: "nose", loc: [0, 0] },
          b2: { label: "tail", loc: [5, 5] },
          c3: { label: "ear", loc: [1, 1] },
        },
        edges: [{ src: "a1", dst: "b2", color: "#00FF00" }],
      },
    }),
  ],
  tags: [
    { name: "wet", value_type: "none", applicable_type: "imagesOnly" },
    { name: "speed", value_type: "any_number", applicable_type: "objectsOnly", classes: ["car"] },
    { name: "color", value_type: "oneof_string", values: ["red", "blue"] },
  ],
  ...more,
})

const image = (objects: ReadonlyArray<unknown>, more: object = {}) => ({
  description: "",
  size: { height: 50, width: 100 },
  tags: [],
  objects,
  customBigData: {},
  ...more,
})

const object = (geometryType: string, geometry: object, more: object = {}) => ({
  classTitle: "car",
  description: "",
  tags: [],
  geometryType,
  shape: geometryType,
  nnCreated: false,
  nnUpdated: false,
  ...geometry,
  ...more,
})

const box = object("rectangle", {
  points: {
    exterior: [
      [3, 2],
      [30, 20],
    ],
    interior: [],
  },
})

const mask = (left: number, values: ReadonlyArray<number>) =>
  object("bitmap", {
    bitmap: encodeBitmap({ left, top: 5, width: values.length, height: 1, isIn: (at) => values[at] === 1 }),
  })

describe("Supervisely", () => {
  it("returns what it carries", { timeout: 120_000 }, () =>
    assertRoundTrip(supervisely, { images: "placed", runs: 15 }),
  )

  it("is read with every shape, tags and nodes", async () => {
    const { dataset, losses, scenes } = await readFiles(supervisely, {
      "p/meta.json": meta(),
      "p/train/ann/a.png.json": image(
        [
          object(
            "rectangle",
            {
              points: {
                exterior: [
                  [30, 20],
                  [3, 2],
                ],
                interior: [],
              },
            },
            {
              tags: [
                { name: "speed", value: 7.5 },
                { name: "color", value: "red" },
              ],
              labelerLogin: "ann",
              description: "old",
            },
          ),
          object("polygon", {
            points: {
              exterior: [
                [0, 0],
                [20, 0],
                [20, 20],
              ],
              interior: [],
            },
          }),
          object("polygon", {
            points: {
              exterior: [
                [0, 0],
                [20, 0],
                [20, 20],
              ],
              interior: [
                [
                  [10, 5],
                  [15, 5],
                  [15, 8],
                ],
              ],
            },
          }),
          object("multipolygon", {
            parts: [
              {
                exterior: [
                  [0, 0],
                  [9, 0],
                  [9, 9],
                ],
                interior: [],
              },
              {
                exterior: [
                  [20, 20],
                  [29, 20],
                  [29, 29],
                ],
                interior: [],
              },
            ],
          }),
          object("line", {
            points: {
              exterior: [
                [0, 0],
                [20, 9],
              ],
              interior: [],
            },
          }),
          object("point", { points: { exterior: [[5, 4]], interior: [] } }),
          object("oriented_bbox", {
            points: [
              [10, 10],
              [30, 20],
            ],
            angle: 0.5,
          }),
          object(
            "graph",
            { nodes: { b2: { loc: [9, 8], disabled: true }, a1: { loc: [6, 5] } } },
            { classTitle: "dog" },
          ),
          mask(6, [1, 1, 0, 1]),
        ],
        { tags: [{ name: "wet" }] },
      ),
      "p/train/img/a.png": "",
    })
    assert.isEmpty(losses)
    assert.strictEqual(dataset.taskType, "vector")
    assert.deepStrictEqual(
      dataset.imageAttributes.map(({ input_type, name }) => [name, input_type]),
      [
        ["wet", "checkbox"],
        ["color", "select"],
      ],
    )
    assert.deepInclude(dataset.categories[0], { name: "car", color: [255, 128, 0] })
    assert.deepStrictEqual(dataset.categories[0]?.attributes, [
      { name: "speed", input_type: "number" },
      { name: "color", input_type: "select", values: ["red", "blue"] },
    ])
    assert.deepStrictEqual(dataset.categories[1]?.skeleton, {
      joints: [{ name: "nose" }, { name: "tail" }, { name: "ear" }],
      edges: [["nose", "tail"]],
      flip: [],
    })
    const [scene] = scenes
    assert.deepInclude(scene, { split: "train", file: "a.png" })
    const [frame] = scene?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { wet: true })
    assert.deepStrictEqual(
      frame?.annotations.map((own) => ("points" in own ? [own.type, own.shape?.type] : [own.type])),
      [
        ["bbox", undefined],
        ["polygon", undefined],
        ["polygon", "multipolygon"],
        ["polygon", "multipolygon"],
        ["polyline", undefined],
        ["point", undefined],
        ["polygon", "rotated_box"],
        ["point", "skeleton"],
        ["polygon", "multipolygon"],
      ],
    )
    assert.deepInclude(frame?.annotations[0], {
      points: [
        [3, 2],
        [30, 20],
      ],
      attributes: { speed: 7.5, color: "red", description: "old" },
    })
    assert.deepInclude(frame?.annotations[6], {
      shape: { type: "rotated_box", center: [20, 15], size: [20, 10], angle: 0.5 },
    })
    assert.deepInclude(frame?.annotations[7], {
      shape: {
        type: "skeleton",
        joints: [
          { name: "nose", x: 6, y: 5, visibility: 2 },
          { name: "tail", x: 9, y: 8, visibility: 1 },
          { name: "ear", x: null, y: null, visibility: 0 },
        ],
      },
    })
  })

  it("whose classes are all of masks is a segmentation", async () => {
    const { dataset, losses, scenes } = await readFiles(supervisely, {
      "meta.json": { classes: [classOf("car", "bitmap")], tags: [], projectType: "images" },
      "ds0/ann/a.png.json": image([mask(6, [1, 1, 0, 1]), mask(7, [1, 1])]),
      "ds0/img/a.png": "",
    })
    assert.strictEqual(dataset.taskType, "segmentation-bitmap")
    const bitmap = await scenes[0]?.frames[0]?.bitmap?.load()
    assert.deepStrictEqual([...(bitmap?.ids.subarray(505, 512) ?? [])], [0, 1, 2, 2, 1, 0, 0])
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["overlapping-masks", 1]],
    )
  })

  it("has its datasets as sets, and images without annotations as unlabeled", async () => {
    const { losses, scenes } = await readFiles(supervisely, {
      "meta.json": meta(),
      "day/ann/a.png.json": image([box]),
      "day/img/a.png": "",
      "day/img/x%2Fb.png": "",
      "night/ann/a.png.json": image([]),
      "night/img/a.png": "",
      "old/datasets/new/ann/a.png.json": image([box]),
      "old/datasets/new/img/a.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ file, frames, split, status }) => [split, file, frames[0]?.image?.url, status]),
      [
        ["day", "a.png", "day/img/a.png", undefined],
        ["night", "a.png", "night/img/a.png", undefined],
        [null, "old/new/a.png", "old/datasets/new/img/a.png", undefined],
        ["day", "x/b.png", "day/img/x%2Fb.png", "UNLABELED"],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [
        ["missing-labels", 1],
        ["splits", 1],
      ],
    )
  })

  it("counts odd objects and files, unknown fields and shapes, and keeps the rest", async () => {
    const { losses, scenes } = await readFiles(supervisely, {
      "meta.json": meta(),
      "ds/ann/a.png.json": image([
        box,
        { ...box, classTitle: "bus" },
        { ...box, points: null },
        null,
        object("polygon", {
          points: {
            exterior: [
              [0, 0],
              [20, 0],
            ],
            interior: [],
          },
        }),
        object("cuboid", { points: [] }),
        object("bitmap", { bitmap: { origin: [0, 0], data: "AAAA" } }),
        { ...box, trackId: 5 },
      ]),
      "ds/ann/b.png.json": [1],
      "ds/img/a.png": "",
      "ds/img/b.png": "",
    })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 2)
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [
        ["missing-labels", 1],
        ["shapes", 1],
        ["unknown", 1],
        ["unreadable", 6],
      ],
    )
  })

  it("needs sizes for masks", async () => {
    const files = {
      "meta.json": { classes: [classOf("car", "bitmap")], tags: [] },
      "ds/ann/a.png.json": image([mask(6, [1])], { size: null }),
    }
    assert.match(await refusal(supervisely, files, null), /a.png.json: has no size/)
  })

  it("has tags of the types that its definitions say", async () => {
    const attributes = [
      { name: "speed", input_type: "number" },
      { name: "wet", input_type: "checkbox" },
    ]
    const category = { id: 1, name: "car", color: [1, 2, 3], hasInstances: true, attributes }
    const common = {
      categoryId: 1,
      trackId: null,
      isKeyframe: true,
      type: "bbox" as const,
      points: [
        [1, 2],
        [3, 4],
      ],
    }
    const frame = {
      ...emptyFrame,
      image: { url: "https://images.example/a.jpg", size: { width: 10, height: 10 } },
      annotations: [
        { ...common, id: 1, attributes: { speed: 5, wet: true, note: 3 } },
        { ...common, id: 2, attributes: { speed: "fast", wet: false } },
      ],
    }
    const { files, losses } = await written(supervisely, {
      dataset: {
        name: "d",
        description: "",
        taskType: "vector",
        categories: [category],
        imageAttributes: [],
      },
      scenes: [{ ...emptyScene, name: "a", kind: "image-vector", frames: [frame] }],
    })
    const read = (path: string) => JSON.parse(Buffer.from(files.get(path) ?? []).toString())
    assert.deepStrictEqual(
      read("default/ann/a.jpg.json").objects.map(({ tags }: { readonly tags: unknown }) => tags),
      [[{ name: "speed", value: 5 }, { name: "wet" }, { name: "note", value: "3" }], []],
    )
    assert.deepStrictEqual(
      read("meta.json").tags.map((tag: { readonly name: string; readonly value_type: string }) => [
        tag.name,
        tag.value_type,
      ]),
      [
        ["speed", "any_number"],
        ["wet", "none"],
        ["note", "any_string"],
      ],
    )
    assert.deepStrictEqual(
      losses.list().map(({ count, kind }) => [kind, count]),
      [
        ["attribute-as-text", 1],
        ["attributes", 2],
      ],
    )
  })
})
