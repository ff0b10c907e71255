/** DeliveryStore: removal of expired rows. */
import { DeliveryStore, EndpointStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { interleaved } from "../suite.ts"
import { claimed, dead, delivered, endAll, listed, retryIn, waiting } from "./fixtures.ts"
import { recoverAll, scope } from "./recoveries.ts"
import { webhookSuite } from "./suite.ts"

export const retention = webhookSuite("DeliveryStore, retention", {
  "removes old deliveries in batches, and never pending ones": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* waiting(8)
    const requests = yield* claimed({ limit: 6 })
    yield* endAll(requests.slice(0, 3), delivered)
    yield* endAll(requests.slice(3, 5), dead)
    yield* endAll(requests.slice(5), retryIn(60_000))
    yield* Effect.sleep("20 millis")
    const all = { keepMillis: 0, keepDeadMillis: 1_000_000, limit: 2 }
    let gone = 0
    for (let step = 0; step < 100; step++) {
      const removed = yield* store.prune(all)
      gone += removed
      if (removed === 0) break
    }
    assert.isAtLeast(gone, 6)
    assert.deepStrictEqual((yield* listed(endpoint)).map(({ state }) => state).toSorted(), [
      "dead",
      "dead",
      "pending",
      "pending",
      "pending",
    ])
    assert.strictEqual((yield* claimed()).length, 2)
    const [old] = yield* listed(endpoint, { states: ["dead"] })
    if (old === undefined) return assert.fail()
    assert.deepStrictEqual(yield* store.attempts(old, { before: null, limit: 10 }), [])
    yield* Effect.repeat(store.prune({ ...all, keepDeadMillis: 0, limit: 1000 }), { while: (n) => n > 0 })
    assert.lengthOf(yield* listed(endpoint), 3)
  }),

  "does not remove a delivery that is replayed concurrently": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* waiting(1)
    yield* endAll(yield* claimed(), dead)
    const [old] = yield* listed(endpoint)
    if (old === undefined) return assert.fail()
    yield* Effect.sleep("20 millis")
    const everything = { keepMillis: 0, keepDeadMillis: 0, limit: 1000 }
    const [answer] = yield* interleaved(store.replay(old), store.prune(everything))
    assert.strictEqual(answer, "replayed")
    assert.deepStrictEqual(
      (yield* listed(endpoint)).map(({ id, state }) => [id, state]),
      [[old.id, "pending"]],
    )
  }),

  "removes the deliveries of removed endpoints": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* waiting(5)
    yield* (yield* EndpointStore).remove(endpoint.id)
    const keep = { keepMillis: 1_000_000, keepDeadMillis: 1_000_000, limit: 3 }
    assert.strictEqual(yield* store.prune(keep), 3)
    assert.strictEqual(yield* store.prune(keep), 2)
    assert.strictEqual(yield* store.prune(keep), 0)
    assert.deepStrictEqual(yield* listed(endpoint), [])
  }),

  "does not replay an event that has been removed": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* waiting(1)
    yield* endAll(yield* claimed(), dead)
    yield* Effect.sleep("20 millis")
    yield* Effect.repeat(store.prune({ keepMillis: 0, keepDeadMillis: 1_000_000, limit: 100 }), {
      while: (n) => n > 0,
    })
    const [delivery] = yield* listed(endpoint)
    if (delivery === undefined) return assert.fail()
    assert.strictEqual(yield* store.replay(delivery), "forgotten")
    assert.isTrue(Option.isNone(yield* store.event(delivery)))
    yield* store.beginRecovery(yield* scope(endpoint))
    assert.strictEqual((yield* recoverAll(10)).recovered, 0)
    assert.strictEqual((yield* listed(endpoint))[0]?.state, "dead")
  }),
})
