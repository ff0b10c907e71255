import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import { defaultLimits } from "../../src/files/limits.ts"
import { memorySource } from "../../src/files/Source.ts"
import { webDataset } from "../../src/webdataset/format.ts"
import { groupSamples } from "../../src/webdataset/samples.ts"
import { encodeFile, type Files, readFiles, refusal } from "../files.ts"
import { pngOf } from "../images.ts"
import { tarOf } from "./tars.ts"

const png = pngOf({ width: 40, height: 30 })

const readShard = async (files: Files) => await readFiles(webDataset, { "s.tar": await tarOf(files) })

const listUnread = ({ losses }: Awaited<ReturnType<typeof readFiles>>) =>
  losses.find(({ kind }) => kind === "unread")?.examples ?? []

const listClasses = ({ scenes }: Awaited<ReturnType<typeof readFiles>>) =>
  scenes.map(({ frames, name }) => [name, frames[0]?.attributes["class"]])

const makeMember = (name: string) => ({
  name,
  place: name,
  url: name,
  load: async () => new Uint8Array(),
  readRange: async () => new Uint8Array(),
})

const groupNames = (names: ReadonlyArray<string>) =>
  groupSamples({ path: "s.tar", folder: "s", isPacked: true, members: names.map(makeMember) })

describe("Samples of a shard", () => {
  it("refuses a shard with two files of one path, in whatever spelling", async () => {
    for (const files of [
      { "a/x.png": png, "a/x.cls": "1", "a//x.png": png, "a//x.cls": "2" },
      { "y.png": png, "a/../y.png": png },
    ])
      assert.match(
        await refusal(webDataset, { "s.tar": await tarOf(files) }),
        /^s\.tar: has two files .*[xy]\.png/,
      )
  })

  it("groups files whose paths are spelled differently by the path that they mean", async () => {
    const read = await readShard({ "a/x.png": png, "a//x.cls": "1", "./a/b/../x.txt": "a text" })
    assert.deepStrictEqual(listClasses(read), [["a/x", "1"]])
    assert.deepStrictEqual(read.scenes[0]?.metadata, { txt: "a text" })
  })

  it("groups many files of one key in a time that grows with their number", () => {
    const started = performance.now()
    const members = groupNames(["a.png", ...Array.from({ length: 40_000 }, (_, index) => `a.${index}.npy`)])
    assert.strictEqual(members.samples[0]?.others.length, 40_000)
    const images = groupNames(
      Array.from({ length: 40_000 }, (_, index) => [`a.${index}.png`, `a.${index}.cls`]).flat(),
    )
    assert.strictEqual(images.samples.length, 40_000)
    assert.isTrue(images.samples.every(({ parts }) => parts.has("cls")))
    assert.isBelow(performance.now() - started, 5000)
  })

  it("counts the files of all shards together against the limit of rows", async () => {
    const shard = await tarOf({ "0.png": png, "0.cls": "1" })
    const limits = { ...defaultLimits, rows: 3 }
    const source = memorySource(
      new Map([
        ["a.tar", shard],
        ["b.tar", shard],
      ]),
      limits,
    )
    const reading = webDataset.reader?.read(source, {
      limits,
      losses: new Losses(),
      sizeOf: async () => null,
    })
    const message = await Promise.resolve(reading).then(String, String)
    assert.match(message, /b\.tar: the number of files of the shards is 4, above the limit of 3 rows/)
  })

  it("counts files of a key that several images share, which name none of them", async () => {
    const read = await readShard({ "a.left.png": png, "a.right.png": png, "a.cls": "1", "a.json": { id: 1 } })
    assert.deepStrictEqual(listClasses(read), [
      ["a.left", undefined],
      ["a.right", undefined],
    ])
    assert.deepStrictEqual(listUnread(read), ["s.tar: a.cls", "s.tar: a.json"])
  })

  it("gives a file to the image of the longest name that it begins with", async () => {
    const read = await readShard({ "a.v1.png": png, "a.v1.b.png": png, "a.v1.b.cls": "2", "a.v1.cls": "1" })
    assert.deepStrictEqual(listClasses(read), [
      ["a.v1", "1"],
      ["a.v1.b", "2"],
    ])
    assert.deepStrictEqual(listUnread(read), [])
  })

  it("gives images of equal paths their own URLs and names, whatever the endings of the shards and the files beside them", async () => {
    const shard = await tarOf({ "x.png": png, "x.cls": "1" })
    const nested = await tarOf({ "b/x.png": png, "b/x.cls": "1" })
    const { scenes } = await readFiles(webDataset, {
      "a.TAR": shard,
      "a.tar": shard,
      "c.tar": nested,
      "c/b.tar": shard,
      "d.tar": shard,
      "d/x.png": png,
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.image?.url]),
      [
        ["a.TAR/x", "a.TAR/x.png"],
        ["a.tar/x", "a.tar/x.png"],
        ["b/x", "c.tar/b/x.png"],
        ["c/b/x", "c/b/x.png"],
        ["d.tar/x", "d.tar/x.png"],
      ],
    )
  })
})

describe("Labels of a sample", () => {
  it("checks the nesting and the number of JSON values before they are read", async () => {
    const limits = { ...defaultLimits, depth: 5, values: 20 }
    const read = async (json: string) => {
      const files = new Map([["s.tar", await tarOf({ "0.png": encodeFile(png), "0.json": json })]])
      const losses = new Losses()
      const reading = webDataset.reader?.read(memorySource(files, limits), {
        limits,
        losses,
        sizeOf: async () => null,
      })
      return await Promise.resolve(reading).then(String, String)
    }
    assert.match(await read(`{"a":${"[".repeat(8)}${"]".repeat(8)}}`), /s\.tar: 0\.json: the nesting .* is 9/)
    assert.match(
      await read(`{"a":[${"1,".repeat(30)}1]}`),
      /s\.tar: 0\.json: the number of its JSON values is/,
    )
  })

  it("has the caption in its metadata, and fields of the same names apart from it", async () => {
    const { losses, scenes } = await readShard({
      "a.png": png,
      "a.txt": "a caption",
      "a.json": { txt: "another", file: "b.jpg", id: 1 },
    })
    assert.deepStrictEqual(scenes[0]?.metadata, { txt: "a caption" })
    assert.deepStrictEqual(scenes[0]?.fields, { txt: "another", file: "b.jpg", id: 1 })
    assert.strictEqual(scenes[0]?.file, "a.png")
    assert.isEmpty(losses)
  })

  it("counts a second list of boxes, which stays in the metadata", async () => {
    const second = [{ bbox: [1, 1, 2, 2], category: "b" }]
    const { losses, scenes } = await readShard({
      "a.png": png,
      "a.json": { objects: [{ bbox: [0, 0, 1, 1], category: "a" }], annotations: second },
    })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.deepStrictEqual(scenes[0]?.fields, { annotations: second })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["alternatives", ["s.tar: a.json /annotations"]]],
    )
  })

  it("refuses shards of which no label can be read", async () => {
    const shard = await tarOf({ "a.png": png, "a.json": "{", "b.png": png, "b.json": "[" })
    assert.match(await refusal(webDataset, { "s.tar": shard }), /^s\.tar: a\.json: is not JSON/)
  })
})
