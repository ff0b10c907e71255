/** The sets that names of COCO files say. */
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { readFiles } from "../files.ts"

const makeFile = (image: string) => ({
  images: [{ id: 1, file_name: image, width: 10, height: 8 }],
  annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 2, 2], area: 4, iscrowd: 0 }],
  categories: [{ id: 1, name: "car" }],
})

const readSplits = async (first: string, second: string) => {
  const { scenes } = await readFiles(coco, { [first]: makeFile("a.png"), [second]: makeFile("b.png") })
  return scenes.map(({ name, split }) => [name, split])
}

describe("files of COCO", () => {
  it("called as folds and other sets give their samples the set", async () => {
    for (const [first, second] of [
      ["fold1", "fold2"],
      ["dev", "eval"],
      ["split_0", "split_1"],
    ] as const)
      assert.deepStrictEqual(await readSplits(`annotations/${first}.json`, `annotations/${second}.json`), [
        ["a", first],
        ["b", second],
      ])
  })

  it("called otherwise give none, and the folder of a usual set comes first", async () => {
    assert.deepStrictEqual(await readSplits("part1.json", "part2.json"), [
      ["a", null],
      ["b", null],
    ])
    assert.deepStrictEqual(await readSplits("train/fold1.json", "val/fold1.json"), [
      ["a", "train"],
      ["b", "val"],
    ])
  })
})
