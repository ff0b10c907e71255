/** Bitmaps of ids as PNG, read again by the decoder of all pictures, which is another program. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { decodeBitmap } from "../../src/files/bitmap.ts"
import type { Bitmap } from "../../src/model/Scene.ts"
import { encodeIds } from "../../src/pictures/encodeIds.ts"
import { countRuns } from "../countRuns.ts"
import { collected } from "../roundTrip.ts"

const encodeWhole = async (bitmap: Bitmap): Promise<Uint8Array> =>
  Buffer.concat(await collected(encodeIds(bitmap)))

describe("a bitmap of ids", () => {
  it("comes back from its file with every id", async () => {
    const bitmaps = fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
      .chain(([width, height]) =>
        fc
          .uint32Array({ minLength: width * height, maxLength: width * height, max: 0xff_ff_ff })
          .map((ids) => ({ width, height, ids })),
      )
    await fc.assert(
      fc.asyncProperty(bitmaps, async (bitmap) => {
        const { height, ids, width } = decodeBitmap(await encodeWhole(bitmap))
        assert.deepStrictEqual({ width, height, ids: [...ids] }, { ...bitmap, ids: [...bitmap.ids] })
      }),
      { numRuns: countRuns(50) },
    )
  })

  it("comes back when it is written in several strips", async () => {
    const ids = new Uint32Array(1500 * 1400).map((_, pixel) => pixel)
    const back = decodeBitmap(await encodeWhole({ width: 1500, height: 1400, ids }))
    assert.isTrue(Buffer.from(back.ids.buffer).equals(Buffer.from(ids.buffer)))
  })

  it("is refused with an id that three bytes cannot hold", async () => {
    const error = await encodeWhole({ width: 2, height: 1, ids: Uint32Array.of(1, 0x1_00_00_00) }).catch(
      String,
    )
    assert.strictEqual(error, "Error: An id of a pixel is at most 16777215, not 16777216.")
  })
})
