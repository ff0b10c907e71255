import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { mapillary } from "../../src/mapillary/format.ts"
import { readFiles, refusal } from "../files.ts"
import { pngOf } from "../images.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const labels = [
  { color: [165, 42, 42], evaluate: true, instances: true, name: "animal--bird", readable: "Bird" },
  { color: [70, 130, 180], evaluate: true, instances: false, name: "nature--sky", readable: "Sky" },
  { color: [0, 0, 142], evaluate: true, instances: true, name: "object--vehicle--car", readable: "Car" },
  { color: [0, 0, 0], evaluate: false, instances: false, name: "void--unlabeled", readable: "Unlabeled" },
]

const config = { labels, version: "2.0", mapping: "public", folder_structure: "{split}/{version}" }

const png = pngOf({ width: 4, height: 2 })

const grayOf = (values: ReadonlyArray<number>, depth: 8 | 16) =>
  encode({
    width: 4,
    height: 2,
    data: depth === 8 ? Uint8Array.from(values) : Uint16Array.from(values),
    channels: 1,
    depth,
  })

const triangle = [
  [0, 0],
  [4, 0.5],
  [4, 2],
]

/** A folder as the download has it: both versions, all kinds of labels. */
const download = {
  "config_v1.2.json": { ...config, version: "1.2", labels: labels.slice(0, 2) },
  "config_v2.0.json": config,
  "training/images/aa.jpg": png,
  "training/v1.2/instances/aa.png": grayOf([0, 0, 0, 0, 256, 256, 256, 256], 16),
  "training/v1.2/labels/aa.png": grayOf([0, 0, 0, 0, 1, 1, 1, 1], 8),
  "training/v2.0/instances/aa.png": grayOf([0, 0, 1, 1, 256, 512, 513, 768], 16),
  "training/v2.0/labels/aa.png": grayOf([0, 0, 0, 0, 1, 2, 2, 3], 8),
  "training/v2.0/panoptic/aa.png": png,
  "training/v2.0/panoptic/panoptic_2020.json": {
    images: [{ id: "aa", file_name: "aa.jpg", width: 4, height: 2 }],
    annotations: [{ image_id: "aa", file_name: "aa.png", segments_info: [] }],
    categories: [{ id: 1, name: "Bird", supercategory: "animal--bird", isthing: 1, color: [165, 42, 42] }],
  },
  "training/v2.0/polygons/aa.json": {
    width: 4,
    height: 2,
    objects: [
      { label: "object--vehicle--car", polygon: triangle },
      { label: "nature--sky", polygon: triangle },
    ],
  },
  "testing/images/tt.jpg": png,
}

