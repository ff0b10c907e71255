/** DeliveryStore: deliveries commit together with the change that their event reports. */
import { DeliveryStore, EndpointStore, Outbox, Transaction, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { addDataset, addPerson } from "../fixtures.ts"
import { runBesideRollback, runInterleaved } from "../suite.ts"
import {
  addEndpoint,
  ann,
  append,
  listDeliveries,
  makeEvent,
  makeEvents,
  runInTransaction,
} from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

const listTypes = (deliveries: ReadonlyArray<{ readonly eventType: string }>) =>
  deliveries.map(({ eventType }) => eventType)

export const fanOut = makeWebhookSuite("DeliveryStore, new deliveries", {
  "creates a delivery for each matching endpoint of the owner": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const other = yield* addDataset(owner, "other")
    const bob = yield* addPerson("bob", { webhooksEnabled: true })
    const all = yield* addEndpoint(owner)
    const labels = yield* addEndpoint(owner, { eventTypes: ["label.updated", "label.deleted"] })
    const ofDataset = yield* addEndpoint(owner, { datasets: [dataset.id] })
    const none = yield* addEndpoint(owner, { datasets: [] })
    const bobs = yield* addEndpoint(bob)
    const events = [
      yield* makeEvent(dataset),
      yield* makeEvent(dataset, "sample.created"),
      yield* makeEvent(other),
    ]
    yield* runInTransaction(append(events))
    assert.deepStrictEqual(listTypes(yield* listDeliveries(all)), [
      "label.updated",
      "sample.created",
      "label.updated",
    ])
    assert.deepStrictEqual(listTypes(yield* listDeliveries(labels)), ["label.updated", "label.updated"])
    assert.deepStrictEqual(listTypes(yield* listDeliveries(ofDataset)), ["sample.created", "label.updated"])
    assert.deepStrictEqual(yield* listDeliveries(none), [])
    assert.deepStrictEqual(yield* listDeliveries(bobs), [])
    const [, , first] = yield* listDeliveries(all)
    assert.strictEqual(first?.eventId, events[0]?.id)
    assert.strictEqual(first?.datasetId, dataset.id)
    assert.strictEqual(first?.state, "pending")
    assert.strictEqual(first?.origin, "live")
  }),

  "creates deliveries for types selected by pattern or name, and operational events only when selected":
    Effect.gen(function* () {
      const { owner, dataset } = yield* ann
      const [kind, mixed, all] = [
        yield* addEndpoint(owner, { eventTypes: ["sample.*"] }),
        yield* addEndpoint(owner, { eventTypes: ["label.deleted", "sample.*"] }),
        yield* addEndpoint(owner),
      ]
      const types = ["sample.created", "label.updated", "sample.deleted", "label.deleted"] as const
      const events = yield* Effect.forEach(types, (type) => makeEvent(dataset, type))
      const event = yield* makeEvent(dataset, "endpoint.recovered")
      yield* runInTransaction(append(events))
      yield* runInTransaction(append([{ ...event, datasetId: null, dataset: "" }]))
      assert.deepStrictEqual(listTypes(yield* listDeliveries(kind)), ["sample.deleted", "sample.created"])
      const both = ["label.deleted", "sample.deleted", "sample.created"]
      assert.deepStrictEqual(listTypes(yield* listDeliveries(mixed)), both)
      assert.deepStrictEqual(listTypes(yield* listDeliveries(all)), types.toReversed())
      const scope = { endpoint: kind, since: events[0]?.createdAt ?? event.createdAt, until: event.createdAt }
      const store = yield* DeliveryStore
      assert.deepStrictEqual(yield* store.recoverable({ ...scope, missing: true }, 100), {
        recovered: 0,
        created: 0,
      })
    }),

  "creates held deliveries for a disabled endpoint, and none for an account with webhooks switched off":
    Effect.gen(function* () {
      const { owner, dataset } = yield* ann
      const endpoint = yield* addEndpoint(owner)
      yield* (yield* EndpointStore).setEnabled({ id: endpoint.id, reason: "owner" })
      yield* runInTransaction(append(yield* makeEvents(dataset, 2)))
      assert.deepStrictEqual(
        (yield* listDeliveries(endpoint)).map(({ state }) => state),
        ["held", "held"],
      )
      yield* (yield* UserStore).update(owner, { webhooksEnabled: false })
      yield* runInTransaction(append(yield* makeEvents(dataset, 2)))
      assert.lengthOf(yield* listDeliveries(endpoint), 2)
    }),

  "creates no deliveries for a transaction that is rolled back": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* addEndpoint(owner)
    const [lost, kept] = [yield* makeEvents(dataset, 2), yield* makeEvents(dataset, 1)]
    yield* runBesideRollback(append(lost), runInTransaction(append(kept)))
    assert.deepStrictEqual(
      (yield* listDeliveries(endpoint)).map(({ eventId }) => eventId),
      kept.map(({ id }) => id),
    )
    assert.lengthOf(yield* (yield* Outbox).read({ after: null, limit: 10 }), 1)
  }),

  "creates no deliveries for a savepoint that is rolled back, but those of the outer transaction": Effect.gen(
    function* () {
      const transaction = yield* Transaction
      const { owner, dataset } = yield* ann
      const endpoint = yield* addEndpoint(owner)
      const [first, lost, last] = [
        yield* makeEvent(dataset),
        yield* makeEvent(dataset),
        yield* makeEvent(dataset),
      ]
      yield* transaction.run(
        Effect.gen(function* () {
          yield* append([first])
          yield* Effect.ignore(transaction.run(Effect.zipRight(append([lost]), Effect.fail("undone"))))
          yield* append([last])
        }),
      )
      assert.deepStrictEqual(
        (yield* listDeliveries(endpoint)).map(({ eventId }) => eventId),
        [last.id, first.id],
      )
    },
  ),

  "refuses to create deliveries outside of a transaction": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    yield* addEndpoint(owner)
    const store = yield* DeliveryStore
    assert.isTrue(Exit.isFailure(yield* Effect.exit(store.append(yield* makeEvents(dataset, 1)))))
  }),

  "creates ten thousand deliveries at once, in the order of the events": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* addEndpoint(owner)
    const events = yield* makeEvents(dataset, 10_000)
    yield* runInTransaction(append(events))
    assert.strictEqual((yield* (yield* DeliveryStore).backlog(20_000)).pending, 10_000)
    const newest = yield* listDeliveries(endpoint)
    assert.deepStrictEqual(
      newest.map(({ eventId }) => eventId),
      events
        .slice(-1000)
        .map(({ id }) => id)
        .toReversed(),
    )
  }),

  "stores events of several datasets in one append": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* addEndpoint(owner)
    const events = [...(yield* makeEvents(dataset, 3)), yield* makeEvent(yield* addDataset(owner, "other"))]
    yield* runInTransaction(append(events))
    const outbox = yield* Outbox
    assert.deepStrictEqual(yield* outbox.read({ after: null, limit: 10 }), events)
    assert.lengthOf(yield* listDeliveries(endpoint), 4)
  }),

  "creates the deliveries of two concurrent transactions": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* addEndpoint(owner, { fifo: true })
    const [a, b] = [yield* makeEvents(dataset, 2), yield* makeEvents(dataset, 2)]
    yield* runInterleaved(append(a), append(b))
    assert.lengthOf(yield* listDeliveries(endpoint), 4)
  }),

  "leaves no delivery to send for an endpoint that is removed concurrently": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* addEndpoint(owner)
    const store = yield* DeliveryStore
    yield* runInterleaved(append(yield* makeEvents(dataset, 2)), (yield* EndpointStore).remove(endpoint.id))
    const { requests } = yield* store.claim({
      worker: "w",
      limit: 10,
      leaseMillis: 1000,
      inFlight: 8,
      wellOnly: false,
      after: null,
    })
    assert.deepStrictEqual(requests, [])
  }),
})
