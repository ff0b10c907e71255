/** DeliveryStore: deliveries commit together with the change that their event reports. */
import { DeliveryStore, EndpointStore, Outbox, Transaction, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { aDataset, aPerson } from "../fixtures.ts"
import { interleaved, rolledBackBeside } from "../suite.ts"
import { anEndpoint, ann, append, committed, listed, someEvent, someEvents } from "./fixtures.ts"
import { webhookSuite } from "./suite.ts"

const typesOf = (deliveries: ReadonlyArray<{ readonly eventType: string }>) =>
  deliveries.map(({ eventType }) => eventType)

export const fanOut = webhookSuite("DeliveryStore, new deliveries", {
  "creates a delivery for each matching endpoint of the owner": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const other = yield* aDataset(owner, "other")
    const bob = yield* aPerson("bob", { webhooksEnabled: true })
    const all = yield* anEndpoint(owner)
    const labels = yield* anEndpoint(owner, { eventTypes: ["label.updated", "label.deleted"] })
    const one = yield* anEndpoint(owner, { datasets: [dataset.id] })
    const none = yield* anEndpoint(owner, { datasets: [] })
    const bobs = yield* anEndpoint(bob)
    const events = [
      yield* someEvent(dataset),
      yield* someEvent(dataset, "sample.created"),
      yield* someEvent(other),
    ]
    yield* committed(append(events))
    assert.deepStrictEqual(typesOf(yield* listed(all)), ["label.updated", "sample.created", "label.updated"])
    assert.deepStrictEqual(typesOf(yield* listed(labels)), ["label.updated", "label.updated"])
    assert.deepStrictEqual(typesOf(yield* listed(one)), ["sample.created", "label.updated"])
    assert.deepStrictEqual(yield* listed(none), [])
    assert.deepStrictEqual(yield* listed(bobs), [])
    const [, , first] = yield* listed(all)
    assert.strictEqual(first?.eventId, events[0]?.id)
    assert.strictEqual(first?.datasetId, dataset.id)
    assert.strictEqual(first?.state, "pending")
    assert.strictEqual(first?.origin, "live")
  }),

  "creates deliveries for types selected by pattern or name, and operational events only when selected":
    Effect.gen(function* () {
      const { owner, dataset } = yield* ann
      const [kind, mixed, all] = [
        yield* anEndpoint(owner, { eventTypes: ["sample.*"] }),
        yield* anEndpoint(owner, { eventTypes: ["label.deleted", "sample.*"] }),
        yield* anEndpoint(owner),
      ]
      const types = ["sample.created", "label.updated", "sample.deleted", "label.deleted"] as const
      const events = yield* Effect.forEach(types, (type) => someEvent(dataset, type))
      const one = yield* someEvent(dataset, "endpoint.recovered")
      yield* committed(append(events))
      yield* committed(append([{ ...one, datasetId: null, dataset: "" }]))
      assert.deepStrictEqual(typesOf(yield* listed(kind)), ["sample.deleted", "sample.created"])
      const both = ["label.deleted", "sample.deleted", "sample.created"]
      assert.deepStrictEqual(typesOf(yield* listed(mixed)), both)
      assert.deepStrictEqual(typesOf(yield* listed(all)), types.toReversed())
      const scope = { endpoint: kind, since: events[0]?.createdAt ?? one.createdAt, until: one.createdAt }
      const store = yield* DeliveryStore
      assert.deepStrictEqual(yield* store.recoverable({ ...scope, missing: true }, 100), {
        recovered: 0,
        created: 0,
      })
    }),

  "creates held deliveries for a disabled endpoint, and none for an account with webhooks switched off":
    Effect.gen(function* () {
      const { owner, dataset } = yield* ann
      const endpoint = yield* anEndpoint(owner)
      yield* (yield* EndpointStore).setEnabled({ id: endpoint.id, reason: "owner" })
      yield* committed(append(yield* someEvents(dataset, 2)))
      assert.deepStrictEqual(
        (yield* listed(endpoint)).map(({ state }) => state),
        ["held", "held"],
      )
      yield* (yield* UserStore).update(owner, { webhooksEnabled: false })
      yield* committed(append(yield* someEvents(dataset, 2)))
      assert.lengthOf(yield* listed(endpoint), 2)
    }),

  "creates no deliveries for a transaction that is rolled back": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* anEndpoint(owner)
    const [lost, kept] = [yield* someEvents(dataset, 2), yield* someEvents(dataset, 1)]
    yield* rolledBackBeside(append(lost), committed(append(kept)))
    assert.deepStrictEqual(
      (yield* listed(endpoint)).map(({ eventId }) => eventId),
      kept.map(({ id }) => id),
    )
    assert.lengthOf(yield* (yield* Outbox).read({ after: null, limit: 10 }), 1)
  }),

  "creates no deliveries for a savepoint that is rolled back, but those of the outer transaction": Effect.gen(
    function* () {
      const transaction = yield* Transaction
      const { owner, dataset } = yield* ann
      const endpoint = yield* anEndpoint(owner)
      const [first, lost, last] = [
        yield* someEvent(dataset),
        yield* someEvent(dataset),
        yield* someEvent(dataset),
      ]
      yield* transaction.run(
        Effect.gen(function* () {
          yield* append([first])
          yield* Effect.ignore(transaction.run(Effect.zipRight(append([lost]), Effect.fail("undone"))))
          yield* append([last])
        }),
      )
      assert.deepStrictEqual(
        (yield* listed(endpoint)).map(({ eventId }) => eventId),
        [last.id, first.id],
      )
    },
  ),

  "refuses to create deliveries outside of a transaction": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    yield* anEndpoint(owner)
    const store = yield* DeliveryStore
    assert.isTrue(Exit.isFailure(yield* Effect.exit(store.append(yield* someEvents(dataset, 1)))))
  }),

  "creates ten thousand deliveries at once, in the order of the events": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* anEndpoint(owner)
    const events = yield* someEvents(dataset, 10_000)
    yield* committed(append(events))
    assert.strictEqual((yield* (yield* DeliveryStore).backlog(20_000)).pending, 10_000)
    const newest = yield* listed(endpoint)
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
    const endpoint = yield* anEndpoint(owner)
    const events = [...(yield* someEvents(dataset, 3)), yield* someEvent(yield* aDataset(owner, "other"))]
    yield* committed(append(events))
    const outbox = yield* Outbox
    assert.deepStrictEqual(yield* outbox.read({ after: null, limit: 10 }), events)
    assert.lengthOf(yield* listed(endpoint), 4)
  }),

  "creates the deliveries of two concurrent transactions": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* anEndpoint(owner, { fifo: true })
    const [a, b] = [yield* someEvents(dataset, 2), yield* someEvents(dataset, 2)]
    yield* interleaved(append(a), append(b))
    assert.lengthOf(yield* listed(endpoint), 4)
  }),

  "leaves no delivery to send for an endpoint that is removed concurrently": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* anEndpoint(owner)
    const store = yield* DeliveryStore
    yield* interleaved(append(yield* someEvents(dataset, 2)), (yield* EndpointStore).remove(endpoint.id))
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
