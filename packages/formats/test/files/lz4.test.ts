import fc from "fast-check"
// @ts-expect-error: the package has no types.
import { compress } from "lz4js"
import { assert, describe, it } from "vitest"
import { decodeLz4 } from "../../src/files/lz4.ts"

describe("the decoder of LZ4", () => {
  it("returns what was encoded", () => {
    const repeated = fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 3000 }))
      .map(([bytes, count]) => Uint8Array.from({ length: count }, (_, i) => bytes[i % bytes.length] ?? 0))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 500 }), repeated), (bytes) => {
        assert.deepStrictEqual(Uint8Array.from(decodeLz4(Uint8Array.from(compress(bytes)))), bytes)
      }),
    )
  })

  it("refuses broken frames at once", () => {
    const frame: Uint8Array = Uint8Array.from(compress(new Uint8Array(5000).fill(7)))
    fc.assert(
      fc.property(fc.nat(frame.length - 1), fc.nat(255), fc.nat(frame.length), (at, value, end) => {
        const broken = frame.slice(0, end)
        if (at < end) broken[at] = value
        try {
          assert.isAtMost(decodeLz4(broken).length, 255 * frame.length)
        } catch (error) {
          assert.instanceOf(error, Error)
        }
      }),
    )
  })
})
