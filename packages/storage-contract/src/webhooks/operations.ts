/** DeliveryStore: operational events are reported with the change itself, to endpoints that select them. */
import { DeliveryStore, type Endpoint, type Next, Outbox, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { runBesideRollback, runInterleaved } from "../suite.ts"
import {
  addEndpoint,
  ann,
  append,
  claim,
  claimRequests,
  complete,
  dead,
  delivered,
  endAll,
  listDeliveries,
  makeCompletion,
  makeEvents,
  retryIn,
  runInTransaction,
} from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

const listDeliveredTypes = (endpoint: Endpoint) =>
  Effect.map(listDeliveries(endpoint), (deliveries) =>
    deliveries.map(({ eventType }) => eventType).toReversed(),
  )

const outboxTypes = Effect.flatMap(Outbox, (outbox) =>
  Effect.map(outbox.read({ after: null, limit: 100 }), (events) => events.map(({ type }) => type)),
)

/** An endpoint with due deliveries, and one that receives reports about it. */
const addWatched = (count: number, fields: Partial<Endpoint> = {}, watch: Partial<Endpoint> = {}) =>
  Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const watcher = yield* addEndpoint(owner, { eventTypes: ["endpoint.*", "delivery.exhausted"], ...watch })
    const endpoint = yield* addEndpoint(owner, { url: "https://example.com/a/secret?path", ...fields })
    yield* runInTransaction(append(yield* makeEvents(dataset, count)))
    return { owner, dataset, endpoint, watcher }
  })

/** A spread that no failures reach. */
const never = 1e9

