/** The size that a record states says which frame its shapes are in, in formats that are read and not written too. */
import { assert, describe, it } from "vitest"
import { bdd100k } from "../../src/bdd100k/bdd100k.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import type { Size } from "../../src/model/Scene.ts"
import { sourceOf } from "../files.ts"
import { orientedPng } from "../pictures/oriented.ts"
import { collected } from "../roundTrip.ts"

/** The points of the only box, in BDD100K, whose second corner is the last pixel. */
const importBox = async (size: Size | null) => {
  const label = { id: "1", category: "car", box2d: { x1: 10, y1: 5, x2: 29, y2: 14 } }
  const source = sourceOf({
    "labels/det_val.json": [{ name: "a.png", url: null, size, attributes: {}, labels: [label] }],
    "images/a.png": orientedPng({ width: 60, height: 40 }, 6),
  })
  const { losses, records } = await importDataset({ format: bdd100k, source, save: async ({ path }) => path })
  const [record] = JSON.parse(JSON.stringify(await collected(records)))
  return {
    image: record.attributes.image,
    sizes: record.sizes,
    points: record.label.annotations[0].points,
    counted: losses().map(({ kind }) => kind),
  }
}

describe("a record of a picture with an EXIF orientation", () => {
  it("is turned with the picture where it states the stored size", async () => {
    const { counted, image, points } = await importBox({ width: 60, height: 40 })
    assert.deepStrictEqual(image, { url: "images/a.png", width: 40, height: 60 })
    assert.deepStrictEqual(
      { counted, points },
      {
        points: [
          [25, 10],
          [35, 30],
        ],
        counted: ["orientation"],
      },
    )
  })

  it("stays where it states the upright size, or none", async () => {
    for (const size of [{ width: 40, height: 60 }, null])
      assert.deepStrictEqual((await importBox(size)).points, [
        [10, 5],
        [30, 15],
      ])
  })

  it("is counted where it states another size", async () => {
    assert.include((await importBox({ width: 61, height: 40 })).counted, "image-sizes")
  })

  it("keeps a size that it states in the sample, also a wrong one, and has a measured one beside it", async () => {
    const wrong = await importBox({ width: 61, height: 40 })
    assert.deepStrictEqual(wrong.image, { url: "images/a.png", width: 61, height: 40 })
    assert.isUndefined(wrong.sizes)
    const measured = await importBox(null)
    assert.deepStrictEqual(measured.image, { url: "images/a.png" })
    assert.deepStrictEqual(measured.sizes, [{ url: "images/a.png", width: 40, height: 60, orientation: 6 }])
  })
})
