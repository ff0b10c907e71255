import { assert, describe, it } from "vitest"
import { formatTimeLeft } from "../../src/app/timeLeft.ts"

describe("the time that is left", () => {
  it.each([
    [-5, "0 sec"],
    [59_999, "59 sec"],
    [60_000, "1 min"],
    [3_599_000, "59 min"],
    [7_300_000, "2 hr"],
  ])("is rounded down: %d ms is %s", (millis, expected) => {
    assert.strictEqual(formatTimeLeft(millis, "en"), expected)
  })
})
