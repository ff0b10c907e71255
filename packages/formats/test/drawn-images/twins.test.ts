/** Images of tools with a JSON file for each, or for all of them, that differ in their endings alone. */
import { assert, describe, it } from "vitest"
import { bdd100k } from "../../src/bdd100k/bdd100k.ts"
import { coco } from "../../src/coco/coco.ts"
import { darwin } from "../../src/darwin/darwin.ts"
import type { Format } from "../../src/Format.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { superannotate } from "../../src/superannotate/superannotate.ts"
import { type Files, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { collected } from "../roundTrip.ts"

const png = pngOf({ width: 10, height: 5 })

const printSuperannotate = (name: string) => ({
  metadata: { name, width: 10, height: 5, status: "Completed" },
  instances: [{ type: "bbox", className: "cat", points: { x1: 1, y1: 1, x2: 3, y2: 3 }, attributes: [] }],
  tags: [],
})

const printDarwin = (name: string) => ({
  version: "2.0",
  item: { name, path: "/", slots: [{ slot_name: "0", type: "image", width: 10, height: 5 }] },
  annotations: [{ id: "x", name: "cat", bounding_box: { x: 1, y: 1, w: 2, h: 2 } }],
})

const printFrame = (name: string) => ({
  name,
  labels: [{ id: "1", category: "car", box2d: { x1: 1, y1: 1, x2: 3, y2: 3 } }],
})

const printLabelme = (imagePath: string) => ({
  version: "5.5.0",
  flags: {},
  imagePath,
  imageData: null,
  imageHeight: 5,
  imageWidth: 10,
  shapes: [
    {
      label: "car",
      points: [
        [1, 1],
        [3, 3],
      ],
      shape_type: "rectangle",
      group_id: null,
      flags: {},
    },
  ],
})

const cocoDocument = {
  images: ["a.png", "a.jpg"].map((name, index) => ({ id: index, file_name: name, width: 10, height: 5 })),
  annotations: [{ id: 1, image_id: 0, category_id: 1, bbox: [1, 1, 2, 2], area: 4, iscrowd: 0 }],
  categories: [{ id: 1, name: "cat" }],
}

const cases: ReadonlyArray<readonly [Format, Files]> = [
  [superannotate, { "a.png.json": printSuperannotate("a.png"), "a.jpg.json": printSuperannotate("a.jpg") }],
  [darwin, { "a.json": printDarwin("a.png"), "b.json": printDarwin("a.jpg") }],
  [coco, { "a.json": cocoDocument }],
  [labelme, { "a.png.json": printLabelme("a.png"), "a.jpg.json": printLabelme("a.jpg") }],
  [bdd100k, { "labels.json": [printFrame("a.png"), printFrame("a.jpg")] }],
]

describe("two images of one name with different endings", () => {
  for (const [format, files] of cases)
    it(`are two samples in ${format.title}, which keep their files`, async () => {
      const { records } = await importDataset({
        format,
        source: sourceOf({ ...files, "a.png": png, "a.jpg": png }),
        save: async ({ path }) => path,
      })
      const samples = await collected(records)
      assert.sameDeepMembers(
        samples.map(({ metadata, name }) => [name, metadata["file"]]),
        [
          ["a.png", "a.png"],
          ["a.jpg", "a.jpg"],
        ],
      )
    })
})
