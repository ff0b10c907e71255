import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { makeRateLimiter } from "../../src/transport/request/rateLimit.ts"
import { caller, makeWorld, problemIn } from "./fixture.ts"

describe("a rate limit", () => {
  it("lets a key make so many requests, then tells it when to come back", async () => {
    const call = caller(makeWorld(), { settings: { rateLimit: { requests: 2, perSeconds: 60 } } })
    const first = await call("GET", "/things/")
    assert.strictEqual(first.headers.get("ratelimit-limit"), "2")
    assert.strictEqual(first.headers.get("ratelimit-remaining"), "1")
    await call("GET", "/things/")
    const third = await call("GET", "/things/")
    assert.strictEqual(third.status, 429)
    assert.strictEqual(third.headers.get("retry-after"), "30")
    assert.strictEqual(third.headers.get("ratelimit-remaining"), "0")
    assert.strictEqual((await problemIn(third)).detail, "Request was throttled.")
  })

  it("does not count who was not let in, nor what is public", async () => {
    const call = caller(makeWorld(), { settings: { rateLimit: { requests: 1, perSeconds: 60 } } })
    for (let i = 0; i < 3; i++) {
      assert.strictEqual((await call("GET", "/things/", { key: "APIKey bad" })).status, 401)
      assert.strictEqual((await call("GET", "/healthz")).status, 200)
    }
    assert.strictEqual((await call("GET", "/things/")).status, 200)
  })

  it("is off unless it is asked for", async () => {
    assert.isNull((await caller()("GET", "/things/")).headers.get("ratelimit-limit"))
  })

  it("counts a key as one, however its header is spelled", async () => {
    const call = caller(makeWorld(), {
      settings: { rateLimit: { requests: 2, perSeconds: 60 } },
      authenticate: () => Effect.succeed({ name: "jane" }),
    })
    const statuses: Array<number> = []
    for (const key of ["APIKey k", "apikey k", "APIKEY    k", "APIKey other"])
      statuses.push((await call("GET", "/things/", { key })).status)
    assert.deepStrictEqual(statuses, [200, 200, 429, 200])
  })

  it("refills steadily, never above its size, each key for itself", () => {
    const ask = makeRateLimiter({ requests: 2, perSeconds: 10 })
    const allowed = (key: string, now: number): boolean => ask(key, now).allowed
    assert.deepStrictEqual([allowed("a", 0), allowed("a", 0), allowed("a", 0)], [true, true, false])
    assert.isTrue(allowed("b", 0))
    assert.isFalse(allowed("a", 4_000))
    assert.isTrue(allowed("a", 5_000))
    assert.deepStrictEqual(
      [allowed("a", 100_000), allowed("a", 100_000), allowed("a", 100_000)],
      [true, true, false],
    )
  })

  it("remembers a bounded number of keys, those that ask most lately", () => {
    const ask = makeRateLimiter({ requests: 1, perSeconds: 1_000_000 })
    ask("first", 0)
    ask("regular", 0)
    for (let i = 0; i < 9_999; i++) {
      ask(`key ${i}`, 0)
      if (i % 1_000 === 0) assert.isFalse(ask("regular", 0).allowed)
    }
    assert.isTrue(ask("first", 0).allowed)
    assert.isFalse(ask("regular", 0).allowed)
  })
})
