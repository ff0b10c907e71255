/** Paths of files may have any sign in them that a URL gives a meaning to. */
import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { getMetadataFile } from "../../src/exporting/ExportNames.ts"
import { keyLabels } from "../../src/files/keyLabels.ts"
import { compareNaturally, getBaseName, getEnding, getStem, nameOfStem } from "../../src/files/paths.ts"
import { memorySource } from "../../src/files/Source.ts"
import { images } from "../../src/images/images.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { collected } from "../roundTrip.ts"

describe("the last part of a path", () => {
  it("keeps a hash and a question mark", () => {
    assert.strictEqual(getBaseName("images/c#1.jpg"), "c#1.jpg")
    assert.strictEqual(getEnding("images/what?.PNG"), ".png")
    assert.strictEqual(getBaseName("C:/images/c#1.jpg"), "c#1.jpg")
  })

  it("has no query and no fragment where it is that of a URL", () => {
    for (const url of ["https://h.example/a/1.jpg?v=2#top", "//h.example/1.jpg?v=2", "/files/1.jpg#top"])
      assert.strictEqual(getBaseName(url), "1.jpg")
  })
})

describe("names that imports take for files of systems", () => {
  it("are paths that no import leaves out, and come back", () => {
    const names = [
      ".cam/left",
      "a/__MACOSX/b",
      "Thumbs.db",
      "day/DESKTOP.INI",
      "$RECYCLE.BIN/a",
      "._a",
      "a/.b/c",
      "...",
    ]
    for (const name of names) {
      const stem = getStem(name)
      assert.deepStrictEqual(memorySource(new Map([[stem, new Uint8Array()]])).paths, [stem], name)
      assert.strictEqual(nameOfStem(stem), name)
    }
    assert.deepStrictEqual(names.map(getStem).slice(0, 3), ["%2Ecam/left", "a/%5F_MACOSX/b", "%54humbs.db"])
  })

  it("are not taken for the names of files in an export", () => {
    assert.isUndefined(getMetadataFile({ file: ".cam/a.png" }))
    assert.isUndefined(getMetadataFile({ file: "a/Thumbs.db" }))
    assert.strictEqual(getMetadataFile({ file: "a/b.png" }), "a/b.png")
  })
})

describe("the natural order", () => {
  it("is that of numbers in texts", () => {
    const texts = ["f10", "f2", "f1", "f02", "f", "e9", "f2a"]
    assert.deepStrictEqual(texts.sort(compareNaturally), ["e9", "f", "f1", "f02", "f2", "f2a", "f10"])
  })
})

describe("names that differ after a hash", () => {
  const png = encode({ width: 2, height: 2, channels: 3, data: new Uint8Array(12) })

  it("are two samples of a folder of images", async () => {
    const source = memorySource(new Map(["c#1.png", "c#2.png"].map((path) => [path, png])))
    const { records } = await importDataset({ format: images, source, save: async ({ path }) => path })
    assert.deepStrictEqual(
      (await collected(records)).map(({ name }) => name),
      ["c#1", "c#2"],
    )
  })

  it("are two keys of KITTI", () => {
    const paths = ["label_2/c#1.txt", "label_2/c#2.txt"]
    assert.deepStrictEqual(
      [...keyLabels(paths)],
      [
        ["c#1", paths[0]],
        ["c#2", paths[1]],
      ],
    )
  })
})
