import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { readFiles } from "../files.ts"

describe("The isthing of a category of COCO", () => {
  it("is counted where it is NaN, and the category stays one of things", async () => {
    const { dataset, losses } = await readFiles(coco, {
      "instances.json": `{"images": [{"id": 1, "file_name": "a.jpg", "width": 4, "height": 2}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1]}],
        "categories": [{"id": 1, "name": "car", "isthing": NaN}]}`,
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ hasInstances }) => hasInstances),
      [true],
    )
    assert.deepStrictEqual(
      losses.filter(({ kind }) => kind === "unreadable").map(({ examples }) => examples),
      [["instances.json /categories/0/isthing"]],
    )
  })
})