describe("Mapillary Vistas", () => {
  it("returns what it carries", { timeout: 60_000 }, () =>
    assertRoundTrip(mapillary, { images: "placed", runs: 4 }),
  )

  it("reads the polygons of the newest version, and images of the test set without a label", async () => {
    const { dataset, losses, scenes } = await readFiles(mapillary, download)
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name, hasInstances }) => [id, name, hasInstances]),
      [
        [1, "animal--bird", true],
        [2, "nature--sky", false],
        [3, "object--vehicle--car", true],
        [4, "void--unlabeled", false],
      ],
    )
    const [first, second] = scenes
    assert.deepInclude(first, { name: "aa", split: "train", kind: "image-vector", file: "aa.jpg" })
    assert.deepInclude(first?.frames[0]?.image, {
      url: "training/images/aa.jpg",
      size: { width: 4, height: 2 },
    })
    assert.deepStrictEqual(
      first?.frames[0]?.annotations.map((own) => ["points" in own && own.points, own.categoryId]),
      [
        [triangle, 3],
        [triangle, 2],
      ],
    )
    assert.deepInclude(second, { name: "tt", split: "test", status: "UNLABELED" })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["missing-labels", ["testing/images/tt.jpg"]]],
    )
  })

  it("reads instances of 16 bits where there are no polygons, and pixels of void--unlabeled as none", async () => {
    const { "training/v2.0/polygons/aa.json": _, ...files } = download
    const { dataset, scenes } = await readFiles(mapillary, files)
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["animal--bird", "nature--sky", "object--vehicle--car"],
    )
    const [frame] = scenes[0]?.frames ?? []
    const bitmap = await frame?.bitmap?.load()
    const categories = new Map(frame?.annotations.map(({ categoryId, id }) => [id, categoryId]))
    assert.deepStrictEqual(
      [...(bitmap?.ids ?? [])].map((id) => categories.get(id) ?? 0),
      [1, 1, 1, 1, 2, 3, 3, 0],
    )
    // Two birds, one sky, two cars.
    assert.lengthOf(frame?.annotations ?? [], 5)
  })

  it("counts masks of labels that say something else than those of instances, and no others", async () => {
    const files = {
      "config_v2.0.json": config,
      "training/images/aa.jpg": png,
      "training/v2.0/instances/aa.png": grayOf([0, 0, 1, 1, 256, 512, 513, 768], 16),
    }
    const path = "training/v2.0/labels/aa.png"
    const same = await readFiles(mapillary, { ...files, [path]: grayOf([0, 0, 0, 0, 1, 2, 2, 3], 8) })
    assert.deepStrictEqual(same.losses, [])
    const { losses } = await readFiles(mapillary, { ...files, [path]: grayOf([0, 0, 0, 0, 1, 2, 2, 2], 8) })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["unread", [`${path} has other labels than training/v2.0/instances/aa.png`]]],
    )
  })

  it("reads labels of 8 bits of the first release, whose folders have no version", async () => {
    const { dataset, scenes } = await readFiles(mapillary, {
      "config.json": config,
      "validation/images/aa.jpg": png,
      "validation/labels/aa.png": grayOf([0, 0, 0, 0, 1, 2, 2, 3], 8),
    })
    assert.strictEqual(dataset.taskType, "segmentation-bitmap")
    assert.deepInclude(scenes[0], { name: "aa", split: "val" })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 3)
  })

  it("gives labels that the list lacks a category behind it", async () => {
    const { dataset } = await readFiles(mapillary, {
      ...download,
      "training/v2.0/polygons/aa.json": {
        width: 4,
        height: 2,
        objects: [{ label: "tram", polygon: triangle }],
      },
    })
    assert.deepStrictEqual(
      dataset.categories.slice(3).map(({ id, name }) => [id, name]),
      [
        [4, "void--unlabeled"],
        [5, "tram"],
      ],
    )
  })

  it("counts objects, fields and masks that cannot be read, with their places", async () => {
    const path = "training/v2.0/polygons/aa.json"
    const { losses, scenes } = await readFiles(mapillary, {
      "config_v2.0.json": config,
      "training/images/aa.jpg": png,
      [path]: {
        width: 4,
        height: 2,
        objects: [
          { label: "nature--sky", polygon: triangle.slice(1) },
          { label: "nature--sky", polygon: triangle, occluded: true },
          null,
        ],
      },
    })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["unknown", [`${path} /objects/1/occluded`]],
        [
          "unreadable",
          [
            `${path} /objects/0/polygon has 2 points: at least 3 make a shape`,
            `${path} /objects/2 must be an object`,
          ],
        ],
      ],
    )
    const masks = await readFiles(mapillary, {
      "config_v2.0.json": config,
      "training/images/aa.jpg": png,
      "training/v2.0/instances/aa.png": grayOf([0, 0, 1, 1, 256, 512, 513, 9 * 256], 16),
    })
    assert.deepStrictEqual(
      masks.losses.map(({ examples, kind }) => [kind, examples]),
      [
        [
          "references",
          ["training/v2.0/instances/aa.png has the value 2304, which is of none of the 4 labels"],
        ],
      ],
    )
  })

  it("refuses masks without the list of labels", async () => {
    const message = await refusal(mapillary, { "training/v2.0/instances/aa.png": png })
    assert.strictEqual(message, "config_v2.0.json: is missing: it lists the labels of the masks.")
  })
})
