/** DeliveryStore: endpoints that are gone or only fail are disabled once, and their recovery is told once. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { ClaimedRequest } from "../ports/claims.ts"
import { EndpointStore } from "../ports/EndpointStore.ts"
import { claimed, complete, completion, dead, delivered, endAll, waiting } from "./fixtures.ts"
import { webhookSuite } from "./suite.ts"

export const health = webhookSuite("DeliveryStore, health", {
  "disables an endpoint that is gone once, though eight tell it at once": Effect.gen(function* () {
    const { endpoint } = yield* waiting(8)
    const requests = yield* claimed()
    assert.lengthOf(requests, 8)
    const told = yield* Effect.forEach(requests, (request) => endAll([request], dead, { gone: true }), {
      concurrency: "unbounded",
    })
    const transitions = told.flatMap((each) => each.transitions)
    assert.deepStrictEqual(
      transitions.map(({ _tag }) => _tag),
      ["Disabled"],
    )
    assert.strictEqual(
      told.reduce((sum, { accepted }) => sum + accepted.size, 0),
      8,
    )
    const [found] = yield* (yield* EndpointStore).ofOwner(endpoint.owner)
    assert.deepStrictEqual([found?.enabled, found?.disabledReason], [false, "gone"])
  }),

  "disables an endpoint that only fails once, though eight tell it at once, and warns before": Effect.gen(
    function* () {
      yield* waiting(9)
      const [first, ...others] = yield* claimed({ inFlight: 9 })
      if (first === undefined) return assert.fail()
      const failing = (request: ClaimedRequest, disableAfterMillis: number) =>
        Effect.flatMap(completion(request, dead), (told) =>
          complete([told], { disableAfterMillis, spreadMillis: 0 }),
        )
      assert.deepStrictEqual((yield* failing(first, 1_000_000)).transitions, [])
      yield* Effect.sleep("30 millis")
      const warned = yield* Effect.forEach(others.slice(0, 4), (request) => failing(request, 90), {
        concurrency: "unbounded",
      })
      const warnings = warned.flatMap(({ transitions }) => transitions)
      assert.isTrue(warnings.every(({ _tag }) => _tag === "Failing" || _tag === "Disabled"))
      const percents = warnings.flatMap((each) => (each._tag === "Failing" ? [each.percent] : []))
      assert.strictEqual(new Set(percents).size, percents.length)
      const ended = yield* Effect.forEach(others.slice(4), (request) => failing(request, 1), {
        concurrency: "unbounded",
      })
      const all = [...warnings, ...ended.flatMap(({ transitions }) => transitions)]
      assert.lengthOf(
        all.filter(({ _tag }) => _tag === "Disabled"),
        1,
      )
    },
  ),

  "tells of a recovery once, and only after a warning": Effect.gen(function* () {
    yield* waiting(6)
    const policy = { disableAfterMillis: 1000, spreadMillis: 0 }
    const tell = (
      request: ClaimedRequest | undefined,
      next: typeof delivered | typeof dead,
      after = policy,
    ) =>
      request === undefined
        ? Effect.die("no request")
        : Effect.flatMap(completion(request, next), (told) => complete([told], after))
    const [a, b, c, d, e, f] = yield* claimed()
    yield* tell(a, dead)
    assert.deepStrictEqual((yield* tell(b, delivered)).transitions, [])
    yield* tell(c, dead)
    yield* Effect.sleep("20 millis")
    const warned = yield* tell(d, dead, { disableAfterMillis: 40, spreadMillis: 0 })
    assert.include(["Failing", "Disabled"], warned.transitions[0]?._tag)
    if (warned.transitions[0]?._tag === "Disabled") return
    assert.deepStrictEqual(
      (yield* tell(e, delivered)).transitions.map(({ _tag }) => _tag),
      ["Recovered"],
    )
    assert.deepStrictEqual((yield* tell(f, delivered)).transitions, [])
  }),
})
