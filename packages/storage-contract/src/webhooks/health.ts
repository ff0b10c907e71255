/** DeliveryStore: failing endpoints are disabled once, and their recovery is reported once. */
import { type ClaimedRequest, DeliveryStore, EndpointStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { runInterleaved } from "../suite.ts"
import {
  addDueDeliveries,
  claimRequests,
  complete,
  dead,
  delivered,
  endAll,
  listDeliveries,
  makeCompletion,
  retryIn,
} from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

export const health = makeWebhookSuite("DeliveryStore, health", {
  "disables a gone endpoint once when eight requests report it concurrently": Effect.gen(function* () {
    const { endpoint } = yield* addDueDeliveries(8)
    const requests = yield* claimRequests()
    assert.lengthOf(requests, 8)
    const results = yield* Effect.forEach(requests, (request) => endAll([request], dead, { gone: true }), {
      concurrency: "unbounded",
    })
    const transitions = results.flatMap((each) => each.transitions)
    assert.deepStrictEqual(
      transitions.map(({ _tag }) => _tag),
      ["Disabled"],
    )
    assert.strictEqual(
      results.reduce((sum, { accepted }) => sum + accepted.size, 0),
      8,
    )
    const [found] = yield* (yield* EndpointStore).ofOwner(endpoint.owner)
    assert.deepStrictEqual([found?.enabled, found?.disabledReason], [false, "gone"])
  }),

  "holds the pending deliveries of an endpoint when it is disabled, and those in flight when they end":
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { endpoint } = yield* addDueDeliveries(8)
      const [gone, late, unbegun, lost] = yield* claimRequests({ limit: 3 }).pipe(
        Effect.zipWith(claimRequests({ limit: 1, leaseMillis: -1 }), (some, last) => [...some, ...last]),
      )
      if (gone === undefined || late === undefined || unbegun === undefined || lost === undefined)
        return assert.fail()
      yield* endAll([gone], retryIn(0), { gone: true })
      const held = Effect.map(
        listDeliveries(endpoint),
        (all) => all.filter(({ state }) => state === "held").length,
      )
      assert.strictEqual(yield* held, 5)
      yield* endAll([late], retryIn(60_000))
      assert.strictEqual(yield* held, 6)
      yield* store.release([unbegun])
      assert.strictEqual(yield* held, 7)
      yield* store.reclaim({ limit: 10, maxAttempts: 10 })
      assert.strictEqual(yield* held, 8)
    }),

  "holds the deliveries of two concurrent completions when one of them disables the endpoint": Effect.gen(
    function* () {
      const { endpoint } = yield* addDueDeliveries(4)
      const [gone, late] = yield* claimRequests({ limit: 2 })
      if (gone === undefined || late === undefined) return assert.fail()
      yield* runInterleaved(endAll([gone], retryIn(0), { gone: true }), endAll([late], retryIn(60_000)))
      assert.deepStrictEqual(
        (yield* listDeliveries(endpoint)).map(({ state }) => state),
        ["held", "held", "held", "held"],
      )
    },
  ),

  "disables a failing endpoint once when several requests report it concurrently, after warnings": Effect.gen(
    function* () {
      yield* addDueDeliveries(9)
      const [first, ...others] = yield* claimRequests({ inFlight: 9 })
      if (first === undefined) return assert.fail()
      const completeFailing = (request: ClaimedRequest, disableAfterMillis: number) =>
        Effect.flatMap(makeCompletion(request, dead), (report) =>
          complete([report], { disableAfterMillis, spreadMillis: 0 }),
        )
      assert.deepStrictEqual((yield* completeFailing(first, 1_000_000)).transitions, [])
      yield* Effect.sleep("30 millis")
      const warned = yield* Effect.forEach(others.slice(0, 4), (request) => completeFailing(request, 90), {
        concurrency: "unbounded",
      })
      const warnings = warned.flatMap(({ transitions }) => transitions)
      assert.isTrue(warnings.every(({ _tag }) => _tag === "Failing" || _tag === "Disabled"))
      const percents = warnings.flatMap((each) => (each._tag === "Failing" ? [each.percent] : []))
      assert.strictEqual(new Set(percents).size, percents.length)
      const ended = yield* Effect.forEach(others.slice(4), (request) => completeFailing(request, 1), {
        concurrency: "unbounded",
      })
      const all = [...warnings, ...ended.flatMap(({ transitions }) => transitions)]
      assert.lengthOf(
        all.filter(({ _tag }) => _tag === "Disabled"),
        1,
      )
    },
  ),

  "reports a recovery once, and only after a warning": Effect.gen(function* () {
    yield* addDueDeliveries(6)
    const policy = { disableAfterMillis: 1000, spreadMillis: 0 }
    const end = (
      request: ClaimedRequest | undefined,
      next: typeof delivered | typeof dead,
      after = policy,
    ) =>
      request === undefined
        ? Effect.die("no request")
        : Effect.flatMap(makeCompletion(request, next), (report) => complete([report], after))
    const [a, b, c, d, e, f] = yield* claimRequests()
    yield* end(a, dead)
    assert.deepStrictEqual((yield* end(b, delivered)).transitions, [])
    yield* end(c, dead)
    yield* Effect.sleep("20 millis")
    const warned = yield* end(d, dead, { disableAfterMillis: 40, spreadMillis: 0 })
    assert.include(["Failing", "Disabled"], warned.transitions[0]?._tag)
    if (warned.transitions[0]?._tag === "Disabled") return
    assert.deepStrictEqual(
      (yield* end(e, delivered)).transitions.map(({ _tag }) => _tag),
      ["Recovered"],
    )
    assert.deepStrictEqual((yield* end(f, delivered)).transitions, [])
  }),
})
