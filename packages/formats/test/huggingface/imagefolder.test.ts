import { assert, describe, it } from "vitest"
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
    assert.deepStrictEqual(scenes[0]?.metadata, { text: "a street" })
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      attributes: { area: 300, iscrowd: false },
      points: [
        [15, 10],
        [30, 30],
      ],
    })
    assert.isEmpty(losses)
  })

  it("counts boxes that cannot be read, and refuses what does not fit together", async () => {
    const files = (objects: object) => ({
      "metadata.jsonl": lines({ file_name: "a.png", objects }),
      "a.png": "",
    })
    const { losses, scenes } = await readFiles(
      imagefolder,
      files({
        bbox: [
          [1, 2, 3],
          [1, 2, 3, 4],
        ],
        categories: ["a", "b"],
      }),
    )
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ categoryId, id }) => [id, categoryId]),
      [[1, 2]],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["rows", 1]],
    )
    assert.match(
      await refusal(imagefolder, files({ bbox: [[1, 2, 3, 4]], categories: [] })),
      /metadata.jsonl line 1: \/objects must have a category for each of its 1 boxes, not 0/,
    )
    assert.match(
      await refusal(imagefolder, { "metadata.jsonl": lines({ file_name: "b.png", objects: {} }) }),
      /b.png, which is missing/,
    )
  })
})
