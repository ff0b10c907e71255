import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import fc from "fast-check"
import { pack } from "tar-stream"
import { afterAll, assert, describe, it } from "vitest"
import yazl from "yazl"
import { FormatError } from "../../src/FormatError.ts"
import { folderSource, memorySource } from "../../src/files/Source.ts"
import { formats } from "../../src/formats.ts"
import { detectFormat } from "../../src/importing/detect.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { unpack } from "../../src/importing/unpack.ts"
import { made } from "../arbitraries.ts"
import { sourceOf } from "../files.ts"
import { placedImages } from "../images.ts"
import { collected, written } from "../roundTrip.ts"

const root = mkdtempSync(join(tmpdir(), "system-files-"))
afterAll(() => rmSync(root, { recursive: true }))

const left = (folder: string): ReadonlyArray<readonly [string, Uint8Array]> =>
  [
    `__MACOSX/${folder}._a.json`,
    `__MACOSX/${folder}._a.xml`,
    `${folder}._data.yaml`,
    `${folder}.DS_Store`,
    `${folder}images/Thumbs.db`,
    `${folder}images/._a.png`,
    `${folder}desktop.ini`,
  ].map((path) => [path, new Uint8Array([0, 5, 22, 7])])

const imagesOf = ["coco", "yolo-detect", "voc", "cvat", "datumaro", "labelme", "label-studio", "cityscapes"]

describe("files of an archive of another system", () => {
  for (const format of formats.filter(({ name }) => imagesOf.includes(name)))
    it(`are read as those of ${format.title}, in one more folder and beside files of the system`, async () => {
      const [one] = fc.sample(made("image-vector", false), { numRuns: 1, seed: 36 })
      if (one === undefined) throw new Error("Nothing was made.")
      const images = placedImages()
      const { files } = await written(format, one, { place: images.place })
      const all = [...files, ...images.files]
      const read = async (entries: ReadonlyArray<readonly [string, Uint8Array]>) => {
        const source = memorySource(new Map(entries))
        const found = await detectFormat(undefined, source)
        assert.strictEqual(found.format.name, format.name)
        const { records } = await importDataset({
          format,
          source,
          save: async () => "https://saved.example/",
        })
        return (await collected(records)).map(({ label, name }) => [name.replace(/^set\//, ""), label])
      }
      const plain = await read(all)
      assert.isNotEmpty(plain)
      const inFolder = all.map(([path, content]) => [`set/${path}`, content] as const)
      assert.deepStrictEqual(await read([...inFolder, ...left("set/")]), plain)
    })

  it("keep names in UTF-8 that the archive does not mark, and have slashes for backslashes", async () => {
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.from("x"), "stra\u00dfe/\u00fc.txt")
    zip.addBuffer(Buffer.from("x"), "__MACOSX/._x")
    zip.end()
    const bytes = await buffer(zip.outputStream)
    // The mark for UTF-8 in the local headers and in the central directory.
    for (const [signature, offset] of [
      [0x04034b50, 6],
      [0x02014b50, 8],
    ] as const)
      for (let at = 0; at < bytes.length - 4; at++)
        if (bytes.readUInt32LE(at) === signature)
          bytes.writeUInt16LE(bytes.readUInt16LE(at + offset) & ~0x800, at + offset)
    writeFileSync(join(root, "mac.zip"), bytes)
    await unpack(join(root, "mac.zip"), join(root, "mac"))
    assert.deepStrictEqual((await folderSource(join(root, "mac"))).paths, ["stra\u00dfe/\u00fc.txt"])
    const tar = pack()
    tar.entry({ name: "set\\images\\a.txt" }, "x")
    tar.finalize()
    writeFileSync(join(root, "windows.tar"), await buffer(tar))
    await unpack(join(root, "windows.tar"), join(root, "windows"))
    assert.deepStrictEqual((await folderSource(join(root, "windows"))).paths, ["set/images/a.txt"])
  })

  it("that no format reads are refused with the reason of the nearest one", async () => {
    const refusal = async (files: Readonly<Record<string, string>>) => {
      try {
        await detectFormat(undefined, sourceOf(files))
      } catch (cause) {
        if (cause instanceof FormatError) return cause.message
        throw cause
      }
      return "nothing was refused"
    }
    assert.match(await refusal({ "notes.json": `{"shapes": 3}` }), /^notes\.json: .*, read as /)
    assert.match(await refusal({ "a.docx": "x" }), /^\.: is in no format that can be read; there are /)
  })
})
