/** Records that state 0 × 0 say nothing about the size of their image. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { formats } from "../../src/formats.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { type Files, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { collected } from "../roundTrip.ts"

const png = pngOf({ width: 10, height: 5 })

const shape = { label: "cat", points: [[1, 1], [3, 3]], shape_type: "rectangle", flags: {} } // biome-ignore format: corners

const region = {
  id: "r",
  original_width: 0,
  original_height: 0,
  type: "rectanglelabels",
  from_name: "label",
  to_name: "image",
  value: { x: 10, y: 20, width: 20, height: 40, rotation: 0, rectanglelabels: ["cat"] },
}

/** An image with a box from 1, 1 to 3, 3. */
const files: Readonly<Record<string, Files>> = {
  coco: {
    "a.json": {
      images: [{ id: 1, file_name: "a.png", width: 0, height: 0 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 2, 2], area: 4, iscrowd: 0 }],
      categories: [{ id: 1, name: "cat" }],
    },
    "a.png": png,
  },
  cvat: {
    "annotations.xml":
      '<annotations><version>1.1</version><meta></meta><image id="0" name="a.png" width="0" height="0"><box label="cat" xtl="1" ytl="1" xbr="3" ybr="3"/></image></annotations>',
    "images/a.png": png,
  },
  labelme: {
    "a.json": {
      version: "5.5.0",
      flags: {},
      shapes: [shape],
      imagePath: "a.png",
      imageHeight: 0,
      imageWidth: 0,
    },
    "a.png": png,
  },
  "label-studio": {
    "tasks.json": [{ id: 1, data: { image: "a.png" }, annotations: [{ id: 1, result: [region] }] }],
    "a.png": png,
  },
}

const findFormat = (name: string): Format => formats.find((one) => one.name === name) ?? assert.fail(name)

describe("a record that states 0 × 0", () => {
  for (const [name, own] of Object.entries(files))
    it(`leaves the size to its image in ${findFormat(name).title}, and loses nothing`, async () => {
      const { losses, records } = await importDataset({
        format: findFormat(name),
        source: sourceOf(own),
        save: async ({ path }) => path,
      })
      const [record] = await collected(records)
      assert.deepInclude(record?.sizes?.[0], { width: 10, height: 5 })
      assert.deepInclude(record?.label, {
        annotations: [{ id: 1, category_id: 1, type: "bbox", points: [[1, 1], [3, 3]] }], // biome-ignore format: corners
      })
      assert.isEmpty(losses())
    })
})
