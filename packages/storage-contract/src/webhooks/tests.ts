/**
 * DeliveryStore: tests are sent once and at once or not at all, outside of the order, without effect on an endpoint's
 * health.
 */
import {
  DeliveryStore,
  type Endpoint,
  EndpointStore,
  maxTests,
  Outbox,
  type TestClaimRequest,
  UserStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runInterleaved } from "../suite.ts"
import {
  addDueDeliveries,
  addEndpoint,
  ann,
  claimRequests,
  delivered,
  endAll,
  listDeliveries,
  listEventIds,
  makeEvent,
  retryIn,
} from "./fixtures.ts"
import { makeScope, recoverAll } from "./recoveries.ts"
import { makeWebhookSuite } from "./suite.ts"

const place = Effect.flatMap(ann, ({ dataset, owner }) =>
  Effect.map(addEndpoint(owner), (endpoint) => ({ dataset, endpoint, owner })),
)

const addTest = (endpoint: Endpoint, dataset: Effect.Effect.Success<typeof ann>["dataset"]) =>
  Effect.gen(function* () {
    const event = yield* makeEvent(dataset)
    const delivery = yield* (yield* DeliveryStore).addTest(endpoint.id, event)
    return { event, delivery: Option.getOrThrow(delivery) }
  })

const claimTests = (request: Partial<TestClaimRequest> = {}) =>
  Effect.flatMap(DeliveryStore, (store) =>
    store.claimTests({ worker: "test", limit: 64, leaseMillis: 30_000, maxAgeMillis: 60_000, ...request }),
  )

const readHealth = ({ id }: Endpoint) =>
  Effect.gen(function* () {
    const health = (yield* (yield* EndpointStore).health([id])).get(id)
    const counts = (yield* (yield* DeliveryStore).counts([id], 24)).get(id)
    const endpoint = yield* (yield* EndpointStore).byId(id)
    return { health, counts, enabled: Option.getOrThrow(endpoint).enabled }
  })

const well = {
  health: { failingSince: null, lastFailureAt: null, pausedUntil: null },
  counts: { delivered: 0, failed: 0, dead: 0 },
  enabled: true,
}

