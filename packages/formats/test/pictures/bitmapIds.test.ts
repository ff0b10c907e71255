/** Bitmaps of labels as runs of ids, and files that are not what they state. */
import { assert, describe, it } from "vitest"
import { readBitmapFile } from "../../src/files/bitmap.ts"
import { readBitmapIds, writeBitmapIds } from "../../src/pictures/bitmapIds.ts"
import { pngFile } from "./pngFile.ts"

const limits = { maxPixels: 1000, maxRuns: 100 }
const form = { width: 3, height: 2, colorType: 6, depth: 8, isInterlaced: false, filter: 0 } as const
const pixel = (id: number) => [id & 255, (id >> 8) & 255, id >> 16, 255]
const bytes = pngFile({ ...form, values: [1, 1, 70_000, 70_000, 0, 0].flatMap(pixel) })

describe("a bitmap of a label", () => {
  it("is read as runs of ids, row by row, in each form of PNG", () => {
    const expected = { width: 3, height: 2, ids: [1, 70_000, 0], lengths: [2, 2, 2] }
    const read = readBitmapIds(bytes, limits)
    assert.deepEqual({ ...read, ids: [...read.ids], lengths: [...read.lengths] }, expected)
    const forms = [
      { ...form, colorType: 0, values: [5, 5, 5, 9, 9, 9] },
      { ...form, colorType: 2, depth: 16, values: [1, 2, 3, 4, 5, 6].flatMap((id) => [id << 8, 0, 0]) },
      { ...form, isInterlaced: true, values: [1, 2, 3, 4, 5, 6].flatMap(pixel) },
    ] as const
    for (const other of forms) {
      const file = pngFile(other)
      const { ids, lengths } = readBitmapIds(file, limits)
      const pixels = [...ids].flatMap((id, run) => Array.from({ length: lengths[run] ?? 0 }, () => id))
      assert.deepEqual(pixels, [...readBitmapFile(file, "a.png").ids])
    }
  })

  it("comes back from the file that is written", async () => {
    const bitmap = {
      width: 4,
      height: 2,
      ids: Uint32Array.of(0, 9, 16_777_215),
      lengths: Uint32Array.of(3, 4, 1),
    }
    assert.deepEqual(readBitmapIds(await writeBitmapIds(bitmap), limits), bitmap)
    const large = { ...bitmap, ids: Uint32Array.of(0, 9, 16_777_216) }
    assert.match(String(await writeBitmapIds(large).catch(String)), /at most 16777215/)
  })

  it("is refused with the reason where the file is damaged, lies, or is too large", () => {
    const lying = Buffer.from(bytes)
    lying.writeUInt32BE(30, 16)
    const huge = Buffer.from(bytes)
    huge.writeUInt32BE(100_000, 16)
    huge.writeUInt32BE(100_000, 20)
    const noise = pngFile({
      ...form,
      width: 20,
      height: 10,
      values: Array.from({ length: 200 }, (_, id) => id).flatMap(pixel),
    })
    const refused: ReadonlyArray<readonly [Uint8Array, RegExp]> = [
      [lying, /cannot be read: /],
      [huge, /cannot be read: .*above the limit of 1000/],
      [bytes.subarray(0, bytes.length - 20), /cannot be read: /],
      [bytes.subarray(0, 10), /cannot be read: /],
      [Buffer.from("GIF89a"), /cannot be read: it is not a PNG picture/],
      [new Uint8Array(), /cannot be read: it is not a PNG picture/],
      [noise, /cannot be read: its ids change more than 100 times/],
    ]
    for (const [file, reason] of refused) assert.throws(() => readBitmapIds(file, limits), reason)
  })
})
