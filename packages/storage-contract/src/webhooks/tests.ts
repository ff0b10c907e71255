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
import { interleaved } from "../suite.ts"
import {
  anEndpoint,
  ann,
  claimed,
  delivered,
  endAll,
  eventsOf,
  listed,
  retryIn,
  someEvent,
  waiting,
} from "./fixtures.ts"
import { recoverAll, scope } from "./recoveries.ts"
import { webhookSuite } from "./suite.ts"

const place = Effect.flatMap(ann, ({ dataset, owner }) =>
  Effect.map(anEndpoint(owner), (endpoint) => ({ dataset, endpoint, owner })),
)

const added = (endpoint: Endpoint, dataset: Effect.Effect.Success<typeof ann>["dataset"]) =>
  Effect.gen(function* () {
    const event = yield* someEvent(dataset)
    const delivery = yield* (yield* DeliveryStore).addTest(endpoint.id, event)
    return { event, delivery: Option.getOrThrow(delivery) }
  })

const claimedTests = (request: Partial<TestClaimRequest> = {}) =>
  Effect.flatMap(DeliveryStore, (store) =>
    store.claimTests({ worker: "test", limit: 64, leaseMillis: 30_000, maxAgeMillis: 60_000, ...request }),
  )

const healthOf = ({ id }: Endpoint) =>
  Effect.gen(function* () {
    const health = (yield* (yield* EndpointStore).health([id])).get(id)
    const counts = (yield* (yield* DeliveryStore).counts([id], 24)).get(id)
    const found = yield* (yield* EndpointStore).byId(id)
    return { health, counts, enabled: Option.getOrThrow(found).enabled }
  })

const well = {
  health: { failingSince: null, lastFailureAt: null, pausedUntil: null },
  counts: { delivered: 0, failed: 0, dead: 0 },
  enabled: true,
}

