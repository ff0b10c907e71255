import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { cityscapes } from "../../src/cityscapes/cityscapes.ts"
import { fromCityPath, toCityPath } from "../../src/cityscapes/paths.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const polygon = [
  [0, 0],
  [4, 0],
  [4, 3],
]
const path = "gtFine/val/frankfurt/frankfurt_000000_000294_gtFine_polygons.json"
const document = { imgHeight: 1024, imgWidth: 2048, objects: [{ label: "car", polygon }] }

describe("Cityscapes", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(cityscapes, { images: "placed" }))

  it("reads labels of groups as they are, and leaves out what was deleted", async () => {
    const { dataset, scenes } = await readFiles(cityscapes, {
      [path]: {
        ...document,
        objects: [
          { label: "cargroup", polygon, id: 0, user: "a", verified: 0, deleted: 0 },
          { label: "sky", polygon, deleted: 1 },
        ],
      },
      "leftImg8bit/val/frankfurt/frankfurt_000000_000294_leftImg8bit.png": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["cargroup"],
    )
    assert.deepInclude(scenes[0], { name: "frankfurt_000000_000294", split: "val" })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.match(scenes[0]?.frames[0]?.image?.url ?? "", /^leftImg8bit/)
  })

  it("has a city for every name, and the name comes back", () => {
    const part = fc.constantFrom("default", "ulm", "ulm_000001_000002", "a_b", "%2F".slice(0, 1))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const [city = "", name = "", ...more] = toCityPath(parts.join("/")).split("/")
        assert.isEmpty(more)
        assert.strictEqual(fromCityPath(city, name), parts.join("/"))
      }),
    )
  })

  it("counts objects that cannot be read, with their places, and keeps the rest", async () => {
    const objects = [
      { label: "car", polygon: polygon.slice(1) },
      { label: 3, polygon },
      { label: "bus", polygon },
      null,
    ]
    const { losses, scenes } = await readFiles(cityscapes, {
      [path]: { ...document, imgWidth: "9", objects },
    })
    const [frame] = scenes[0]?.frames ?? []
    assert.lengthOf(frame?.annotations ?? [], 1)
    assert.isNull(frame?.image?.size)
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        [
          "unreadable",
          [
            `${path} /imgWidth must be a finite number`,
            `${path} /objects/0/polygon must have at least three corners`,
            `${path} /objects/1/label must be a text`,
            `${path} /objects/3 must be an object`,
          ],
        ],
      ],
    )
  })

  it("refuses what it cannot understand", async () => {
    assert.match(await refusal(cityscapes, { [path]: "{" }), /is not JSON/)
    assert.match(await refusal(cityscapes, {}), /has no file SET/)
  })
})
