import { assert, describe, it } from "vitest"
import { createml } from "../../src/createml/createml.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const box = (label: unknown, more: object = {}) => ({
  label,
  coordinates: { x: 40, y: 30, width: 40, height: 40 },
  ...more,
})

describe("Create ML", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(createml, { images: "placed" }))

  it("is read as Roboflow writes it, a file beside the images of each set", async () => {
    const { dataset, losses, scenes } = await readFiles(createml, {
      "train/_annotations.createml.json": [
        { image: "a.jpg", annotations: [box("driver's dog"), box("cat", { confidence: 0.5 })] },
        { image: "b.jpg", annotations: [] },
      ],
      "train/a.jpg": "",
      "train/b.jpg": "",
      "valid/_annotations.createml.json": [{ imagefilename: "a.jpg", annotation: [box("cat")] }],
      "valid/a.jpg": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["cat", "driver's dog"],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames }) => [frames[0]?.image?.url, frames[0]?.annotations.length]),
      [
        ["train/a.jpg", 2],
        ["train/b.jpg", 0],
        ["valid/a.jpg", 1],
      ],
    )
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      categoryId: 2,
      points: [
        [20, 10],
        [60, 50],
      ],
    })
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[1], { attributes: { score: 0.5 } })
    assert.isEmpty(losses)
  })

  it("finds the images of a folder of annotations in the folder of images beside it, of its set alone", async () => {
    const { scenes } = await readFiles(createml, {
      "annotations/a.json": [{ image: "a.jpg", annotations: [box("cat")] }],
      "images/a.jpg": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.image?.url]),
      [["a", "images/a.jpg"]],
    )
    const list = [{ image: "a.jpg", annotations: [box("cat")] }]
    const sets = { "annotations/train.json": list, "annotations/val.json": list, "images/train/a.jpg": "" }
    assert.match(await refusal(createml, sets), /val.json \/0 has the image a.jpg, which is missing/)
  })

  it("takes no image of another set", async () => {
    const files = { "a.json": [{ image: "val/a.jpg", annotations: [box("cat")] }], "train/a.jpg": "" }
    assert.match(await refusal(createml, files), /has the image val\/a.jpg, which is missing/)
  })

  it("counts boxes that cannot be read, and refuses images that are missing or twice", async () => {
    const list = (...annotations: ReadonlyArray<unknown>) => [{ image: "a.jpg", annotations }]
    const { losses, scenes } = await readFiles(createml, {
      "a.json": list(box(null), box("cat", { coordinates: { x: 1 } }), box("cat", { id: 3 })),
      "a.jpg": "",
    })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["rows", ["a.json /0/annotations/0 has no label", "a.json /0/annotations/1 has no center and size"]],
        ["unknown", ["a.json /0/annotations/2/id"]],
      ],
    )
    assert.match(await refusal(createml, { "a.json": list(box("cat")) }), /a.json: .*a.jpg, which is missing/)
    assert.match(
      await refusal(createml, { "a.json": list(box("cat")), "x/a.jpg": "", "y/a.jpg": "" }),
      /may be x\/a.jpg or y\/a.jpg/,
    )
    assert.match(
      await refusal(createml, { "a.json": [...list(), ...list()], "a.jpg": "" }),
      /has the image a.jpg, which another record has/,
    )
  })

  it("counts records and lists that cannot be read, and keeps the rest", async () => {
    const { losses, scenes } = await readFiles(createml, {
      "a.json": [
        { image: "a.jpg", annotations: [box("cat"), null] },
        { annotations: [box("cat")] },
        { image: "b.jpg", annotations: "none" },
      ],
      "a.jpg": "",
      "b.jpg": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name, status }) => [name, frames[0]?.annotations.length, status]),
      [
        ["a", 1, undefined],
        ["b", 0, "UNLABELED"],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["records", ["a.json /1/imagefilename must be a text"]],
        ["rows", ["a.json /0/annotations/1 must be an object", "a.json /2/annotations must be a list"]],
      ],
    )
  })
})
