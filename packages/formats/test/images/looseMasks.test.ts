import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { memorySource } from "../../src/files/Source.ts"
import { detectFormat, detectFormats } from "../../src/importing/detect.ts"

const png = encode({ width: 10, height: 8, channels: 3, data: new Uint8Array(240) })

const sourceOf = (...paths: ReadonlyArray<string>) => memorySource(new Map(paths.map((path) => [path, png])))

describe("masks without a list of classes", () => {
  it("are refused with their image and what is missing, and are no samples", async () => {
    for (const folder of ["masks", "SegmentationClass", "train/segmentation"]) {
      const source = sourceOf(`${folder}/a.png`, "JPEGImages/a.jpg", "JPEGImages/b.jpg")
      const failure = await detectFormat(undefined, source).catch(String)
      assert.match(String(failure), new RegExp(`${folder}/a.png: looks like the mask of JPEGImages/a.jpg`))
      assert.match(String(failure), /add labelmap.txt/)
    }
  })

  it("may be pictures of another kind", async () => {
    assert.isEmpty(await detectFormats(sourceOf("masks/a.tif", "images/a.jpg")))
  })

  it("leave folders of images alone where a picture has no image", async () => {
    const found = await detectFormats(sourceOf("masks/a.png", "masks/b.png", "images/a.jpg"))
    assert.deepStrictEqual(
      found.map(({ format }) => format.name),
      ["images"],
    )
  })
})
