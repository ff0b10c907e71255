import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { memorySource } from "../../src/files/Source.ts"
import { images } from "../../src/images/images.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { assertDetected } from "../detected.ts"
import { collected } from "../roundTrip.ts"

const png = (width: number) => encode({ width, height: 2, channels: 4, data: new Uint8Array(8 * width) })
const text = (content: string) => new TextEncoder().encode(content)

const imported = async (files: Readonly<Record<string, Uint8Array>>) => {
  const source = memorySource(new Map(Object.entries(files)))
  const { records } = await importDataset({
    format: images,
    source,
    save: async ({ path }) => `/saved/${path}`,
  })
  return await collected(records)
}

const refusal = (files: Readonly<Record<string, Uint8Array>>) => imported(files).then(() => "", String)

describe("a folder of images", () => {
  it("becomes samples without labels, with names, sizes and saved files", async () => {
    const files = {
      "day/a.png": png(3),
      "day/b c.PNG": png(4),
      "README.md": text("#"),
      ".DS_Store": text(""),
    }
    assert.deepStrictEqual(await imported(files), [
      {
        name: "day/a",
        attributes: { image: { url: "/saved/day/a.png" } },
        sizes: [{ url: "/saved/day/a.png", width: 3, height: 2, orientation: 1 }],
        metadata: { file: "day/a.png" },
        label: null,
      },
      {
        name: "day/b c",
        attributes: { image: { url: "/saved/day/b c.PNG" } },
        sizes: [{ url: "/saved/day/b c.PNG", width: 4, height: 2, orientation: 1 }],
        metadata: { file: "day/b c.PNG" },
        label: null,
      },
    ])
    await assertDetected(images, memorySource(new Map(Object.entries(files))))
  })

  it("keeps the endings of files that differ in nothing else", async () => {
    const found = await imported({ "a.jpg": png(3), "a.png": png(4) })
    assert.deepStrictEqual(
      found.map(({ name }) => name),
      ["a.jpg", "a.png"],
    )
  })

  it("is refused when a file is no image", async () => {
    assert.match(await refusal({ "a.png": png(3), "b.txt": text("x") }), /b.txt: is not an image/)
    assert.match(await refusal({ "a.png": text("no image") }), /a.png: cannot be read as an image/)
  })
})
