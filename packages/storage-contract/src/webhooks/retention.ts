/** DeliveryStore: removal of expired rows. */
import { DeliveryStore, EndpointStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runInterleaved } from "../suite.ts"
import {
  addDueDeliveries,
  claimRequests,
  dead,
  delivered,
  endAll,
  listDeliveries,
  retryIn,
} from "./fixtures.ts"
import { makeScope, recoverAll } from "./recoveries.ts"
import { makeWebhookSuite } from "./suite.ts"

export const retention = makeWebhookSuite("DeliveryStore, retention", {
  "removes old deliveries in batches, and never pending ones": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(8)
    const requests = yield* claimRequests({ limit: 6 })
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
    assert.deepStrictEqual((yield* listDeliveries(endpoint)).map(({ state }) => state).toSorted(), [
      "dead",
      "dead",
      "pending",
      "pending",
      "pending",
    ])
    assert.strictEqual((yield* claimRequests()).length, 2)
    const [old] = yield* listDeliveries(endpoint, { states: ["dead"] })
    if (old === undefined) return assert.fail()
    assert.deepStrictEqual(yield* store.attempts(old, { before: null, limit: 10 }), [])
    yield* Effect.repeat(store.prune({ ...all, keepDeadMillis: 0, limit: 1000 }), { while: (n) => n > 0 })
    assert.lengthOf(yield* listDeliveries(endpoint), 3)
  }),

  "does not remove a delivery that is replayed concurrently": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(1)
    yield* endAll(yield* claimRequests(), dead)
    const [old] = yield* listDeliveries(endpoint)
    if (old === undefined) return assert.fail()
    yield* Effect.sleep("20 millis")
    const everything = { keepMillis: 0, keepDeadMillis: 0, limit: 1000 }
    const [answer] = yield* runInterleaved(store.replay(old), store.prune(everything))
    assert.strictEqual(answer, "replayed")
    assert.deepStrictEqual(
      (yield* listDeliveries(endpoint)).map(({ id, state }) => [id, state]),
      [[old.id, "pending"]],
    )
  }),

  "removes the deliveries of removed endpoints": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(5)
    yield* (yield* EndpointStore).remove(endpoint.id)
    const keep = { keepMillis: 1_000_000, keepDeadMillis: 1_000_000, limit: 3 }
    assert.strictEqual(yield* store.prune(keep), 3)
    assert.strictEqual(yield* store.prune(keep), 2)
    assert.strictEqual(yield* store.prune(keep), 0)
    assert.deepStrictEqual(yield* listDeliveries(endpoint), [])
  }),

  "keeps the events from the requested id on, however old": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(4)
    yield* endAll(yield* claimRequests(), dead)
    yield* Effect.sleep("20 millis")
    const byEvent = (yield* listDeliveries(endpoint)).toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1))
    const pruneFrom = (keepFrom: string | undefined) =>
      Effect.repeat(store.prune({ keepMillis: 0, keepDeadMillis: 1_000_000, keepFrom, limit: 100 }), {
        while: (n) => n > 0,
      })
    const listStored = Effect.forEach(byEvent, (delivery) => Effect.map(store.event(delivery), Option.isSome))
    yield* pruneFrom("")
    assert.deepStrictEqual(yield* listStored, [true, true, true, true])
    yield* pruneFrom(byEvent[2]?.eventId)
    assert.deepStrictEqual(yield* listStored, [false, false, true, true])
    yield* pruneFrom(undefined)
    assert.deepStrictEqual(yield* listStored, [false, false, false, false])
  }),

  "does not replay an event that has been removed": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(1)
    yield* endAll(yield* claimRequests(), dead)
    yield* Effect.sleep("20 millis")
    yield* Effect.repeat(store.prune({ keepMillis: 0, keepDeadMillis: 1_000_000, limit: 100 }), {
      while: (n) => n > 0,
    })
    const [delivery] = yield* listDeliveries(endpoint)
    if (delivery === undefined) return assert.fail()
    assert.strictEqual(yield* store.replay(delivery), "forgotten")
    assert.isTrue(Option.isNone(yield* store.event(delivery)))
    yield* store.beginRecovery(yield* makeScope(endpoint))
    assert.strictEqual((yield* recoverAll(10)).recovered, 0)
    assert.strictEqual((yield* listDeliveries(endpoint))[0]?.state, "dead")
  }),
})
