/** DeliveryStore: expired requests are reclaimed, and unbegun ones released. */
import { DeliveryStore, longestLease, toMillis } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { runTwenty } from "../suite.ts"
import { addDueDeliveries, claimRequests, listAttempts, listEventIds, readFirstDelivery } from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

export const leases = makeWebhookSuite("DeliveryStore, leases", {
  "reclaims a lost delivery once, records an attempt with an unknown outcome, and makes it due at once":
    Effect.gen(function* () {
      yield* addDueDeliveries(5)
      const requests = yield* claimRequests({ leaseMillis: -1 })
      const store = yield* DeliveryStore
      const back = yield* runTwenty(() => store.reclaim({ limit: 2, maxAttempts: 10 }))
      const more = yield* store.reclaim({ limit: 100, maxAttempts: 10 })
      assert.strictEqual(
        [...back, more].reduce((sum, { returned }) => sum + returned, 0),
        5,
      )
      const [first] = requests
      if (first === undefined) return assert.fail()
      const attempts = yield* listAttempts(first)
      assert.deepStrictEqual(
        attempts.map(({ outcome, durationMillis }) => [outcome, durationMillis]),
        [["unknown", null]],
      )
      const again = yield* claimRequests()
      assert.sameMembers([...listEventIds(again)], [...listEventIds(requests)])
      assert.strictEqual(again[0]?.deliveries[0]?.delivery.attempts, 1)
    }),

  "reclaims a delivery whose lease ends more than a day ahead, because the clock was set back": Effect.gen(
    function* () {
      yield* addDueDeliveries(1)
      const store = yield* DeliveryStore
      const [request] = yield* claimRequests({ leaseMillis: longestLease + 60_000 })
      if (request === undefined) return assert.fail()
      assert.strictEqual((yield* store.reclaim({ limit: 10, maxAttempts: 10 })).returned, 1)
      const [attempt] = yield* listAttempts(request)
      if (attempt === undefined) return assert.fail()
      assert.isBelow(toMillis(attempt.at), Date.now() + longestLease / 2)
      const [again] = yield* claimRequests({ leaseMillis: longestLease - 60_000 })
      if (again === undefined) return assert.fail()
      assert.strictEqual((yield* store.reclaim({ limit: 10, maxAttempts: 10 })).returned, 0)
    },
  ),

  "marks a delivery dead that was lost too often": Effect.gen(function* () {
    yield* addDueDeliveries(1)
    const store = yield* DeliveryStore
    yield* claimRequests({ leaseMillis: -1 })
    assert.deepStrictEqual(yield* store.reclaim({ limit: 10, maxAttempts: 2 }), {
      returned: 1,
      exhausted: [],
    })
    const [request] = yield* claimRequests({ leaseMillis: -1 })
    if (request === undefined) return assert.fail()
    const { returned, exhausted } = yield* store.reclaim({ limit: 10, maxAttempts: 2 })
    assert.deepStrictEqual([returned, exhausted.length], [0, 1])
    assert.strictEqual((yield* readFirstDelivery(request))?.state, "dead")
  }),

  "does not reclaim a delivery whose lease was renewed": Effect.gen(function* () {
    yield* addDueDeliveries(2)
    const store = yield* DeliveryStore
    const [one, two] = yield* claimRequests({ leaseMillis: -1 })
    if (one === undefined || two === undefined) return assert.fail()
    assert.deepStrictEqual([...(yield* store.renew([one], 60_000))], [one.token])
    assert.strictEqual((yield* store.reclaim({ limit: 10, maxAttempts: 10 })).returned, 1)
    assert.deepStrictEqual([...(yield* store.renew([one, two], 60_000))], [one.token])
  }),

  "makes released deliveries due at once, in their order and without an attempt": Effect.gen(function* () {
    const { ids } = yield* addDueDeliveries(10)
    const requests = yield* claimRequests()
    assert.lengthOf(requests, 8)
    yield* (yield* DeliveryStore).release(requests)
    const again = yield* claimRequests()
    assert.deepStrictEqual(listEventIds(again), ids.slice(0, 8))
    assert.isTrue(
      again.every(({ deliveries }) => deliveries.every(({ delivery }) => delivery.attempts === 0)),
    )
    const [first] = again
    if (first === undefined) return assert.fail()
    assert.deepStrictEqual(yield* listAttempts(first), [])
  }),
})
