import { assert, describe, it } from "vitest"
import { labelme } from "../../src/labelme/labelme.ts"
import { readFiles } from "../reading.ts"

const document = JSON.stringify({
  version: "5.5.0",
  flags: {},
  shapes: [
    {
      label: "car",
      points: [
        [1, 2],
        [3, 4],
      ],
      shape_type: "rectangle",
      flags: {},
    },
  ],
  imagePath: "b.jpg",
  imageData: null,
  imageHeight: 10,
  imageWidth: 20,
})

describe("an image that several files of Labelme label", () => {
  it("gives each of them a sample that is called as its file", async () => {
    const text = document.replace("b.jpg", "../../images/a.jpg")
    const { scenes } = await readFiles(labelme, {
      "labels/ann1/a.json": text,
      "labels/ann2/a.json": text,
      "labels/ann1/c.json": text.replace("a.jpg", "c.jpg"),
      "images/a.jpg": "",
      "images/c.jpg": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ file, frames }) => [file, frames[0]?.image?.url]),
      [
        ["labels/ann1/a.jpg", "images/a.jpg"],
        ["c.jpg", "images/c.jpg"],
        ["labels/ann2/a.jpg", "images/a.jpg"],
      ],
    )
  })
})

describe("a folder of Labelme whose first file is broken", () => {
  for (const [how, broken] of [
    ["cut within its shapes", document.slice(0, 90)],
    ["cut after its first character", "{"],
    ["not JSON at its middle", document.replace('"label":', '"label"')],
    ["empty", ""],
  ] as const)
    it(`is found, and the other files come in, where it is ${how}`, async () => {
      const { losses, scenes } = await readFiles(labelme, {
        "a.json": broken,
        "b.json": document,
        "b.jpg": "",
      })
      assert.deepStrictEqual(
        scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
        [["b", 1]],
      )
      assert.strictEqual(losses.records, 1)
    })
})
