/** Bitmaps in a task: a file that lies ends nothing else. */
import type { BitmapIds } from "@annotary/core"
import { assert, describe, it } from "vitest"
import { formatRegistry } from "../../src/index.ts"

const limits = { maxPixels: 1_000_000, maxRuns: 1000 }

const makeRegistry = () => {
  const controller = new AbortController()
  const { signal } = controller
  const { readBitmap, writeBitmap } = formatRegistry()
  if (readBitmap === undefined || writeBitmap === undefined) throw new Error("There are no bitmaps.")
  return {
    close: () => controller.abort(),
    read: (bytes: Uint8Array) => readBitmap({ bytes, limits, signal }),
    write: (bitmap: BitmapIds) => writeBitmap({ bitmap, signal }),
  }
}

describe("a task of bitmaps", () => {
  it("writes and reads ids, and refuses damaged files with the reason", async () => {
    const { close, read, write } = makeRegistry()
    const bitmap = {
      width: 500,
      height: 300,
      ids: Uint32Array.of(0, 7, 70_000),
      lengths: Uint32Array.of(1, 149_998, 1),
    }
    const bytes = await write(bitmap)
    const back = await read(bytes)
    assert.deepEqual(
      { ...back, ids: [...back.ids], lengths: [...back.lengths] },
      {
        ...bitmap,
        ids: [...bitmap.ids],
        lengths: [...bitmap.lengths],
      },
    )
    const huge = Buffer.from(bytes)
    huge.writeUInt32BE(50_000, 16)
    huge.writeUInt32BE(50_000, 20)
    const refused = await Promise.all(
      [huge, bytes.subarray(0, bytes.length / 2), new Uint8Array(8)].map((file) => read(file).catch(String)),
    )
    assert.match(refused.join("\n"), /above the limit of 1000000/)
    for (const reason of refused) assert.match(String(reason), /^FormatError: the bitmap: cannot be read: /)
    assert.deepEqual(await read(bytes), back)
    close()
  })
})
