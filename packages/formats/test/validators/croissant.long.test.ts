/** mlcroissant validates the metadata of exports and loads their records. */
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { yoloDetect } from "../../src/yolo/formats.ts"
import { each } from "../roundTrip.ts"
import { checkedBy } from "./checked.ts"

const program = `
import json, os, sys
import mlcroissant as mlc
dataset = mlc.Dataset(os.path.join(sys.argv[1], "croissant.json"))
issues = dataset.metadata.ctx.issues
text = lambda value: value.decode() if isinstance(value, bytes) else value
records = {name: [{key: text(value) for key, value in record.items()} for record in dataset.records(name)] for name in ["categories", "samples", "objects"]}
identifier = json.load(open(os.path.join(sys.argv[1], "croissant.json")))["identifier"]
print(json.dumps({"identifier": identifier, "errors": sorted(issues.errors), "warnings": sorted(issues.warnings), "records": records}, default=str))
`

const categories = ["cat", "driver's dog"].map((name, index) => ({
  id: index + 1,
  name,
  color: null,
  hasInstances: true,
  attributes: [],
}))

const samples = Array.from({ length: 25 }, (_, index) => ({
  name: `a${index}`,
  attributes: { image: { url: `https://images.example/${index}.jpg`, width: 100, height: 50 } },
  metadata: { split: index === 0 ? "val" : "train" },
  status: "LABELED" as const,
  label: {
    annotations: [
      {
        id: 1,
        category_id: 2,
        type: "bbox",
        points: [
          [1, 2],
          [30, 40],
        ],
        attributes: {},
      },
    ],
  },
}))

describe("Croissant metadata", () => {
  for (const format of [coco, yoloDetect])
    it(`of ${format.title} is valid for mlcroissant, which loads the records`, {
      timeout: 600_000,
    }, async (context) => {
      const target = memoryTarget()
      await exportDataset({
        format,
        dataset: { name: "street", description: "", taskType: "bboxes", categories, imageAttributes: [] },
        samples: each(samples),
        target,
        open: async () => null,
        croissant: true,
        releaseRoot: "ab".repeat(32),
      })
      const found = (await checkedBy(["mlcroissant==1.1.1"], program, target.files, context)) as {
        readonly errors: unknown
        readonly identifier: { readonly value: string }
        readonly records: Readonly<Record<string, ReadonlyArray<object>>>
      }
      assert.deepStrictEqual(found.errors, [])
      assert.strictEqual(found.identifier.value, "ab".repeat(32))
      assert.deepStrictEqual(found.records.categories, [
        { "categories/name": "cat" },
        { "categories/name": "driver's dog" },
      ])
      assert.lengthOf(found.records.samples ?? [], 25)
      assert.deepStrictEqual(found.records.samples?.[0], {
        "samples/name": "a0",
        "samples/split": "val",
        "samples/frames": 1,
        "samples/objects": 1,
      })
      assert.deepInclude(found.records.objects?.[0], {
        "objects/sample": "a0",
        "objects/category": "driver's dog",
        "objects/x_min": 1,
        "objects/y_max": 40,
      })
    })
})
