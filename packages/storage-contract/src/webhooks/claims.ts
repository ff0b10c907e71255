/** DeliveryStore: claims and their limits over all callers. */
import {
  computeSpacingMillis,
  DeliveryStore,
  EndpointStore,
  pacingMillis,
  UserStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runBesideRollback, runInterleaved, runTwenty } from "../suite.ts"
import {
  addDueDeliveries,
  addEndpoint,
  append,
  claim,
  claimRequests,
  delivered,
  endAll,
  listDeliveries,
  listEventIds,
  makeEvents,
  retryIn,
  runInTransaction,
} from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

const countDistinct = <A>(items: ReadonlyArray<A>) => new Set(items).size

export const claims = makeWebhookSuite("DeliveryStore, claims", {
  "claims due deliveries, oldest first, with their events and endpoints": Effect.gen(function* () {
    const { endpoint, events, ids } = yield* addDueDeliveries(3)
    const { requests, parked, last } = yield* claim()
    assert.deepStrictEqual(listEventIds(requests), ids)
    assert.deepStrictEqual([parked, last], [[], null])
    const [first] = requests
    assert.deepStrictEqual(first?.endpoint, endpoint)
    assert.deepStrictEqual(first?.deliveries[0]?.event, events[0])
    assert.strictEqual(first?.startInMillis, 0)
    assert.strictEqual(countDistinct(requests.map(({ token }) => token)), 3)
    const [, , oldest] = yield* listDeliveries(endpoint)
    assert.deepStrictEqual(first?.deliveries[0]?.delivery, oldest)
    assert.deepStrictEqual(yield* claimRequests(), [])
  }),

  "never claims a delivery for two concurrent callers": Effect.gen(function* () {
    const { ids } = yield* addDueDeliveries(40)
    const [one, two] = yield* runInterleaved(
      claimRequests({ limit: 5, inFlight: 1000 }),
      claimRequests({ limit: 5, inFlight: 1000 }),
    )
    assert.lengthOf(one, 5)
    const many = yield* runTwenty(() => claimRequests({ limit: 3, inFlight: 1000 }))
    const rest = yield* claimRequests({ inFlight: 1000 })
    const all = listEventIds([...one, ...two, ...many.flat(), ...rest])
    assert.strictEqual(countDistinct(all), all.length)
    assert.sameMembers([...all], ids)
  }),

  "claims deliveries again whose claim was rolled back": Effect.gen(function* () {
    const { ids } = yield* addDueDeliveries(2)
    yield* runBesideRollback(claimRequests(), Effect.void)
    assert.deepStrictEqual(listEventIds(yield* claimRequests()), ids)
  }),

  "limits the requests in flight to an endpoint over all callers": Effect.gen(function* () {
    yield* addDueDeliveries(60)
    const [one, two] = yield* runInterleaved(claimRequests({ inFlight: 8 }), claimRequests({ inFlight: 8 }))
    const more = yield* runTwenty(() => claimRequests({ inFlight: 8, limit: 3 }))
    const all = [...one, ...two, ...more.flat()]
    assert.lengthOf(all, 8)
    yield* endAll(all.slice(0, 3), delivered)
    const again = (yield* runTwenty(() => claimRequests({ inFlight: 8, limit: 2 }))).flat()
    // A caller may pass over an endpoint that another one just claims from.
    const rest = yield* claimRequests({ inFlight: 8, limit: 2 })
    assert.lengthOf([...again, ...rest], 3)
  }),

  "serves every endpoint, even when one has many pending deliveries": Effect.gen(function* () {
    const { owner, dataset } = yield* addDueDeliveries(200)
    const quiet = yield* addEndpoint(owner, { eventTypes: ["issue.created"] })
    yield* runInTransaction(append(yield* makeEvents(dataset, 1, "issue.created")))
    const requests = yield* claimRequests({ limit: 4 })
    assert.include(
      requests.map(({ endpoint }) => endpoint.id),
      quiet.id,
    )
  }),

  "starts after the last served endpoint, and returns to the first (round robin)": Effect.gen(function* () {
    const { owner, endpoint, dataset } = yield* addDueDeliveries(0)
    const second = yield* addEndpoint(owner)
    yield* runInTransaction(append(yield* makeEvents(dataset, 4)))
    const begun = yield* claim({ limit: 1, after: endpoint.id })
    assert.deepStrictEqual(
      begun.requests.map((each) => each.endpoint.id),
      [second.id],
    )
    const round = yield* claim({ limit: 10, after: second.id })
    assert.isAbove(round.requests.length, 0)
    assert.include(
      round.requests.map((each) => each.endpoint.id),
      endpoint.id,
    )
  }),

  "claims, with `wellOnly`, only deliveries of endpoints that have not failed since their last success":
    Effect.gen(function* () {
      const { owner, dataset, endpoint } = yield* addDueDeliveries(4)
      yield* endAll(yield* claimRequests({ limit: 1 }), retryIn(0))
      const well = yield* addEndpoint(owner)
      yield* runInTransaction(append(yield* makeEvents(dataset, 2)))
      const listEndpointIds = (requests: Effect.Effect.Success<ReturnType<typeof claimRequests>>) =>
        [...new Set(requests.map((each) => each.endpoint.id))].sort()
      assert.deepStrictEqual(listEndpointIds(yield* claimRequests({ wellOnly: true, inFlight: 1 })), [
        well.id,
      ])
      const failing = yield* claimRequests({ inFlight: 1 })
      assert.deepStrictEqual(listEndpointIds(failing), [endpoint.id])
      yield* endAll(failing, delivered)
      assert.deepStrictEqual(
        listEndpointIds(yield* claimRequests({ wellOnly: true })),
        [endpoint.id, well.id].sort(),
      )
    }),

  "claims nothing of a disabled endpoint or of an account with webhooks switched off": Effect.gen(
    function* () {
      const { owner, endpoint, ids } = yield* addDueDeliveries(2)
      const [store, users] = yield* Effect.all([EndpointStore, UserStore])
      yield* store.setEnabled({ id: endpoint.id, reason: "owner" })
      assert.deepStrictEqual(yield* claimRequests(), [])
      yield* store.setEnabled({ id: endpoint.id, reason: null })
      yield* users.update(owner, { webhooksEnabled: false })
      assert.deepStrictEqual(yield* claimRequests(), [])
      assert.isTrue(Option.isNone(yield* (yield* DeliveryStore).nextDue(8)))
      yield* users.update(owner, { webhooksEnabled: true })
      // A single request, because the endpoint was disabled.
      const first = yield* claimRequests()
      assert.deepStrictEqual(listEventIds(first), ids.slice(0, 1))
      yield* endAll(first, delivered)
      assert.deepStrictEqual(listEventIds(yield* claimRequests()), ids.slice(1))
    },
  ),

  "claims nothing during a pause, and returns the time until it ends": Effect.gen(function* () {
    yield* addDueDeliveries(3)
    const [first] = yield* claimRequests({ limit: 1 })
    if (first === undefined) return assert.fail()
    yield* endAll([first], retryIn(0), { pauseMillis: 60_000 })
    assert.deepStrictEqual(yield* claimRequests(), [])
    const millis = Option.getOrThrow(yield* (yield* DeliveryStore).nextDue(8))
    assert.isTrue(millis > 50_000 && millis <= 60_000, `${millis}`)
    const health = (yield* (yield* EndpointStore).health([first.endpoint.id])).get(first.endpoint.id)
    assert.isNotNull(health?.pausedUntil)
  }),

  "increases the requests to a recovering endpoint: one, two, four": Effect.gen(function* () {
    yield* addDueDeliveries(40)
    yield* endAll(yield* claimRequests({ limit: 1 }), retryIn(0), { pauseMillis: 1 })
    yield* Effect.sleep("20 millis")
    for (const size of [1, 2, 4, 8, 8]) {
      const requests = yield* claimRequests()
      assert.lengthOf(requests, size)
      yield* endAll(requests.slice(0, 1), delivered)
      // Releases the others, so that one success at a time is recorded.
      yield* (yield* DeliveryStore).release(requests.slice(1))
    }
  }),

  "limits requests to the endpoint's rate over all callers, and counts no attempt for waiting deliveries":
    Effect.gen(function* () {
      const { endpoint } = yield* addDueDeliveries(50, { rateLimit: 20 })
      const all = (yield* runTwenty(() => claimRequests({ inFlight: 1000 }))).flat()
      const maxRequests = Math.floor(pacingMillis / computeSpacingMillis(20)) + 1
      // The claims themselves take time: one request more for each 52 ms.
      assert.isTrue(all.length >= maxRequests - 1 && all.length <= maxRequests + 20, `${all.length}`)
      const once = yield* claim({ inFlight: 1000 })
      assert.isAtMost(once.requests.length, maxRequests)
      const starts = all.map(({ startInMillis }) => startInMillis)
      assert.isAtMost(Math.max(...starts), pacingMillis + 1)
      assert.isTrue((yield* listDeliveries(endpoint)).every(({ attempts }) => attempts === 0))
    }),

  "spaces the requests of one claim by the rate limit": Effect.gen(function* () {
    yield* addDueDeliveries(50, { rateLimit: 20 })
    const starts = (yield* claimRequests({ inFlight: 1000 })).map(({ startInMillis }) =>
      Math.round(startInMillis),
    )
    // 21 intervals take 1100 ms: even if some requests are 100 ms late, no second contains more than 21.
    assert.deepStrictEqual(starts, [0, 52, 105, 157, 210])
    const wait = Option.getOrThrow(yield* (yield* DeliveryStore).nextDue(1000))
    // 0 if more time than that has passed.
    assert.isAtMost(wait, 53)
  }),

  "returns the time until the next delivery is due, and nothing when none is pending": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      assert.isTrue(Option.isNone(yield* store.nextDue(8)))
      yield* addDueDeliveries(1)
      assert.deepStrictEqual(yield* store.nextDue(8), Option.some(0))
      yield* endAll(yield* claimRequests(), retryIn(30_000))
      const millis = Option.getOrThrow(yield* store.nextDue(8))
      assert.isTrue(millis > 25_000 && millis <= 30_000, `${millis}`)
    },
  ),

  "returns the storage's time": Effect.gen(function* () {
    const { at } = yield* claim()
    assert.isBelow(Math.abs(at - Date.now()), 60_000)
  }),
})