export const operations = makeWebhookSuite("DeliveryStore, operational events", {
  "reports a dead delivery to an endpoint that selects the event, without the URL": Effect.gen(function* () {
    const { endpoint, owner, watcher } = yield* addWatched(1)
    const [request] = yield* claimRequests()
    const [delivery] = request?.deliveries ?? []
    if (request === undefined || delivery === undefined) return assert.fail()
    const { exhausted } = yield* endAll([request], dead)
    const about = {
      deliveryId: delivery.delivery.id,
      eventId: delivery.event.id,
      endpointId: endpoint.id,
    }
    assert.deepInclude(exhausted[0], { ...about, eventType: "label.updated", attempts: 1, lastStatus: 500 })
    const [reported, ...others] = yield* claimRequests()
    assert.deepStrictEqual(others, [])
    assert.strictEqual(reported?.endpoint.id, watcher.id)
    const event = reported?.deliveries[0]?.event
    if (event === undefined) return assert.fail()
    assert.deepInclude(event, { type: "delivery.exhausted", datasetId: null, dataset: "", owner })
    assert.deepInclude(JSON.parse(event.object), {
      uuid: about.deliveryId,
      endpoint: { uuid: endpoint.id, url: "https://example.com" },
      event: about.eventId,
      event_type: "label.updated",
      attempts_count: 1,
      last_status: 500,
    })
    assert.notInclude(`${event.object}${event.text}`, "secret")
    const [found] = yield* listDeliveries(watcher)
    assert.deepInclude(found, { state: "pending", origin: "live", datasetId: null, eventId: event.id })
  }),

  "reports each transition once, in order": Effect.gen(function* () {
    const { watcher } = yield* addWatched(8)
    const requests = yield* claimRequests()
    const end = (n: number, next: Next, spreadMillis = never) =>
      Effect.gen(function* () {
        const request = requests[n]
        if (request === undefined) return assert.fail()
        yield* complete([yield* makeCompletion(request, next)], { disableAfterMillis: 10, spreadMillis })
        yield* Effect.sleep("15 millis")
      })
    yield* end(0, retryIn(0))
    yield* end(1, retryIn(0))
    yield* end(2, retryIn(0))
    yield* end(3, delivered)
    assert.deepStrictEqual(yield* listDeliveredTypes(watcher), ["endpoint.failing", "endpoint.recovered"])
    yield* end(4, retryIn(0))
    yield* end(5, retryIn(0), 0)
    yield* end(6, retryIn(0), 0)
    assert.deepStrictEqual((yield* listDeliveredTypes(watcher)).slice(2), ["endpoint.disabled"])
  }),

  "reports no operational event to the endpoint itself or to endpoints that do not select its type":
    Effect.gen(function* () {
      const { owner } = yield* addWatched(1, { eventTypes: ["label.updated", "endpoint.*", "delivery.*"] })
      const plain = yield* addEndpoint(owner)
      const [request] = yield* claimRequests()
      if (request === undefined) return assert.fail()
      yield* endAll([request], dead, { gone: true })
      assert.deepStrictEqual(yield* listDeliveredTypes(plain), [])
      assert.deepStrictEqual(yield* listDeliveredTypes(request.endpoint), ["label.updated"])
      assert.sameMembers(
        [...(yield* outboxTypes)],
        ["label.updated", "endpoint.disabled", "delivery.exhausted"],
      )
    }),

  "writes no event when no endpoint selects it": Effect.gen(function* () {
    yield* addWatched(1, {}, { eventTypes: ["endpoint.recovered"] })
    yield* endAll(yield* claimRequests(), dead, { gone: true })
    assert.deepStrictEqual(yield* outboxTypes, ["label.updated"])
  }),

  "reports nothing to an account with webhooks switched off": Effect.gen(function* () {
    const { owner, watcher } = yield* addWatched(1)
    const requests = yield* claimRequests()
    yield* (yield* UserStore).update(owner, { webhooksEnabled: false })
    yield* endAll(requests, dead)
    assert.deepStrictEqual(yield* listDeliveredTypes(watcher), [])
  }),

  "reports no failed delivery of an operational event, so that two failing endpoints do not report each other forever":
    Effect.gen(function* () {
      const { owner, watcher } = yield* addWatched(1)
      const other = yield* addEndpoint(owner, { eventTypes: ["delivery.*"] })
      yield* endAll(yield* claimRequests(), dead)
      const requests = yield* claimRequests()
      assert.sameMembers(
        requests.map(({ endpoint }) => endpoint.id),
        [watcher.id, other.id],
      )
      const { exhausted } = yield* endAll(requests, dead)
      assert.lengthOf(exhausted, 2)
      assert.deepStrictEqual(yield* claimRequests(), [])
    }),

  "reports in the transaction of the change: nothing after a rollback, once for two concurrent completions":
    Effect.gen(function* () {
      const { watcher } = yield* addWatched(1)
      const requests = yield* claimRequests()
      yield* runBesideRollback(endAll(requests, dead), Effect.void)
      assert.deepStrictEqual(yield* listDeliveredTypes(watcher), [])
      yield* runInterleaved(endAll(requests, dead), endAll(requests, dead))
      assert.deepStrictEqual(yield* listDeliveredTypes(watcher), ["delivery.exhausted"])
    }),

  "ignores the dataset filter for operational events, and holds them while the endpoint is disabled":
    Effect.gen(function* () {
      const { watcher } = yield* addWatched(1, {}, { datasets: [], enabled: false, disabledReason: "owner" })
      yield* endAll(yield* claimRequests(), dead)
      assert.deepStrictEqual(
        (yield* listDeliveries(watcher)).map(({ state }) => state),
        ["held"],
      )
    }),

  "reports a delivery lost with its process when the endpoint's retry schedule is exhausted": Effect.gen(
    function* () {
      const { endpoint, watcher } = yield* addWatched(1, { retrySchedule: [] })
      const store = yield* DeliveryStore
      yield* claimRequests({ leaseMillis: -1 })
      const { exhausted, returned } = yield* store.reclaim({ limit: 10, maxAttempts: 10 })
      assert.deepStrictEqual([returned, exhausted.map(({ endpointId }) => endpointId)], [0, [endpoint.id]])
      assert.deepStrictEqual(yield* listDeliveredTypes(watcher), ["delivery.exhausted"])
    },
  ),

  "marks deliveries older than the endpoint's time to live dead without sending them, and reports it":
    Effect.gen(function* () {
      const { dataset, endpoint, watcher } = yield* addWatched(0, { timeToLiveSeconds: 60 })
      const [old, young] = yield* makeEvents(dataset, 2)
      if (old === undefined || young === undefined) return assert.fail()
      yield* runInTransaction(
        append([{ ...old, createdAt: "2020-01-01T00:00:00.000000Z" as typeof old.createdAt }, young]),
      )
      const { parked, requests } = yield* claim()
      assert.deepStrictEqual(
        requests.flatMap(({ deliveries }) => deliveries.map(({ event }) => event.id)),
        [young.id],
      )
      assert.deepInclude(parked[0], { _tag: "Exhausted", eventId: old.id, endpointId: endpoint.id })
      const store = yield* DeliveryStore
      const [delivery] = yield* listDeliveries(endpoint, { states: ["dead"] })
      if (delivery === undefined) return assert.fail()
      const [attempt] = yield* store.attempts(delivery, { before: null, limit: 1 })
      assert.strictEqual(attempt?.error?.code, "expired")
      assert.deepStrictEqual(yield* listDeliveredTypes(watcher), ["delivery.exhausted"])
      // A replayed delivery is sent whatever its age.
      assert.strictEqual(yield* store.replay(delivery), "replayed")
      const again = (yield* claimRequests()).filter((request) => request.endpoint.id === endpoint.id)
      assert.deepStrictEqual(again[0]?.deliveries[0]?.event.id, old.id)
    }),
})