export const tests = webhookSuite("DeliveryStore, tests", {
  "sends a test that is not in the outbox, of a type that the endpoint does not select": Effect.gen(
    function* () {
      const store = yield* DeliveryStore
      const { dataset, owner } = yield* ann
      const endpoint = yield* anEndpoint(owner, { eventTypes: ["issue.created"] })
      const { delivery, event } = yield* added(endpoint, dataset)
      assert.deepStrictEqual(
        [delivery.origin, delivery.datasetId, delivery.eventId],
        ["test", null, event.id],
      )
      assert.deepStrictEqual(yield* claimed(), [])
      const [one, two] = yield* interleaved(claimedTests(), claimedTests())
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
    const { delivery } = yield* added(endpoint, dataset)
    const { requests } = yield* claimedTests()
    const ended = yield* endAll(requests, retryIn(5000), { gone: true, pauseMillis: 60_000 })
    assert.deepStrictEqual([ended.accepted.size, ended.transitions, ended.exhausted], [1, [], []])
    const [after] = yield* listed(endpoint)
    assert.deepStrictEqual([after?.id, after?.state, after?.attempts], [delivery.id, "dead", 1])
    assert.deepStrictEqual(yield* healthOf(endpoint), well)
    assert.deepStrictEqual((yield* claimedTests()).requests, [])
  }),

  "does not end the failing state of an endpoint after a successful test": Effect.gen(function* () {
    const { dataset, endpoint } = yield* waiting(1)
    yield* endAll(yield* claimed(), retryIn(60_000))
    const before = yield* healthOf(endpoint)
    assert.isNotNull(before.health?.failingSince)
    yield* added(endpoint, dataset)
    yield* endAll((yield* claimedTests()).requests, delivered)
    assert.deepStrictEqual(yield* healthOf(endpoint), before)
  }),

  "sends a test while the order is blocked, the endpoint is paused and its limit in flight is reached":
    Effect.gen(function* () {
      const { dataset, endpoint, ids } = yield* waiting(3, { fifo: true })
      const first = yield* claimed()
      yield* added(endpoint, dataset)
      const beside = (yield* claimedTests()).requests
      assert.lengthOf(beside, 1)
      yield* endAll(first, retryIn(60_000), { pauseMillis: 60_000 })
      yield* added(endpoint, dataset)
      const paused = (yield* claimedTests()).requests
      assert.lengthOf(paused, 1)
      yield* endAll([...beside, ...paused], retryIn(0))
      // A failing test does not block deliveries behind it.
      const other = yield* anEndpoint(endpoint.owner, { fifo: true })
      yield* added(other, dataset)
      yield* endAll((yield* claimedTests()).requests, retryIn(60_000))
      yield* endAll(first, delivered)
      assert.deepStrictEqual(eventsOf(first), ids.slice(0, 1))
    }),

  "does not count tests as requests in flight": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { dataset, endpoint } = yield* waiting(2)
    yield* added(endpoint, dataset)
    const { requests } = yield* claimedTests()
    assert.lengthOf(yield* claimed({ inFlight: 1 }), 1)
    yield* store.release(requests)
    assert.lengthOf(yield* claimed({ inFlight: 1 }), 0)
    yield* endAll((yield* claimedTests()).requests, delivered)
    assert.lengthOf(yield* claimed({ inFlight: 1 }), 0)
    assert.lengthOf(yield* claimed({ inFlight: 2 }), 1)
  }),

  "applies the endpoint's rate limit to tests": Effect.gen(function* () {
    const { dataset, owner } = yield* ann
    const endpoint = yield* anEndpoint(owner, { rateLimit: 1 })
    yield* added(endpoint, dataset)
    yield* added(endpoint, dataset)
    const starts = (yield* claimedTests()).requests.map(({ startInMillis }) => startInMillis)
    assert.strictEqual(starts[0], 0)
    assert.isAbove(starts[1] ?? 0, 900)
  }),

  "marks a test dead that can no longer be sent at once": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { dataset, endpoint, owner } = yield* place
    const { delivery: off } = yield* added(endpoint, dataset)
    yield* (yield* EndpointStore).setEnabled({ id: endpoint.id, reason: "owner" })
    assert.strictEqual(yield* store.pausePending(null, 100), 0)
    const first = yield* claimedTests()
    assert.deepStrictEqual([first.requests, first.parked.map(({ deliveryId }) => deliveryId)], [[], [off.id]])
    const [attempt] = yield* store.attempts(off, { before: null, limit: 1 })
    assert.strictEqual(attempt?.error?.code, "not_sent")
    yield* (yield* EndpointStore).setEnabled({ id: endpoint.id, reason: null })
    yield* added(endpoint, dataset)
    yield* Effect.sleep("5 millis")
    assert.lengthOf((yield* claimedTests({ maxAgeMillis: 0 })).parked, 1)
    yield* added(endpoint, dataset)
    yield* (yield* UserStore).update(owner, { webhooksEnabled: false })
    assert.lengthOf((yield* claimedTests()).parked, 1)
    assert.isTrue((yield* listed(endpoint)).every(({ state }) => state === "dead"))
    assert.deepStrictEqual(yield* healthOf(endpoint), well)
  }),

  "limits the pending tests of an endpoint": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { dataset, endpoint, owner } = yield* place
    for (let n = 0; n < maxTests; n++) yield* added(endpoint, dataset)
    assert.isTrue(Option.isNone(yield* store.addTest(endpoint.id, yield* someEvent(dataset))))
    yield* added(yield* anEndpoint(owner), dataset)
    const [one] = (yield* claimedTests()).requests.filter((each) => each.endpoint.id === endpoint.id)
    if (one === undefined) return assert.fail()
    yield* endAll([one], delivered)
    yield* added(endpoint, dataset)
  }),

  "marks a test dead that was lost with its process, does not recover it, and replays it as a test":
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const { dataset, endpoint } = yield* place
      const { delivery } = yield* added(endpoint, dataset)
      assert.lengthOf((yield* claimedTests({ leaseMillis: -1 })).requests, 1)
      const reclaimed = yield* store.reclaim({ limit: 10, maxAttempts: 10 })
      assert.deepStrictEqual(reclaimed, { returned: 0, exhausted: [] })
      assert.strictEqual((yield* listed(endpoint))[0]?.state, "dead")
      assert.deepStrictEqual(yield* healthOf(endpoint), well)
      const recovery = yield* scope(endpoint)
      assert.deepStrictEqual(yield* store.recoverable(recovery, 100), { recovered: 0, created: 0 })
      yield* store.beginRecovery(recovery)
      assert.strictEqual((yield* recoverAll(10)).recovered, 0)
      assert.strictEqual(yield* store.replay(delivery), "replayed")
      assert.deepStrictEqual(yield* claimed(), [])
      assert.isTrue(Option.isNone(yield* store.nextDue(8)))
      assert.deepStrictEqual(eventsOf((yield* claimedTests()).requests), [delivery.eventId])
    }),
})
