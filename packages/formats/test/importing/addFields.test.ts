/** Fields of records that are called as keys of metadata which mean something here. */
import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import { coco } from "../../src/coco/coco.ts"
import type { Format } from "../../src/Format.ts"
import { imagefolder } from "../../src/huggingface/imagefolder.ts"
import { addFields } from "../../src/importing/addFields.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { webDataset } from "../../src/webdataset/format.ts"
import { type Files, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { collected } from "../roundTrip.ts"
import { tarOf } from "../webdataset/tars.ts"

const png = pngOf({ width: 10, height: 5 })

const lines = (...rows: ReadonlyArray<object>) => rows.map((row) => `${JSON.stringify(row)}\n`).join("")

const importFiles = async (format: Format, files: Files) => {
  const { losses, records } = await importDataset({
    format,
    source: sourceOf(files),
    strict: true,
    save: async ({ path }) => `saved:${path}`,
  })
  const samples = await collected(records)
  return {
    names: samples.map(({ name }) => name),
    metadata: samples.map((sample) => sample.metadata),
    renamed: losses().find(({ kind }) => kind === "renamed-fields")?.examples ?? [],
  }
}

const objects = { bbox: [[0, 0, 2, 2]], categories: ["cat"] }

const document = (image: object) => ({
  images: [{ id: 1, file_name: "a.png", width: 10, height: 5, ...image }],
  annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [0, 0, 2, 2], area: 4, iscrowd: 0 }],
  categories: [{ id: 1, name: "cat" }],
})

/** An image `a.png` of the set `train`, whose record has further fields. */
const makers: ReadonlyArray<readonly [Format, (fields: object) => Files | Promise<Files>]> = [
  [
    imagefolder,
    (fields) => ({
      "train/metadata.jsonl": lines({ file_name: "a.png", objects, ...fields }),
      "train/a.png": png,
    }),
  ],
  [coco, (fields) => ({ "annotations/instances_train.json": document(fields), "train/a.png": png })],
  [
    webDataset,
    async (fields) => ({
      "x-train-000.tar": await tarOf({
        "a.json": { annotations: [{ bbox: [0, 0, 2, 2], category: "cat" }], ...fields },
        "a.png": png,
      }),
    }),
  ],
]

/** An answer with a box. */
const answer = {
  id: 1,
  result: [
    {
      id: "r",
      original_width: 10,
      original_height: 5,
      type: "rectanglelabels",
      from_name: "label",
      to_name: "image",
      value: { x: 0, y: 0, width: 10, height: 10, rotation: 0, rectanglelabels: ["cat"] },
    },
  ],
}

