import { parquetWriteBuffer } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { printDatasetCard } from "../../src/huggingface/datasetCard.ts"
import { imagefolder } from "../../src/huggingface/imagefolder.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const lines = (...rows: ReadonlyArray<object>) => rows.map((row) => `${JSON.stringify(row)}\n`).join("")

describe("imagefolder of Hugging Face", () => {
  it("takes no image of another set", async () => {
    const files = { "metadata.jsonl": lines({ file_name: "val/a.png" }), "train/a.png": "" }
    assert.match(await refusal(imagefolder, files), /has the image val\/a.png, which is missing/)
  })

  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(imagefolder, { images: "placed" }))

  it("has boxes, their categories and attributes in metadata.jsonl of each set", async () => {
    const { dataset, losses, scenes } = await readFiles(imagefolder, {
      "train/metadata.jsonl": lines(
        {
          file_name: "a.png",
          text: "a street",
          objects: { bbox: [[15, 10, 15, 20]], categories: ["driver's dog"], area: [300], iscrowd: [false] },
        },
        { file_name: "b.png", objects: { bbox: [], categories: [] } },
      ),
      "train/a.png": "",
      "train/b.png": "",
      "validation/metadata.jsonl": lines({
        file_name: "a.png",
        objects: { bbox: [[0, 0, 1, 1]], category: [3] },
      }),
      "validation/a.png": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["3", "driver's dog"],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, split }) => [frames[0]?.image?.url, split, frames[0]?.annotations.length]),
      [
        ["train/a.png", "train", 1],
        ["train/b.png", "train", 0],
        ["validation/a.png", "val", 1],
      ],
    )
    assert.deepStrictEqual(scenes[0]?.fields, { text: "a street" })
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      attributes: { area: 300, iscrowd: false },
      points: [
        [15, 10],
        [30, 30],
      ],
    })
    assert.isEmpty(losses)
  })

  it("counts boxes, objects and lines that cannot be read, with their places, and keeps the rest", async () => {
    const box = [1, 2, 3, 4]
    const { dataset, losses, scenes } = await readFiles(imagefolder, {
      "metadata.jsonl": `${lines(
        {
          file_name: "a.png",
          objects: { bbox: [[1, 2, 3], box, box, box], categories: ["x", null, "b", 2] },
        },
        { file_name: "b.png", objects: { bbox: [box], categories: [] } },
        { objects: { bbox: [], categories: [] } },
      )}{"file_name": \n${lines({ file_name: "c.png", objects: { bbox: [null], categories: [{}] } })}`,
      "a.png": "",
      "b.png": "",
      "c.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name, status }) => [name, frames[0]?.annotations.length, status]),
      [
        ["a", 2, undefined],
        ["b", 0, "UNLABELED"],
        ["c", 0, undefined],
      ],
    )
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["2", "b"],
    )
    assert.deepStrictEqual(losses.find(({ kind }) => kind === "rows")?.examples, [
      "metadata.jsonl line 1 /objects/bbox/0 is not a box: x, y, width and height",
      "metadata.jsonl line 1 /objects/categories/1 is neither a name nor a number of a category",
      "metadata.jsonl line 5 /objects/bbox/0 is not a box: x, y, width and height",
    ])
    const find = (own: string) => losses.find(({ kind }) => kind === own)?.examples.join("\n") ?? ""
    assert.strictEqual(
      find("unreadable"),
      "metadata.jsonl line 2 /objects must have a category for each of its 1 boxes, not 0",
    )
    assert.match(
      find("records"),
      /^metadata.jsonl line 3 has no file_name\nmetadata.jsonl line 4 is not JSON.*$/,
    )
  })

  it("has the names of the card for numbers of categories", async () => {
    const bbox = [[0, 0, 1, 1]]
    const rows = lines(
      { file_name: "a.png", objects: { bbox: [...bbox, ...bbox, ...bbox], categories: [1, 0, 7] } },
      { file_name: "b.png", objects: { bbox, categories: [1] } },
    )
    const names = "class_label:\n            names:\n              '0': dog\n              '1': cat\n"
    const features = [
      `  - name: objects\n    sequence:\n    - name: bbox\n      sequence: float32\n    - name: categories\n      dtype:\n          ${names}`,
      `  - name: objects\n    struct:\n    - name: categories\n      list:\n          ${names}`,
      `  - name: objects\n    list:\n    - name: categories\n      dtype:\n          ${names}`,
    ]
    for (const feature of features) {
      const { dataset, scenes } = await readFiles(imagefolder, {
        "README.md": `---\ndataset_info:\n  features:\n  - name: image\n    dtype: image\n${feature}---\n`,
        "metadata.jsonl": rows,
        "a.png": "",
        "b.png": "",
      })
      assert.deepStrictEqual(
        dataset.categories.map(({ name }) => name),
        ["dog", "cat", "7"],
      )
      assert.deepStrictEqual(
        scenes[0]?.frames[0]?.annotations.map(({ categoryId }) => categoryId),
        [2, 1, 3],
      )
    }
  })

  it("sorts numbers of categories by their values", async () => {
    const box = [0, 0, 1, 1]
    const { dataset } = await readFiles(imagefolder, {
      "metadata.jsonl": lines({
        file_name: "a.png",
        objects: { bbox: [box, box, box], categories: [10, 2, "9 lives"] },
      }),
      "a.png": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["2", "10", "9 lives"],
    )
  })

  it("writes names of splits that YAML takes for numbers and truths as texts", () => {
    const card = printDatasetCard(["1", "no"])
    const { configs } = parse(card.split("---")[1] ?? "", { version: "1.1" })
    assert.deepStrictEqual(
      configs[0].data_files.map(({ split }: { readonly split: unknown }) => split),
      ["1", "no"],
    )
  })

  it("takes a list of objects for an object of lists", async () => {
    const { scenes } = await readFiles(imagefolder, {
      "metadata.jsonl": lines({
        file_name: "a.png",
        objects: [
          { bbox: [1, 2, 3, 4], category: "b", area: 12 },
          { bbox: [0, 0, 1, 1], category: 0, difficult: null },
        ],
      }),
      "a.png": "",
    })
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ attributes, categoryId }) => [categoryId, attributes]),
      [
        [2, { area: 12 }],
        [1, {}],
      ],
    )
  })

  it("is refused where an image is missing, or no line can be read", async () => {
    assert.match(
      await refusal(imagefolder, { "metadata.jsonl": lines({ file_name: "b.png", objects: {} }) }),
      /b.png, which is missing/,
    )
    assert.match(await refusal(imagefolder, { "metadata.jsonl": lines({ objects: {} }) }), /has no file_name/)
  })

  it("has the sets that folders of one file name, whatever they are called, and the names of files in them", async () => {
    const row = lines({ file_name: "a.png", objects: { bbox: [], categories: [] } })
    const { scenes } = await readFiles(imagefolder, {
      "day/metadata.jsonl": row,
      "day/a.png": "",
      "night/metadata.jsonl": row,
      "night/a.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ name, split }) => [name, split]),
      [
        ["a", "day"],
        ["a", "night"],
      ],
    )
  })

  it("has classes of images in metadata.csv, and numbers as numbers", async () => {
    const { losses, scenes } = await readFiles(imagefolder, {
      "train/metadata.csv": 'file_name,label,note,n\na.png,"cat, small",x,1\nb.png,dog,,2.50\nc.png,,y,3\n',
      "train/a.png": "",
      "train/b.png": "",
      "train/c.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ fields, frames, split, status }) => [split, frames[0]?.attributes, fields, status]),
      [
        ["train", { label: "cat, small" }, { note: "x", n: 1 }, undefined],
        ["train", { label: "dog" }, { n: "2.50" }, undefined],
        ["train", {}, { note: "y", n: 3 }, "UNLABELED"],
      ],
    )
    assert.isEmpty(losses)
  })

  it("has boxes in metadata.parquet, as lists or as a list of objects", async () => {
    const table = (objects: Array<unknown>) =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: "file_name", data: ["a.png", "b.png"], type: "STRING" },
            { name: "objects", data: objects, type: "JSON" },
            { name: "n", data: [1n, null], type: "INT64" },
          ],
        }),
      )
    const { losses, scenes } = await readFiles(imagefolder, {
      "train/metadata.parquet": table([
        { bbox: [[1, 2, 3, 4]], categories: ["cat"] },
        { bbox: [], categories: [] },
      ]),
      "train/a.png": "",
      "train/b.png": "",
      "test/metadata.parquet": table([[{ bbox: [1, 2, 3, 4], category: "cat" }], []]),
      "test/a.png": "",
      "test/b.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ fields, frames, split }) => [split, frames[0]?.annotations.length, fields?.n]),
      [
        ["test", 1, 1],
        ["test", 0, null],
        ["train", 1, 1],
        ["train", 0, null],
      ],
    )
    assert.isEmpty(losses)
  })

  it("is refused as a table without file names", async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: "x", data: [1], type: "DOUBLE" }] }),
    )
    assert.match(
      await refusal(imagefolder, { "metadata.parquet": bytes }),
      /metadata.parquet: has no column file_name/,
    )
  })
})
