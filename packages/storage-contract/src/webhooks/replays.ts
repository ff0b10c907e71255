/** DeliveryStore: replays, recoveries, and held deliveries. */
import { DeliveryStore, EndpointStore, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { interleaved, twenty } from "../suite.ts"
import {
  anEndpoint,
  ann,
  append,
  claimed,
  committed,
  dead,
  delivered,
  endAll,
  eventsOf,
  listed,
  someEvents,
  waiting,
} from "./fixtures.ts"
import { recoverAll, scope } from "./recoveries.ts"
import { webhookSuite } from "./suite.ts"

export const replays = webhookSuite("DeliveryStore, replays", {
  "replays a delivery for one of many concurrent callers, with the same event and new attempts": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { endpoint, ids } = yield* waiting(1)
      yield* endAll(yield* claimed(), dead)
      const [delivery] = yield* listed(endpoint)
      if (delivery === undefined) return assert.fail()
      const answers = yield* twenty(() => store.replay(delivery))
      assert.lengthOf(
        answers.filter((answer) => answer === "replayed"),
        1,
      )
      assert.lengthOf(
        answers.filter((answer) => answer === "pending"),
        19,
      )
      const requests = yield* claimed()
      assert.deepStrictEqual(eventsOf(requests), ids)
      assert.strictEqual(requests[0]?.deliveries[0]?.delivery.attempts, 0)
      yield* endAll(requests, delivered)
      const attempts = yield* store.attempts(delivery, { before: null, limit: 10 })
      assert.deepStrictEqual(
        attempts.map(({ trigger }) => trigger),
        ["replay", "live"],
      )
      const [one, two] = yield* interleaved(store.replay(delivery), store.replay(delivery))
      assert.deepStrictEqual([one, two], ["replayed", "pending"])
    },
  ),

  "holds the pending deliveries of a disabled endpoint in batches, except those in flight": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { endpoint } = yield* waiting(10)
      const [sent] = yield* claimed({ limit: 1 })
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
    const { dataset, endpoint, ids } = yield* waiting(12)
    const all = yield* claimed({ inFlight: 100 })
    yield* endAll(all.slice(0, 10), dead)
    yield* endAll(all.slice(10), delivered)
    const recovery = yield* scope(endpoint)
    assert.deepStrictEqual(yield* store.recoverable(recovery, 100), { recovered: 10, created: 0 })
    assert.deepStrictEqual(yield* store.recoverable(recovery, 4), { recovered: 4, created: 0 })
    assert.isTrue(yield* store.beginRecovery(recovery))
    assert.isFalse(yield* store.beginRecovery(yield* scope(endpoint)))
    const { recovered, created, done } = yield* recoverAll(4)
    assert.deepStrictEqual([recovered, created, done], [10, 0, true])
    yield* Effect.sleep("30 millis")
    const fresh = yield* someEvents(dataset, 1)
    yield* committed(append(fresh))
    const order: Array<string> = []
    for (;;) {
      const requests = yield* claimed({ limit: 1, inFlight: 100 })
      if (requests.length === 0) break
      assert.strictEqual(requests[0]?.deliveries[0]?.delivery.origin, order.length === 0 ? "live" : "replay")
      order.push(...eventsOf(requests))
      yield* endAll(requests, delivered)
    }
    assert.deepStrictEqual(order, [...fresh.map(({ id }) => id), ...ids.slice(0, 10)])
    assert.isTrue(yield* store.beginRecovery(yield* scope(endpoint)))
    assert.lengthOf(yield* store.recoveries(endpoint.id), 2)
  }),

  "begins one recovery of an endpoint for twenty concurrent callers": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* waiting(1)
    const begun = yield* twenty(() => Effect.flatMap(scope(endpoint), store.beginRecovery))
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
      yield* committed(append(yield* someEvents(dataset, 5)))
      yield* committed(append(yield* someEvents(dataset, 3, "issue.created")))
      const endpoint = yield* anEndpoint(owner, { eventTypes: ["label.updated"] })
      yield* committed(append(yield* someEvents(dataset, 2)))
      const recovery = yield* scope(endpoint, { missing: true })
      assert.deepStrictEqual(yield* store.recoverable(recovery, 100), { recovered: 0, created: 5 })
      yield* store.beginRecovery(recovery)
      const { recovered, created, done } = yield* recoverAll(2)
      assert.deepStrictEqual([recovered, created, done], [0, 5, true])
      assert.lengthOf(yield* listed(endpoint), 7)
      assert.deepStrictEqual(Option.getOrNull(yield* store.recovery(recovery.id))?.created, 5)
    },
  ),
})
