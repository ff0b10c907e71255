/** Shares of an image are printed with fifteen digits and without an exponent. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { printExactly, printShare } from "../../src/yolo/rows.ts"

/** As the numbers of a file are read: fifteen digits, parsed and printed again. */
const printSlowly = (share: number): string => printExactly(Number(share.toPrecision(15)))

describe("a share of an image", () => {
  it("has no trailing zeros, no exponent, and no digit of noise", () => {
    assert.deepStrictEqual([0, 1, 0.5, 0.1 + 0.2, 1 / 3, 1e-7, 1.5e-9, 1.25, -0].map(printShare), [
      "0",
      "1",
      "0.5",
      "0.3",
      "0.333333333333333",
      "0.0000001",
      "0.0000000015",
      "1.25",
      "0",
    ])
  })

  it("is printed like the number of its fifteen digits", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2, noNaN: true }), (share) => {
        assert.strictEqual(printShare(share), printSlowly(share))
      }),
    )
    fc.assert(
      fc.property(fc.nat(40_000), fc.integer({ min: 1, max: 4096 }), (tenths, width) => {
        assert.strictEqual(printShare(tenths / 10 / width), printSlowly(tenths / 10 / width))
      }),
    )
  })
})
