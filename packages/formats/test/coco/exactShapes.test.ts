/** Rotated boxes, parts, masks and keypoints of COCO files. */
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { readFiles } from "../files.ts"

const image = { id: 7, file_name: "a.jpg", width: 10, height: 5 }
const box = { id: 1, image_id: 7, category_id: 3, bbox: [1, 2, 3, 2], area: 6, iscrowd: 0 }
const document = { images: [image], annotations: [box], categories: [{ id: 3, name: "car" }] }

describe("exact shapes of COCO", () => {
  it("turns a box by the rotation that CVAT and Datumaro write as an attribute", async () => {
    const { scenes } = await readFiles(coco, {
      "a.json": {
        ...document,
        annotations: [
          { ...box, bbox: [10, 20, 40, 20], attributes: { rotation: 90, occluded: false } },
          { ...box, attributes: { rotation: 0 } },
        ],
      },
    })
    const [turned, upright] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(turned, {
      type: "polygon",
      attributes: { occluded: false },
      shape: { type: "rotated_box", center: [30, 30], size: [40, 20], angle: Math.PI / 2 },
    })
    assert.deepInclude(upright, { type: "bbox", attributes: {} })
  })

  it("keeps polygons of several parts, and masks with their holes, as one object", async () => {
    const part = (x: number) => [x, 0, x + 2, 0, x + 2, 2, x, 2]
    const { scenes } = await readFiles(coco, {
      "a.json": {
        ...document,
        annotations: [
          { ...box, segmentation: [part(0), part(5)] },
          // Three columns of three pixels, without the one in the middle.
          { ...box, segmentation: { size: [5, 10], counts: [0, 3, 2, 1, 1, 1, 2, 3, 37] } },
        ],
      },
    })
    const [parts, mask] = scenes[0]?.frames[0]?.annotations ?? []
    const ring = (x: number) => [
      [x, 0],
      [x + 2, 0],
      [x + 2, 2],
      [x, 2],
    ]
    assert.deepEqual<unknown>(parts !== undefined && "shape" in parts ? parts.shape : undefined, {
      type: "multipolygon",
      polygons: [[ring(0)], [ring(5)]],
    })
    const shape = mask !== undefined && "shape" in mask ? mask.shape : undefined
    assert.deepInclude(shape, { type: "multipolygon", pixels: true })
    assert.lengthOf(
      shape?.type === "multipolygon" ? (shape.polygons[0] ?? []) : [],
      2,
      "an outline and a hole",
    )
  })

  it("names keypoints by their category, with lines, visibilities and the box", async () => {
    const category = {
      id: 3,
      name: "car",
      keypoints: ["front", "back", "roof"],
      skeleton: [
        [1, 2],
        [2, 3],
      ],
    }
    const keypoints = [0, 0, 0, 3, 3, 1, 4, 5, 2]
    const { dataset, losses, scenes } = await readFiles(coco, {
      "a.json": {
        ...document,
        categories: [category],
        annotations: [{ ...box, bbox: [0, 0, 9, 5], keypoints, num_keypoints: 2 }],
      },
    })
    assert.deepStrictEqual(dataset.categories[0]?.skeleton, {
      joints: [{ name: "front" }, { name: "back" }, { name: "roof" }],
      edges: [
        ["front", "back"],
        ["back", "roof"],
      ],
      flip: [],
    })
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      type: "point",
      points: [
        [3, 3],
        [4, 5],
      ],
      shape: {
        type: "skeleton",
        joints: [
          { name: "front", x: null, y: null, visibility: 0 },
          { name: "back", x: 3, y: 3, visibility: 1 },
          { name: "roof", x: 4, y: 5, visibility: 2 },
        ],
        box: [
          [0, 0],
          [9, 5],
        ],
      },
    })
    assert.isEmpty(losses)
  })

  it("numbers keypoints that the category does not name", async () => {
    const { dataset, scenes } = await readFiles(coco, {
      "a.json": { ...document, annotations: [{ ...box, keypoints: [0, 0, 0, 3, 3, 2] }] },
    })
    assert.deepStrictEqual(
      dataset.categories[0]?.skeleton?.joints.map(({ name }) => name),
      ["1", "2"],
    )
    const [drawn] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(drawn !== undefined && "shape" in drawn ? drawn.shape : {}, {
      joints: [
        { name: "1", x: null, y: null, visibility: 0 },
        { name: "2", x: 3, y: 3, visibility: 2 },
      ],
    })
  })
})
