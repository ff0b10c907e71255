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
    for (const mask of ["a.tif", "a.jpg", "a.webp"])
      assert.isEmpty(await detectFormats(sourceOf(`masks/${mask}`, "images/a.jpg")), mask)
  })

  it("are told from images by the innermost folder", async () => {
    const paths = ["x/segmentation/images/a.jpg", "x/segmentation/masks/a.png"]
    assert.isEmpty(await detectFormats(sourceOf(...paths)))
  })

  it("are refused where one of several has no image", async () => {
    const paths = ["a", "b", "c"].flatMap((name) => [`masks/${name}.png`, `images/${name}.jpg`])
    assert.isEmpty(await detectFormats(sourceOf(...paths, "masks/d.png")))
  })

  it("leave folders of images alone where a picture has no image", async () => {
    const found = await detectFormats(sourceOf("masks/a.png", "masks/b.png", "images/a.jpg"))
    assert.deepStrictEqual(
      found.map(({ format }) => format.name),
      ["images"],
    )
  })
})
