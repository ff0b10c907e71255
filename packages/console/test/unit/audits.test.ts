/** Figures of audits as text. */
import { assert, describe, it } from "vitest"
import { formatBound, formatShare } from "../../src/pages/audits/figures.ts"

describe("an upper bound as percent", () => {
  it.each([
    [0, 0, "0%"],
    [0, 100, "0%"],
    [7, 100, "7%"],
    [2_004, 100_000, "2.01%"],
    [2_000, 100_000, "2%"],
    [1, 3, "33.4%"],
    [99_999, 100_000, "100%"],
    [1, 300_000, "0.0004%"],
    [3, 3, "100%"],
  ])("is rounded up, and exact where it can be: %d of %d is %s", (upper, population, expected) => {
    assert.strictEqual(formatBound(upper, population, "en"), expected)
  })

  it("is never below its share, nor further above it than one step of the last decimal", () => {
    for (let population = 1; population < 60; population++)
      for (let upper = 0; upper <= population; upper++) {
        const shown = Number(formatBound(upper, population, "en").slice(0, -1))
        assert.isAtLeast(shown, (100 * upper) / population - 1e-12)
        assert.isBelow(shown, (100 * upper) / population + 0.1 + 1e-12)
      }
  })

  it("leaves goals and shares of errors as near as they are", () => {
    assert.deepStrictEqual([formatShare(0.02, "en"), formatShare(0.02004, "en")], ["2%", "2%"])
  })
})
