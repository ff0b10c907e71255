import { assert, describe, it } from "vitest"
import { addDays, isSoon } from "../../src/pages/account/expiry.ts"
import { formatRelativeTime } from "../../src/ui/relativeTime.ts"

const now = new Date("2026-11-23T12:00:00Z")

describe("the expiry of a key", () => {
  it("is soon within a week, and when it has passed", () => {
    assert.isTrue(isSoon(addDays(6.9, now), now))
    assert.isTrue(isSoon(addDays(-1, now), now))
    assert.isFalse(isSoon(addDays(7, now), now))
  })
})

describe("a relative time", () => {
  it("is said in the largest unit of which it is one", () => {
    assert.strictEqual(formatRelativeTime(addDays(-2, now), now, "en"), "2 days ago")
    assert.strictEqual(formatRelativeTime(addDays(90, now), now, "en"), "in 3 months")
    assert.strictEqual(formatRelativeTime(addDays(-0.125, now), now, "de"), "vor 3 Stunden")
    assert.strictEqual(formatRelativeTime(new Date(now.getTime() - 5_000), now, "en"), "now")
    assert.strictEqual(formatRelativeTime(new Date(now.getTime() + 5_000), now, "en"), "in 5 seconds")
  })
})
