import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { classifyResponse, retryAfterMillis } from "../../src/dispatcher/classifyResponse.ts"
import { countMaxAttempts, defaultWaits, maxWaitMillis, waitAfter } from "../../src/dispatcher/waits.ts"

describe("waits", () => {
  it("are ten attempts over 75 hours and 35 minutes, as Standard Webhooks shows them", () => {
    assert.strictEqual(countMaxAttempts(defaultWaits), 10)
    const sum = defaultWaits.reduce((total, wait) => total + wait, 0)
    assert.strictEqual(sum, (75 * 60 + 35) * 60_000 + 5000)
    assert.deepStrictEqual(
      defaultWaits.map((_, at) => waitAfter(at + 1, 0.5)),
      [...defaultWaits],
    )
    assert.isNull(waitAfter(10, 0.5))
  })

  it("lie within a fifth of the table, and come to its ends", () => {
    for (const [at, wait] of defaultWaits.entries()) {
      assert.strictEqual(waitAfter(at + 1, 0), wait * 0.8)
      assert.strictEqual(waitAfter(at + 1, 1), wait * 1.2)
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const wait = waitAfter(failures, random) ?? 0
          const table = defaultWaits[failures - 1] ?? 0
          assert.isAtLeast(wait, table * 0.8)
          assert.isAtMost(wait, table * 1.2)
        },
      ),
    )
  })

  it("are spread evenly over the fifth to either side", () => {
    const size = 10_000
    const bins = Array.from({ length: 20 }, () => 0)
    for (let i = 0; i < size; i++) {
      const wait = waitAfter(4, Math.random()) ?? 0
      const bin = Math.min(19, Math.floor(((wait / 7_200_000 - 0.8) / 0.4) * 20))
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    const chiSquare = bins.reduce((sum, count) => sum + (count - size / 20) ** 2 / (size / 20), 0)
    // 19 degrees of freedom: 1 in 10 million is above 71.
    assert.isBelow(chiSquare, 71)
  })
})

describe("Retry-After", () => {
  const now = Date.parse("2026-11-22T00:00:00Z")
  it.each([
    [undefined, null],
    ["0", 0],
    ["1", 1000],
    ["120", 120_000],
    [" 7 ", 7000],
    ["-1", 0],
    ["1000000000000", maxWaitMillis],
    ["9".repeat(399), maxWaitMillis],
    ["9".repeat(10_000), maxWaitMillis],
    [`-${"9".repeat(10_000)}`, 0],
    ["Sun, 22 Nov 2026 00:01:00 GMT", 60_000],
    ["Sunday, 22-Nov-26 00:01:00 GMT", 60_000],
    ["Sun Nov 22 00:01:00 2026", 60_000],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["Fri, 31 Dec 9999 23:59:59 GMT", maxWaitMillis],
    ["1.5", null],
    ["1e12", null],
    ["0x10", null],
    ["soon", null],
    ["", null],
    ["2026-11-22T00:01:00Z", null],
    ["Sun, 99 Nov 2026 00:01:00 GMT", null],
    ["Infinity", null],
    [[], null],
    [["garbage", "3", "4"], 3000],
    [Array.from({ length: 50 }, () => "60"), 60_000],
  ] as const)("%j is %j", (header, millis) => {
    assert.strictEqual(retryAfterMillis(header, now), millis)
  })

  it("is from 0 to the longest wait, or nothing, whatever is sent", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.integer().map(String),
          fc.date().map((date) => date.toUTCString()),
        ),
        (text) => {
          const wait = retryAfterMillis(text, now)
          if (wait === null) return
          assert.isAtLeast(wait, 0)
          assert.isAtMost(wait, maxWaitMillis)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe("an answer", () => {
  const of = (status: number | null, retryAfter?: string) => classifyResponse({ status, retryAfter }, 0)
  const failed = { delivered: false, gone: false, pauseMillis: null }

  it("of 2xx is success, and of nothing else", () => {
    for (let status = 0; status < 1000; status++)
      assert.strictEqual(of(status).delivered, status >= 200 && status <= 299, String(status))
    assert.deepStrictEqual(of(null), failed)
    for (const status of [301, 302, 303, 307, 308, 400, 404, 500]) assert.deepStrictEqual(of(status), failed)
  })

  it("of 410 ends the endpoint", () => {
    assert.deepStrictEqual(of(410), { ...failed, gone: true })
    for (const status of [404, 409, 411, 500]) assert.isFalse(of(status).gone)
  })

  it("of 429, 502, 503 or 504 pauses the endpoint: as long as it asks, else five seconds", () => {
    for (const status of [429, 502, 503, 504]) {
      assert.deepStrictEqual(of(status), { ...failed, pauseMillis: 5000 })
      assert.deepStrictEqual(of(status, "30"), { ...failed, pauseMillis: 30_000 })
      assert.deepStrictEqual(of(status, "0"), { ...failed, pauseMillis: 0 })
      assert.deepStrictEqual(of(status, "garbage"), { ...failed, pauseMillis: 5000 })
    }
    for (const status of [200, 301, 400, 408, 500]) assert.isNull(of(status, "30").pauseMillis)
  })
})
