/** COCO files as tools other than ours write them. */
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { formatCounts } from "../../src/masks/rleText.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { readFiles, refusal } from "../files.ts"

const image = { id: 7, file_name: "a.jpg", width: 10, height: 5 }
const box = { id: 1, image_id: 7, category_id: 3, bbox: [1, 2, 3, 2], area: 6, iscrowd: 0 }
const document = { images: [image], annotations: [box], categories: [{ id: 3, name: "car" }] }
const path = "annotations/instances_val2017.json"

const frameOf = ({ scenes }: { scenes: ReadonlyArray<Scene> }) => {
  const frame = scenes[0]?.frames[0]
  assert.isDefined(frame)
  return frame as Scene["frames"][number]
}

describe("COCO files of other tools", () => {
  it("keeps boxes, masks and polygons that are in one image", async () => {
    const ring = [0, 0, 2, 0, 2, 2, 0, 2]
    const found = await readFiles(coco, {
      [path]: {
        ...document,
        annotations: [
          { ...box, segmentation: { size: [5, 10], counts: [0, 2, 48] } },
          box,
          { ...box, segmentation: [ring] },
          { ...box, segmentation: [ring, [6, 0, 8, 0, 8, 2, 6, 2]] },
        ],
      },
    })
    assert.strictEqual(found.dataset.taskType, "vector")
    assert.deepStrictEqual(
      frameOf(found).annotations.map(({ id, type }) => [id, type]),
      [
        [1, "polygon"],
        [2, "bbox"],
        [3, "polygon"],
        [4, "polygon"],
      ],
    )
    assert.isEmpty(found.losses)
  })

  it("counts an odd annotation or part of one with its place, and reads the rest", async () => {
    const ring = [0, 0, 2, 0, 2, 2]
    const { losses, scenes } = await readFiles(coco, {
      "a.json": {
        ...document,
        categories: [{ id: 3, name: "car" }],
        annotations: [
          { ...box, image_id: 9 },
          { ...box, category_id: 9 },
          null,
          { ...box, bbox: [1, 2, 3] },
          { ...box, bbox: null },
          { ...box, segmentation: [[1, 2, 3, 4]] },
          { ...box, segmentation: [[]] },
          { ...box, segmentation: [[1, 2, 3, 4], ring] },
          { ...box, segmentation: { size: [5, 10], counts: [1, 2] } },
          { ...box, segmentation: { size: [5, 10], counts: "é" } },
          { ...box, segmentation: { size: [9, 9], counts: [81] } },
          { ...box, keypoints: [1, 2] },
          { ...box, bbox: ["1", "2", "3", "2"] },
          { ...box, id: "x-1", image_id: "7", category_id: "3" },
          { ...box, bbox: [4, 4, 0, 0], area: null, segmentation: null, iscrowd: null, attributes: null },
          { ...box, bbox: [4, 4, -3, -2] },
        ],
      },
    })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [
        kind,
        examples.map((place) => place.replace("a.json /annotations", "")),
      ]),
      [
        ["references", ["/0", "/1"]],
        [
          "unreadable",
          [
            "/2",
            "/3/bbox",
            "/3",
            "/4",
            "/5/segmentation/0",
            "/6/segmentation/0",
            "/7/segmentation/0",
            "/8/segmentation",
            "/9/segmentation",
            "/10/segmentation",
          ],
        ],
      ],
    )
    const corners = [
      [1, 2],
      [4, 4],
    ]
    const drawn = scenes[0]?.frames[0]?.annotations.map((one) =>
      "points" in one ? [one.type, one.points] : [],
    )
    assert.deepStrictEqual(drawn, [
      ["bbox", corners],
      ["bbox", corners],
      [
        "polygon",
        [
          [0, 0],
          [2, 0],
          [2, 2],
        ],
      ],
      ["bbox", corners],
      ["bbox", corners],
      ["bbox", corners],
      ["bbox", corners],
      ["bbox", corners],
      ["bbox", corners],
      [
        "bbox",
        [
          [4, 4],
          [4, 4],
        ],
      ],
      [
        "bbox",
        [
          [1, 2],
          [4, 4],
        ],
      ],
    ])
  })

  it("gives categories of several files the ids of the first, by their names", async () => {
    const second = { ...image, id: 1, file_name: "b.jpg" }
    const { dataset, losses, scenes } = await readFiles(coco, {
      "annotations/instances_train.json": { ...document, categories: [{ id: 3, name: "car" }] },
      "annotations/instances_val.json": {
        images: [second],
        annotations: [
          { ...box, image_id: 1, category_id: 1 },
          { ...box, image_id: 1, category_id: 3 },
        ],
        categories: [
          { id: 1, name: "car" },
          { id: 3, name: "dog" },
        ],
      },
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name }) => [id, name]),
      [
        [3, "car"],
        [4, "dog"],
      ],
    )
    assert.deepStrictEqual(
      scenes[1]?.frames[0]?.annotations.map(({ categoryId }) => categoryId),
      [3, 4],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        [
          "category-ids",
          ["annotations/instances_val.json /categories/0", "annotations/instances_val.json /categories/1"],
        ],
      ],
    )
  })

  it("merges a category with its parent of the same name, and refuses two below different parents", async () => {
    const fish = (id: number, supercategory: string) => ({ id, name: "fish", supercategory })
    const { dataset, scenes } = await readFiles(coco, {
      "a.json": { ...document, categories: [fish(0, "none"), fish(3, "fish")] },
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name }) => [id, name]),
      [[3, "fish"]],
    )
    assert.strictEqual(scenes[0]?.frames[0]?.annotations[0]?.categoryId, 3)
    const annotations = [box, { ...box, category_id: 4 }]
    const categories = [fish(3, "sea"), fish(4, "river")]
    assert.match(
      await refusal(coco, { "a.json": { ...document, annotations, categories } }),
      /a\.json: has the category "fish" below "sea" \(a\.json \/categories\/0\) and below "river" \(a\.json \/categories\/1\)/,
    )
  })

  it("reads LVIS, whose images have a URL and no name of a file", async () => {
    const { scenes } = await readFiles(coco, {
      "lvis_v1_val.json": {
        ...document,
        images: [
          {
            id: 7,
            coco_url: "http://images.example/train2017/000000000007.jpg",
            width: 10,
            height: 5,
            neg_category_ids: [3],
            not_exhaustive_category_ids: [],
          },
        ],
      },
      "images/000000000007.jpg": "",
    })
    assert.strictEqual(scenes[0]?.name, "train2017/000000000007")
    assert.deepInclude(scenes[0]?.frames[0]?.image, {
      url: "http://images.example/train2017/000000000007.jpg",
    })
    assert.deepStrictEqual(scenes[0]?.fields, { neg_category_ids: [3], not_exhaustive_category_ids: [] })
  })

  it("reads Segment Anything, a file for each image without categories", async () => {
    const mask = { size: [5, 10], counts: formatCounts([10, 10, 30]) }
    const file = (name: string) => ({
      image: { image_id: 9, file_name: name, width: 10, height: 5 },
      annotations: [
        {
          id: 1,
          bbox: [2, 0, 2, 5],
          area: 10,
          segmentation: mask,
          predicted_iou: 0.9,
          point_coords: [[3, 2]],
        },
      ],
    })
    const { dataset, losses, scenes } = await readFiles(coco, {
      "sa_1.json": file("sa_1.jpg"),
      "sa_2.json": file("sa_2.jpg"),
    })
    assert.deepStrictEqual(
      scenes.map(({ name }) => name),
      ["sa_1", "sa_2"],
    )
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name }) => [id, name]),
      [[1, "object"]],
    )
    assert.strictEqual(dataset.taskType, "segmentation-bitmap")
    const frame = scenes[0]?.frames[0]
    assert.deepStrictEqual(frame?.annotations[0]?.attributes, { predicted_iou: 0.9 })
    const ids = (await frame?.bitmap?.load())?.ids ?? []
    assert.deepStrictEqual([...ids.slice(0, 10)], [0, 0, 1, 1, 0, 0, 0, 0, 0, 0])
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["unknown", 2]],
      "the coordinates of points",
    )
  })

  describe("with results", () => {
    const images = [image, { ...image, id: 8, file_name: "b.jpg" }]
    const result = { image_id: 7, category_id: 3, bbox: [1, 2, 3, 2], score: 0.75 }

    it("reads predictions for images without annotations as prelabels with their scores", async () => {
      const { losses, scenes } = await readFiles(coco, {
        "annotations/image_info_test.json": { ...document, images, annotations: [] },
        "results.json": [
          result,
          { ...result, bbox: [0, 0, 1, 1], score: 0.25 },
          { ...result, image_id: 99 },
          { ...result, category_id: 99 },
        ],
      })
      assert.deepStrictEqual(
        scenes.map(({ name, score, status }) => [name, status, score]),
        [
          ["a", "PRELABELED", (0.75 + 0.25 + 0.75) / 3],
          ["b", "UNLABELED", undefined],
        ],
      )
      assert.deepStrictEqual(
        scenes[0]?.frames[0]?.annotations.map(({ attributes }) => attributes),
        [{ score: 0.75 }, { score: 0.25 }],
      )
      assert.deepStrictEqual(
        losses.map(({ examples, kind }) => [kind, examples]),
        [["references", ["results.json /2", "results.json /3"]]],
      )
    })

    it("reads a list of images alone where no file has their annotations", async () => {
      const list = { ...document, images, annotations: [] }
      const read = async (files: Parameters<typeof readFiles>[1]) =>
        (await readFiles(coco, files)).scenes.length
      assert.strictEqual(await read({ "annotations/image_info_test.json": list }), 2)
      const labeled = { "annotations/labels_test.json": { ...document, images: images.slice(0, 1) } }
      assert.strictEqual(await read({ ...labeled, "annotations/image_info_test.json": list }), 1)
    })

    it("keeps the annotations of the file with the images, and counts predictions beside them", async () => {
      const { losses, scenes } = await readFiles(coco, {
        "a.json": { ...document, images },
        "results.json": [result],
      })
      assert.deepStrictEqual(
        scenes.map(({ frames, status }) => [frames[0]?.annotations.length, status]),
        [
          [1, undefined],
          [0, undefined],
        ],
      )
      assert.deepStrictEqual(
        losses.map(({ examples, kind }) => [kind, examples]),
        [["alternatives", ["results.json /0"]]],
      )
    })

    it("refuses results without images, and with those of two files", async () => {
      assert.match(await refusal(coco, { "results.json": [result] }), /results\.json: has results alone/)
      const file = { ...document, annotations: [] }
      assert.match(
        await refusal(coco, { "a.json": file, "b.json": file, "results.json": [result] }),
        /results\.json: \/0 has the image 7, which a\.json and b\.json have/,
      )
    })
  })
})
