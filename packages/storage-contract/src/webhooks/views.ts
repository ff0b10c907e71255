/** DeliveryStore: pages, counts and backlog. */
import {
  type DeliveryFilter,
  type DeliveryId,
  DeliveryStore,
  type Endpoint,
  fromMillis,
  toMillis,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
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
  makeEvent,
  runInTransaction,
} from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

/** All pages of a given size. */
const listPages = (endpoint: Endpoint, filter: DeliveryFilter, limit: number) =>
  Effect.gen(function* () {
    const store = yield* DeliveryStore
    const ids: Array<DeliveryId> = []
    let before: DeliveryId | null = null
    for (let page = 0; page < 100; page++) {
      const list: {
        readonly deliveries: ReadonlyArray<{ readonly id: DeliveryId }>
        readonly next: DeliveryId | null
      } = yield* store.list({ endpoint: endpoint.id, filter, before, limit })
      assert.isAtMost(list.deliveries.length, limit)
      ids.push(...list.deliveries.map(({ id }) => id))
      if (list.next === null) return ids
      before = list.next
    }
    return yield* Effect.die("endless")
  })

export const views = makeWebhookSuite("DeliveryStore, views", {
  "lists deliveries newest first, in pages without gaps or repetitions": Effect.gen(function* () {
    const { endpoint } = yield* addDueDeliveries(25)
    const requests = yield* claimRequests({ limit: 12, inFlight: 100 })
    yield* endAll(requests.slice(0, 5), delivered)
    yield* endAll(requests.slice(5, 9), dead)
    const all = (yield* listDeliveries(endpoint)).map(({ id }) => id)
    assert.lengthOf(all, 25)
    assert.deepStrictEqual(all, all.toSorted().toReversed())
    for (const limit of [1, 4, 24, 25, 26]) assert.deepStrictEqual(yield* listPages(endpoint, {}, limit), all)
    const ended = yield* listPages(endpoint, { states: ["delivered", "dead"] }, 2)
    assert.lengthOf(ended, 9)
  }),

  "filters by state, type, class of status code, time and dataset": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* addEndpoint(owner)
    const [label, sample] = [yield* makeEvent(dataset), yield* makeEvent(dataset, "sample.created")]
    yield* runInTransaction(append([label, sample]))
    const [first] = yield* claimRequests({ limit: 1 })
    if (first === undefined) return assert.fail()
    yield* endAll([first], delivered)
    const listMatching = (filter: DeliveryFilter) =>
      Effect.map(listDeliveries(endpoint, filter), (all) => all.map(({ eventId }) => eventId))
    assert.deepStrictEqual(yield* listMatching({ states: ["delivered"] }), [label.id])
    assert.deepStrictEqual(yield* listMatching({ eventTypes: ["sample.created"] }), [sample.id])
    assert.deepStrictEqual(yield* listMatching({ statuses: ["2xx"] }), [label.id])
    assert.deepStrictEqual(yield* listMatching({ statuses: ["none", "5xx"] }), [sample.id])
    assert.deepStrictEqual(yield* listMatching({ dataset: dataset.id, states: ["pending"] }), [sample.id])
    assert.lengthOf(
      yield* listMatching({
        since: fromMillis(toMillis(label.createdAt) - 50),
        until: fromMillis(toMillis(sample.createdAt) + 50),
      }),
      2,
    )
    assert.deepStrictEqual(yield* listMatching({ until: fromMillis(toMillis(label.createdAt) - 10) }), [])
    assert.deepStrictEqual(yield* listMatching({ since: fromMillis(toMillis(sample.createdAt) + 1000) }), [])
  }),

  "finds a delivery of the caller's endpoints, with its event": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint, events } = yield* addDueDeliveries(2)
    const [delivery] = yield* listDeliveries(endpoint)
    if (delivery === undefined) return assert.fail()
    assert.deepStrictEqual(yield* store.byId([endpoint.id], delivery.id), Option.some(delivery))
    assert.isTrue(Option.isNone(yield* store.byId([], delivery.id)))
    assert.deepStrictEqual(yield* store.event(delivery), Option.fromNullable(events[1]))
  }),

  "counts pending deliveries": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* addDueDeliveries(5)
    const [first] = yield* claimRequests({ limit: 1 })
    assert.isDefined(first)
    assert.deepStrictEqual(yield* store.waiting(endpoint.id, 100), { pending: 5, held: 0 })
    assert.deepStrictEqual(yield* store.waiting(endpoint.id, 3), { pending: 3, held: 0 })
    yield* Effect.sleep("20 millis")
    const { lagMillis, ...counts } = yield* store.backlog(100)
    assert.deepStrictEqual(counts, { pending: 4, leased: 1, held: 0 })
    assert.isTrue(lagMillis >= 15 && lagMillis < 60_000, `${lagMillis}`)
  }),
})