describe("a field of a record", () => {
  for (const [format, makeFiles] of makers) {
    it(`never takes the file or the set of its sample in ${format.title}, and stays under another name`, async () => {
      const fields = { file: "report-7.pdf", split: "left", split_: "old", camera: 3 }
      const { metadata, names, renamed } = await importFiles(format, await makeFiles(fields))
      assert.deepStrictEqual(names, ["a"])
      assert.deepStrictEqual(metadata, [
        { camera: 3, split_: "old", file_: "report-7.pdf", split__: "left", file: "a.png", split: "train" },
      ])
      assert.deepStrictEqual(renamed, ["a: file", "a: split"])
    })

    it(`that says the file and the set of its sample in ${format.title} is no other field`, async () => {
      const { metadata, renamed } = await importFiles(
        format,
        await makeFiles({ file: "a.png", split: "Training" }),
      )
      assert.deepStrictEqual(metadata, [{ file: "a.png", split: "train" }])
      assert.isEmpty(renamed)
    })
  }

  it("and a member of its metadata have one name each, and keep their values", async () => {
    const both = { license: 3, split: "left", note: "same" }
    const members = { license: "CC", split: "right", note: "same", license_: 1 }
    const image = { ...both, metadata: members }
    const read = await importFiles(coco, {
      "annotations/instances_train.json": document(image),
      "train/a.png": png,
    })
    const expected = {
      license: "CC",
      license_: 1,
      license__: 3,
      split_: "right",
      split__: "left",
      note: "same",
    }
    assert.deepStrictEqual(read.metadata, [{ ...expected, file: "a.png", split: "train" }])
    assert.deepStrictEqual(read.renamed, ["a: split", "a: license"])
    const task = { id: 1, data: { image: "a.png", ...both }, meta: members, annotations: [answer] }
    const tasks = await importFiles(labelStudio, { "tasks.json": [task], "a.png": png })
    assert.deepStrictEqual(tasks.metadata, [{ ...expected, file: "a.png" }])
    assert.deepStrictEqual(tasks.renamed, ["a: split", "a: license"])
  })

  it("stays under any name, and free names differ from each other", () => {
    const losses = new Losses()
    const fields = JSON.parse('{"__proto__": [1], "file": "b", "file_": "c", "split": "left"}')
    const scene = {
      name: "a",
      metadata: {},
      file: "a.png",
      split: null,
      fields,
      metadataFields: { file: "d" },
    }
    const { metadata } = addFields(scene, losses)
    assert.deepStrictEqual(
      Object.entries(metadata).map(String).sort(),
      ["__proto__,1", "file,a.png", "file_,c", "file__,d", "file___,b", "split_,left"].sort(),
    )
  })

  it("is no column of Annotary without its mark in tasks of Label Studio", async () => {
    const data = { image: "a.png", name: "Jane", width: 10, height: 5, text: "a note", split: "left" }
    const importTask = (own: object) =>
      importFiles(labelStudio, {
        "tasks.json": [{ id: 1, data: own, meta: {}, annotations: [answer] }],
        "a.png": png,
      })
    const foreign = await importTask(data)
    assert.deepStrictEqual(foreign.names, ["a"])
    assert.deepStrictEqual(foreign.metadata, [
      { name: "Jane", text: "a note", split_: "left", file: "a.png" },
    ])
    const { text: _, ...plain } = data
    assert.deepStrictEqual((await importTask(plain)).names, ["a"])
    const own = await importTask({ ...data, annotary: true })
    assert.deepStrictEqual(own.names, ["Jane"])
    assert.deepStrictEqual(own.metadata, [{ text: "a note", split: "left" }])
    const earlier = await importTask({ ...plain, name: "a" })
    assert.deepStrictEqual(earlier.metadata, [{ split: "left" }])
  })

  it("is the set of its sample where it names a usual one and the files say none", async () => {
    const rows = [
      { file_name: "a.png", objects, split: "validation" },
      { file_name: "b.png", objects, split: "left" },
    ]
    const { metadata } = await importFiles(imagefolder, {
      "metadata.jsonl": lines(...rows),
      "a.png": png,
      "b.png": png,
    })
    assert.deepStrictEqual(metadata, [
      { file: "a.png", split: "val" },
      { file: "b.png", split_: "left" },
    ])
  })

  it("names no sample in COCO of other tools and in tasks of Label Studio that Annotary did not write", async () => {
    const named = await importFiles(coco, { "a.json": document({ name: "Jane" }), "a.png": png })
    assert.deepStrictEqual([named.names, named.metadata], [["a"], [{ name: "Jane", file: "a.png" }]])
    const result = {
      original_width: 10,
      original_height: 5,
      type: "rectanglelabels",
      from_name: "label",
      to_name: "image",
    }
    const value = { x: 0, y: 0, width: 10, height: 10, rotation: 0, rectanglelabels: ["cat"] }
    const task = (id: number, image: string) => ({
      id,
      data: { image, name: "Jane", split: "left", text: "a note" },
      meta: { file: "report.pdf" },
      annotations: [{ id, result: [{ ...result, id: "r", value }] }],
    })
    const tasks = await importFiles(labelStudio, {
      "tasks.json": [task(1, "a.png"), task(2, "b.png")],
      "a.png": png,
      "b.png": png,
    })
    assert.deepStrictEqual(tasks.names, ["a", "b"])
    assert.deepStrictEqual(tasks.metadata[0], {
      name: "Jane",
      text: "a note",
      split_: "left",
      file_: "report.pdf",
      file: "a.png",
    })
  })
})
