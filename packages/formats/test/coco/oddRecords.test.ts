import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { readFiles, refusal } from "../files.ts"

const image = (id: unknown, more: object = {}) => ({
  id,
  file_name: `${id}.png`,
  width: 100,
  height: 50,
  ...more,
})

const box = (id: number, image_id: unknown, category_id: unknown = 1) => ({
  id,
  image_id,
  category_id,
  bbox: [1, 2, 3, 4],
})

const car = { id: 1, name: "car" }

const read = async (file: object) => {
  const { losses, scenes } = await readFiles(coco, { "a.json": file }, null)
  return {
    names: scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
    losses: losses.map(({ count, examples, kind }) => [kind, count, examples[0]]),
  }
}

describe("an odd record of COCO", () => {
  it("of an image is counted with its place and its annotations, and the others keep their places", async () => {
    const odd: ReadonlyArray<readonly [unknown, string]> = [
      [null, "a.json /images/1 must be an object"],
      [{ file_name: "x.png" }, "a.json /images/1/id must be a whole number or a text"],
      [image(2, { width: "wide" }), "a.json /images/1/width must be a finite number"],
      [image(2, { file_name: undefined }), "a.json /images/1 has neither a file_name nor a coco_url"],
      [
        image(2, { width: null, height: null }),
        "a.json /images/1 has no width and height, and the size of its image cannot be read",
      ],
    ]
    for (const [record, message] of odd) {
      const file = {
        images: [image(1), record, image(3), image(4, { width: -1 })],
        categories: [car],
        annotations: [box(1, 1), box(2, 2), box(3, 3)],
      }
      const found = await read(file)
      assert.deepStrictEqual(found.names, [
        ["1", 1],
        ["3", 1],
      ])
      assert.deepInclude(found.losses, ["records", 2, message])
      assert.isTrue(found.losses.some(([kind, count]) => kind === "references" && count === 1))
    }
    const last = await read({
      images: [null, image(1), image(4, { width: -1 })],
      categories: [car],
      annotations: [box(1, 1)],
    })
    assert.deepStrictEqual(last.losses, [["records", 2, "a.json /images/0 must be an object"]])
  })

  it("of a category is counted, and the annotations of that category", async () => {
    const found = await read({
      images: [image(1)],
      categories: [car, null, { name: "no id" }],
      annotations: [box(1, 1), box(2, 1, 2)],
    })
    assert.deepStrictEqual(found.names, [["1", 1]])
    assert.deepInclude(found.losses, ["records", 2, "a.json /categories/1 must be an object"])
  })

  it("refuses the file where every image is odd, and where an id has two names", async () => {
    const file = { categories: [car], annotations: [box(1, 1)] }
    assert.match(
      await refusal(coco, { "a.json": { ...file, images: [null, {}] } }),
      /\/images\/0 must be an object/,
    )
    const twice = { ...file, images: [image(1)], categories: [car, { id: 1, name: "bus" }] }
    assert.match(
      await refusal(coco, { "a.json": twice }),
      /has the id 1 of "car" \(a\.json \/categories\/0\) for "bus" \(a\.json \/categories\/1\) as well/,
    )
  })
})
