/** DeliveryStore: replays, recoveries, and held deliveries. */
import { DeliveryStore, EndpointStore, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runInterleaved, runTwenty } from "../suite.ts"
import {
  addDueDeliveries,
  addEndpoint,
  ann,
  append,
  claimRequests,
  dead,
  delivered,
  endAll,
  listDeliveries,
  listEventIds,
  makeEvents,
  runInTransaction,
} from "./fixtures.ts"
import { makeScope, recoverAll } from "./recoveries.ts"
import { makeWebhookSuite } from "./suite.ts"

export const replays = makeWebhookSuite("DeliveryStore, replays", {
  "replays a delivery for one of many concurrent callers, with the same event and new attempts": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { endpoint, ids } = yield* addDueDeliveries(1)
      yield* endAll(yield* claimRequests(), dead)
      const [delivery] = yield* listDeliveries(endpoint)
      if (delivery === undefined) return assert.fail()
      const answers = yield* runTwenty(() => store.replay(delivery))
      assert.lengthOf(
        answers.filter((answer) => answer === "replayed"),
        1,
      )
      assert.lengthOf(
        answers.filter((answer) => answer === "pending"),
        19,
      )
      const requests = yield* claimRequests()
      assert.deepStrictEqual(listEventIds(requests), ids)
      assert.strictEqual(requests[0]?.deliveries[0]?.delivery.attempts, 0)
      yield* endAll(requests, delivered)
      const attempts = yield* store.attempts(delivery, { before: null, limit: 10 })
      assert.deepStrictEqual(
        attempts.map(({ trigger }) => trigger),
        ["replay", "live"],
      )
      const [one, two] = yield* runInterleaved(store.replay(delivery), store.replay(delivery))
      assert.deepStrictEqual([one, two], ["replayed", "pending"])
    },
  ),

  "holds the pending deliveries of a disabled endpoint in batches, except those in flight": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { endpoint } = yield* addDueDeliveries(10)
      const [sent] = yield* claimRequests({ limit: 1 })
      assert.isDefined(sent)
      assert.strictEqual(yield* store.pausePending(null, 100), 0)
      yield* (yield* EndpointStore).setEnabled({ id: endpoint.id, reason: "owner" })
      assert.strictEqual(yield* store.pausePending(endpoint.id, 4), 4)
      assert.strictEqual(yield* store.pausePending(null, 100), 5)
      assert.strictEqual(yield* store.pausePending(null, 100), 0)
      assert.deepStrictEqual(yield* store.waiting(endpoint.id, 100), { pending: 1, held: 9 })
    },
  ),

  "recovers dead deliveries in batches, after live ones": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { dataset, endpoint, ids } = yield* addDueDeliveries(12)
    const all = yield* claimRequests({ inFlight: 100 })
    yield* endAll(all.slice(0, 10), dead)
    yield* endAll(all.slice(10), delivered)
    const recovery = yield* makeScope(endpoint)
    assert.deepStrictEqual(yield* store.recoverable(recovery, 100), { recovered: 10, created: 0 })
    assert.deepStrictEqual(yield* store.recoverable(recovery, 4), { recovered: 4, created: 0 })
    assert.isTrue(yield* store.beginRecovery(recovery))
    assert.isFalse(yield* store.beginRecovery(yield* makeScope(endpoint)))
    const { recovered, created, done } = yield* recoverAll(4)
    assert.deepStrictEqual([recovered, created, done], [10, 0, true])
    yield* Effect.sleep("30 millis")
    const fresh = yield* makeEvents(dataset, 1)
    yield* runInTransaction(append(fresh))
    const order: Array<string> = []
    for (;;) {
      const requests = yield* claimRequests({ limit: 1, inFlight: 100 })
      if (requests.length === 0) break
      assert.strictEqual(requests[0]?.deliveries[0]?.delivery.origin, order.length === 0 ? "live" : "replay")
      order.push(...listEventIds(requests))
      yield* endAll(requests, delivered)
    }
    assert.deepStrictEqual(order, [...fresh.map(({ id }) => id), ...ids.slice(0, 10)])
    assert.isTrue(yield* store.beginRecovery(yield* makeScope(endpoint)))
    assert.lengthOf(yield* store.recoveries(endpoint.id), 2)
  }),

  "begins one recovery of an endpoint for twenty concurrent callers": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(1)
    const begun = yield* runTwenty(() => Effect.flatMap(makeScope(endpoint), store.beginRecovery))
    assert.lengthOf(
      begun.filter((yes) => yes),
      1,
    )
  }),

  "creates, with `missing`, each matching delivery of the period that never existed, once": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { owner, dataset } = yield* ann
      yield* (yield* UserStore).update(owner, { webhooksEnabled: true })
      yield* runInTransaction(append(yield* makeEvents(dataset, 5)))
      yield* runInTransaction(append(yield* makeEvents(dataset, 3, "issue.created")))
      const endpoint = yield* addEndpoint(owner, { eventTypes: ["label.updated"] })
      yield* runInTransaction(append(yield* makeEvents(dataset, 2)))
      const recovery = yield* makeScope(endpoint, { missing: true })
      assert.deepStrictEqual(yield* store.recoverable(recovery, 100), { recovered: 0, created: 5 })
      yield* store.beginRecovery(recovery)
      const { recovered, created, done } = yield* recoverAll(2)
      assert.deepStrictEqual([recovered, created, done], [0, 5, true])
      assert.lengthOf(yield* listDeliveries(endpoint), 7)
      assert.deepStrictEqual(Option.getOrNull(yield* store.recovery(recovery.id))?.created, 5)
    },
  ),
})
