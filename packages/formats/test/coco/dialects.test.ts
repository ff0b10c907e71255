/** COCO files as tools other than ours write them. */
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
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
})