export const tests = makeWebhookSuite("DeliveryStore, tests", {
  "sends a test that is not in the outbox, of a type that the endpoint does not select": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { dataset, owner } = yield* ann
      const endpoint = yield* addEndpoint(owner, { eventTypes: ["issue.created"] })
      const { delivery, event } = yield* addTest(endpoint, dataset)
      assert.deepStrictEqual(
        [delivery.origin, delivery.datasetId, delivery.eventId],
        ["test", null, event.id],
      )
      assert.deepStrictEqual(yield* claimRequests(), [])
      const [one, two] = yield* runInterleaved(claimTests(), claimTests())
      const requests = [...one.requests, ...two.requests]
      assert.deepStrictEqual(
        requests.map(({ deliveries }) => deliveries),
        [[{ delivery, event }]],
      )
      yield* endAll(requests, delivered)
      assert.strictEqual((yield* store.attempts(delivery, { before: null, limit: 1 }))[0]?.trigger, "test")
      assert.deepStrictEqual(yield* (yield* Outbox).read({ after: null, limit: 10 }), [])
    },
  ),

  "attempts a test once, and ignores its result for the health of the endpoint": Effect.gen(function* () {
    const { dataset, endpoint } = yield* place
    const { delivery } = yield* addTest(endpoint, dataset)
    const { requests } = yield* claimTests()
    const ended = yield* endAll(requests, retryIn(5000), { gone: true, pauseMillis: 60_000 })
    assert.deepStrictEqual([ended.accepted.size, ended.transitions, ended.exhausted], [1, [], []])
    const [after] = yield* listDeliveries(endpoint)
    assert.deepStrictEqual([after?.id, after?.state, after?.attempts], [delivery.id, "dead", 1])
    assert.deepStrictEqual(yield* readHealth(endpoint), well)
    assert.deepStrictEqual((yield* claimTests()).requests, [])
  }),

  "does not end the failing state of an endpoint after a successful test": Effect.gen(function* () {
    const { dataset, endpoint } = yield* addDueDeliveries(1)
    yield* endAll(yield* claimRequests(), retryIn(60_000))
    const before = yield* readHealth(endpoint)
    assert.isNotNull(before.health?.failingSince)
    yield* addTest(endpoint, dataset)
    yield* endAll((yield* claimTests()).requests, delivered)
    assert.deepStrictEqual(yield* readHealth(endpoint), before)
  }),

  "sends a test while the order is blocked, the endpoint is paused and its limit in flight is reached":
    Effect.gen(function* () {
      const { dataset, endpoint, ids } = yield* addDueDeliveries(3, { fifo: true })
      const first = yield* claimRequests()
      yield* addTest(endpoint, dataset)
      const beside = (yield* claimTests()).requests
      assert.lengthOf(beside, 1)
      yield* endAll(first, retryIn(60_000), { pauseMillis: 60_000 })
      yield* addTest(endpoint, dataset)
      const paused = (yield* claimTests()).requests
      assert.lengthOf(paused, 1)
      yield* endAll([...beside, ...paused], retryIn(0))
      // A failing test does not block deliveries behind it.
      const other = yield* addEndpoint(endpoint.owner, { fifo: true })
      yield* addTest(other, dataset)
      yield* endAll((yield* claimTests()).requests, retryIn(60_000))
      yield* endAll(first, delivered)
      assert.deepStrictEqual(listEventIds(first), ids.slice(0, 1))
    }),

  "does not count tests as requests in flight": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { dataset, endpoint } = yield* addDueDeliveries(2)
    yield* addTest(endpoint, dataset)
    const { requests } = yield* claimTests()
    assert.lengthOf(yield* claimRequests({ inFlight: 1 }), 1)
    yield* store.release(requests)
    assert.lengthOf(yield* claimRequests({ inFlight: 1 }), 0)
    yield* endAll((yield* claimTests()).requests, delivered)
    assert.lengthOf(yield* claimRequests({ inFlight: 1 }), 0)
    assert.lengthOf(yield* claimRequests({ inFlight: 2 }), 1)
  }),

  "applies the endpoint's rate limit to tests": Effect.gen(function* () {
    const { dataset, owner } = yield* ann
    const endpoint = yield* addEndpoint(owner, { rateLimit: 1 })
    yield* addTest(endpoint, dataset)
    yield* addTest(endpoint, dataset)
    const starts = (yield* claimTests()).requests.map(({ startInMillis }) => startInMillis)
    assert.strictEqual(starts[0], 0)
    assert.isAbove(starts[1] ?? 0, 900)
  }),

  "marks a test dead that can no longer be sent at once": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { dataset, endpoint, owner } = yield* place
    const { delivery: off } = yield* addTest(endpoint, dataset)
    yield* (yield* EndpointStore).setEnabled({ id: endpoint.id, reason: "owner" })
    assert.strictEqual(yield* store.pausePending(null, 100), 0)
    const first = yield* claimTests()
    assert.deepStrictEqual([first.requests, first.parked.map(({ deliveryId }) => deliveryId)], [[], [off.id]])
    const [attempt] = yield* store.attempts(off, { before: null, limit: 1 })
    assert.strictEqual(attempt?.error?.code, "not_sent")
    yield* (yield* EndpointStore).setEnabled({ id: endpoint.id, reason: null })
    yield* addTest(endpoint, dataset)
    yield* Effect.sleep("5 millis")
    assert.lengthOf((yield* claimTests({ maxAgeMillis: 0 })).parked, 1)
    yield* addTest(endpoint, dataset)
    yield* (yield* UserStore).update(owner, { webhooksEnabled: false })
    assert.lengthOf((yield* claimTests()).parked, 1)
    assert.isTrue((yield* listDeliveries(endpoint)).every(({ state }) => state === "dead"))
    assert.deepStrictEqual(yield* readHealth(endpoint), well)
  }),

  "limits the pending tests of an endpoint": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { dataset, endpoint, owner } = yield* place
    for (let n = 0; n < maxTests; n++) yield* addTest(endpoint, dataset)
    assert.isTrue(Option.isNone(yield* store.addTest(endpoint.id, yield* makeEvent(dataset))))
    yield* addTest(yield* addEndpoint(owner), dataset)
    const [one] = (yield* claimTests()).requests.filter((each) => each.endpoint.id === endpoint.id)
    if (one === undefined) return assert.fail()
    yield* endAll([one], delivered)
    yield* addTest(endpoint, dataset)
  }),

  "marks a test dead that was lost with its process, does not recover it, and replays it as a test":
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { dataset, endpoint } = yield* place
      const { delivery } = yield* addTest(endpoint, dataset)
      assert.lengthOf((yield* claimTests({ leaseMillis: -1 })).requests, 1)
      const reclaimed = yield* store.reclaim({ limit: 10, maxAttempts: 10 })
      assert.deepStrictEqual(reclaimed, { returned: 0, exhausted: [] })
      assert.strictEqual((yield* listDeliveries(endpoint))[0]?.state, "dead")
      assert.deepStrictEqual(yield* readHealth(endpoint), well)
      const recovery = yield* makeScope(endpoint)
      assert.deepStrictEqual(yield* store.recoverable(recovery, 100), { recovered: 0, created: 0 })
      yield* store.beginRecovery(recovery)
      assert.strictEqual((yield* recoverAll(10)).recovered, 0)
      assert.strictEqual(yield* store.replay(delivery), "replayed")
      assert.deepStrictEqual(yield* claimRequests(), [])
      assert.isTrue(Option.isNone(yield* store.nextDue(8)))
      assert.deepStrictEqual(listEventIds((yield* claimTests()).requests), [delivery.eventId])
    }),
})
