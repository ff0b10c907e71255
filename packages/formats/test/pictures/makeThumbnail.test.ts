/** Small copies of pictures, as `sharp` makes them here. */

import sharp from "sharp"
import { assert, describe, it } from "vitest"
import { makeThumbnail } from "../../src/pictures/makeThumbnail.ts"
import { orientations, orientedJpeg } from "./oriented.ts"

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

const measure = async (bytes: Uint8Array | undefined) => {
  const { format, height, orientation, width } = await sharp(bytes).metadata()
  return { format, width, height, orientation }
}

describe("a thumbnail", () => {
  for (const type of ["png", "jpeg", "webp"] as const)
    it(`of a ${type} fits into the square and keeps the proportions`, async () => {
      const made = await makeThumbnail(await plain(1200, 600).toFormat(type).toBuffer(), 96)
      assert.strictEqual(made?.contentType, "image/webp")
      assert.deepEqual(await measure(made?.bytes), {
        format: "webp",
        width: 96,
        height: 48,
        orientation: undefined,
      })
    })

  it("is not larger than its picture", async () => {
    const made = await makeThumbnail(await plain(40, 20).png().toBuffer(), 320)
    assert.deepInclude(await measure(made?.bytes), { width: 40, height: 20 })
  })

  it("is upright, and has no metadata", async () => {
    for (const orientation of orientations) {
      const stored = orientation < 5 ? { width: 40, height: 20 } : { width: 20, height: 40 }
      const made = await makeThumbnail(orientedJpeg(stored, orientation), 96)
      assert.deepEqual(
        await measure(made?.bytes),
        { format: "webp", width: 40, height: 20, orientation: undefined },
        `${orientation}`,
      )
    }
  })

  it("shows the turned pixels", async () => {
    // Stored with red at the left, and to be turned to the right: red is on top.
    const file = orientedJpeg({ width: 64, height: 64 }, 6, {
      paint: (x) => (x < 32 ? [255, 0, 0] : [0, 0, 255]),
    })
    const made = await makeThumbnail(file, 96)
    const { data, info } = await sharp(made?.bytes).raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) =>
      [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3)
    const [top = [], bottom = []] = [pixel(32, 8), pixel(32, 56)]
    assert.isAbove(top[0] ?? 0, 200)
    assert.isAbove(bottom[2] ?? 0, 200)
  })

  it("is not made of a file that ends too early", async () => {
    const whole = await plain(400, 300).png({ compressionLevel: 0 }).toBuffer()
    assert.isNull(await makeThumbnail(whole.subarray(0, whole.length / 2), 96))
    assert.isNull(await makeThumbnail(new Uint8Array(0), 96))
  })

  it("is not made of other types of files, whose decoders are switched off", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const others = { tiff: await plain(9, 9).tiff().toBuffer(), gif: await plain(9, 9).gif().toBuffer() }
    for (const [type, bytes] of Object.entries({ ...others, svg: Buffer.from(svg) }))
      assert.isNull(await makeThumbnail(bytes, 96), type)
  })

  it("is not made of more than 120 million pixels", async () => {
    const large = await plain(12_001, 10_000).png({ compressionLevel: 9 }).toBuffer()
    assert.isNull(await makeThumbnail(large, 96))
  })
})
