/** The share of passed answers, with the limits of Wilson's interval. */
import { assert, describe, it } from "vitest"
import { computeGoldShare } from "../../src/queue/gold/computeGoldShare.ts"

describe("the share of passed answers", () => {
  it("has the limits of Wilson's interval: the shares that are z standard errors away from it", () => {
    for (const [passed, answers] of [
      [0, 10],
      [8, 10],
      [10, 10],
      [1, 1],
      [417, 500],
    ] as const) {
      const { high, low, share } = computeGoldShare({ answers, passed }) ?? { share: -1, low: -1, high: -1 }
      assert.strictEqual(share, passed / answers)
      for (const limit of [low, high].filter((one) => one > 0 && one < 1))
        assert.closeTo(
          Math.abs(share - limit),
          1.959963984540054 * Math.sqrt((limit * (1 - limit)) / answers),
          1e-12,
        )
      assert.isTrue(low <= share && share <= high)
      assert.strictEqual(low === 0, passed === 0)
      assert.strictEqual(high === 1, passed === answers)
    }
  })

  it("is unknown without answers", () => {
    assert.isNull(computeGoldShare({ answers: 0, passed: 0 }))
  })
})
