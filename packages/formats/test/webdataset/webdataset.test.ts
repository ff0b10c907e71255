import { assert, describe, it } from "vitest"
import { importDataset } from "../../src/importing/importDataset.ts"
import { webDataset } from "../../src/webdataset/format.ts"
import { encodeFile, readFiles, refusal, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { collected } from "../roundTrip.ts"
import { importFiles } from "../roundTrips/content.ts"
import { tarOf } from "./tars.ts"

const png = pngOf({ width: 40, height: 30 })
const smallPng = pngOf({ width: 20, height: 10 })

const kindsAndExamples = (losses: Awaited<ReturnType<typeof readFiles>>["losses"]) =>
  losses.map(({ examples, kind }) => [kind, examples])

describe("WebDataset", () => {
  it("reads images, classes, boxes and texts of shards, with the set that the name of a shard has", async () => {
    const { dataset, losses, scenes } = await readFiles(webDataset, {
      "shards/imagenet-train-000000.tar": await tarOf({
        "n01/000.cls": "3",
        "n01/000.png": png,
        "n01/000.txt": "a caption",
        "n01/001.jpg": png,
        "n01/001.json": {
          id: 7,
          objects: { bbox: [[1, 2, 3, 4]], categories: ["l'été"], area: [12] },
        },
      }),
      "shards/imagenet-validation-000000.tar": await tarOf({
        "b.PNG": smallPng,
        "b.json": [{ bbox: [0, 0, 5, 5], category_id: 2, score: 0.5 }],
      }),
    })
    assert.deepStrictEqual(losses, [])
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["2", "l'été"],
    )
    assert.deepStrictEqual(dataset.imageAttributes, [{ name: "class", input_type: "select", values: ["3"] }])
    const [first, second, third] = scenes
    assert.deepInclude(first, { name: "n01/000", split: "train", file: "n01/000.png" })
    assert.deepStrictEqual(first?.metadata, { txt: "a caption" })
    assert.deepInclude(first?.frames[0], {
      attributes: { class: "3" },
      image: {
        url: "shards/imagenet-train-000000/n01/000.png",
        size: { width: 40, height: 30, isMeasured: true },
      },
    })
    assert.deepStrictEqual(second?.fields, { id: 7 })
    assert.deepInclude(second?.frames[0]?.annotations[0], {
      type: "bbox",
      categoryId: 2,
      attributes: { area: 12 },
      points: [
        [1, 2],
        [4, 6],
      ],
    })
    assert.deepInclude(third, { name: "b", split: "val", status: "PRELABELED", file: "b.PNG" })
    assert.deepStrictEqual(third?.frames[0]?.annotations[0]?.attributes, { score: 0.5 })
  })

  it("reads what img2dataset writes as unlabeled images with their metadata, and counts the tables beside the shards", async () => {
    const metadata = {
      url: "https://images.example/1.jpg",
      key: "000000000",
      status: "success",
      error_message: null,
      width: 40,
      height: 30,
      original_width: 80,
      original_height: 60,
      exif: "{}",
      sha256: "ab",
    }
    const files = { "000000000.jpg": png, "000000000.json": metadata }
    // A failed download has a row in the table alone.
    const tables = { "00000.parquet": "PAR1", "00000_stats.json": { count: 2, successes: 1 } }
    const packed = await importFiles(
      webDataset,
      new Map(
        Object.entries({ "00000.tar": await tarOf(files), ...tables }).map(([path, file]) => [
          path,
          encodeFile(file),
        ]),
      ),
      { hasPictures: true },
    )
    assert.deepStrictEqual(
      packed.losses.filter(({ kind }) => kind === "unread").flatMap(({ examples }) => examples),
      ["00000.parquet", "00000_stats.json"],
    )
    assert.lengthOf(packed.content.records, 1)
    for (const { losses, scenes } of [
      await readFiles(webDataset, { "00000.tar": await tarOf(files), ...tables }),
      await readFiles(webDataset, files),
    ]) {
      assert.lengthOf(scenes, 1)
      assert.deepInclude(scenes[0], { name: "000000000", split: null, status: "UNLABELED", fields: metadata })
      assert.deepStrictEqual(losses, [])
    }
  })

  it("reads captions, which img2dataset writes on demand, as metadata", async () => {
    const files = {
      "000000000.jpg": png,
      "000000000.json": { caption: "a red cube", key: "000000000", status: "success", sha256: "ab" },
      "000000000.txt": "a red cube",
    }
    const { scenes } = await readFiles(webDataset, files)
    assert.deepInclude(scenes[0]?.fields, { caption: "a red cube" })
    assert.deepStrictEqual(scenes[0]?.metadata, { txt: "a red cube" })
    assert.strictEqual(scenes[0]?.frames[0]?.image?.url, "000000000.jpg")
  })

  it("keeps samples apart whose names differ behind a dot alone, and counts files without a place", async () => {
    const { losses, scenes } = await readFiles(webDataset, {
      "s.tar": await tarOf({
        "a.v1.cls": "1",
        "a.v1.png": png,
        "a.v2.cls": "2",
        "a.v2.png": png,
        "b.cls": "x",
        "b.depth.png": png,
        "b.npy": "…",
        "b.png": png,
        "lone.cls": "4",
      }),
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.attributes]),
      [
        ["a.v1", { class: "1" }],
        ["a.v2", { class: "2" }],
        ["b", { class: "x" }],
      ],
    )
    assert.deepStrictEqual(kindsAndExamples(losses), [
      ["unread", ["s.tar: lone.cls", "s.tar: b.depth.png", "s.tar: b.npy"]],
    ])
  })

  it("begins keys that two shards of a set have with their shards", async () => {
    const shard = await tarOf({ "0.png": png, "0.cls": "1" })
    const { scenes } = await readFiles(webDataset, {
      "train-0.tar": shard,
      "train-1.tar": shard,
      "val-0.tar": shard,
    })
    assert.deepStrictEqual(
      scenes.map(({ name, split }) => [name, split]),
      [
        ["train-0/0", "train"],
        ["train-1/0", "train"],
        ["0", "val"],
      ],
    )
  })

  it("saves the images of shards by their bytes", async () => {
    const saved: Array<readonly [path: string, bytes: number]> = []
    const source = sourceOf({ "train-0.tar": await tarOf({ "0.png": png, "0.cls": "1" }) })
    const { records } = await importDataset({
      format: webDataset,
      source,
      save: async ({ content, path }) => {
        const parts = await collected(content)
        saved.push([path, Buffer.concat(parts).compare(png)])
        return `/${path}`
      },
    })
    const [record] = await collected(records)
    assert.deepStrictEqual(saved, [["train-0/0.png", 0]])
    assert.deepInclude(record, { name: "0" })
    assert.deepInclude(record?.metadata, { split: "train", file: "0.png" })
  })

  it("counts files that cannot be read, with their places, and keeps the rest", async () => {
    const { losses, scenes } = await readFiles(webDataset, {
      "s.tar": await tarOf({
        "a.json": "{",
        "a.png": png,
        "b.json": { objects: { bbox: [[1, 2, 3]], category: ["x"] } },
        "b.png": png,
        "c.cls": new Uint8Array([0xff, 0xfe]),
        "c.png": png,
      }),
    })
    assert.lengthOf(scenes, 3)
    const [rows, unreadable] = kindsAndExamples(losses)
    assert.deepStrictEqual(rows, [
      "rows",
      ["s.tar: b.json /objects/bbox/0 is not a box: x, y, width and height"],
    ])
    assert.match(String(unreadable), /s\.tar: a\.json .*JSON.*s\.tar: c\.cls is not text in UTF-8/)
  })

  it("refuses shards that are compressed, broken, or have files outside of their folder", async () => {
    const shard = await tarOf({ "0.png": png, "0.cls": "1" })
    assert.match(await refusal(webDataset, { "a.tar.gz": "…", "b.tar": shard }), /^a\.tar\.gz: is compressed/)
    assert.match(
      await refusal(webDataset, { "b.tar": shard.subarray(0, 700) }),
      /^b\.tar: is not a whole tar file/,
    )
    const outside = await tarOf({ "../0.png": png })
    assert.match(
      await refusal(webDataset, { "b.tar": outside }),
      /has a file outside of its folder: "\.\.\/0\.png"/,
    )
    assert.match(
      await refusal(webDataset, { "b.tar": await tarOf({ "a.cls": "1" }) }),
      /^b\.tar: has no images/,
    )
  })
})
