import { assert, describe, it } from "vitest"
import { formatBound } from "../../src/audits/formatBound.ts"

describe("an upper bound as percent on the command line", () => {
  it.each([
    [0, 0, "0.00 %"],
    [7, 100, "7.00 %"],
    [2_004, 100_000, "2.01 %"],
    [2_000, 100_000, "2.00 %"],
    [1, 3, "33.34 %"],
    [99_999, 100_000, "100.00 %"],
  ])("is rounded up, and exact where it can be: %d of %d is %s", (upper, population, expected) => {
    assert.strictEqual(formatBound(upper, population), expected)
  })
})
