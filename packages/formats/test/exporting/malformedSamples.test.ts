import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import { each } from "../roundTrip.ts"

describe("a sample whose attributes are malformed", () => {
  it.each(["coco", "csv", "voc"])(
    "is left out of %s and counted, and the others are written",
    async (name) => {
      const format = formats.find((one) => one.name === name)
      if (format === undefined) throw new Error(`${name} is missing.`)
      const image = (path: string) => ({
        image: { url: `https://images.example/${path}`, width: 9, height: 9 },
      })
      const box = {
        id: 1,
        category_id: 1,
        type: "bbox",
        points: [
          [1, 2],
          [3, 4],
        ],
        attributes: {},
      }
      const report = await exportDataset({
        format,
        dataset: {
          name: "made",
          description: "",
          taskType: "vector",
          categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
          imageAttributes: [],
        },
        samples: each([
          { name: "a", metadata: {}, attributes: image("a.png"), label: { annotations: [box] } },
          { name: "odd", metadata: {}, attributes: { image: 7 }, label: { annotations: [box] } },
          { name: "b", metadata: {}, attributes: image("b.png"), label: { annotations: 5 } },
          { name: "c", metadata: {}, attributes: image("c.png"), label: { annotations: [box] } },
        ]),
        target: memoryTarget(),
        open: async () => null,
      })
      assert.deepStrictEqual([report.samples, report.samplesLeftOut], [2, 2])
      const [loss] = report.losses.filter(({ kind }) => kind === "malformed-samples")
      assert.strictEqual(loss?.count, 2)
      assert.match(loss?.examples[0] ?? "", /^odd: \/attributes\/image/)
    },
  )
})
