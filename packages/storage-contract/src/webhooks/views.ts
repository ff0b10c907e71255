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
  anEndpoint,
  ann,
  append,
  claimed,
  committed,
  dead,
  delivered,
  endAll,
  listed,
  someEvent,
  waiting,
} from "./fixtures.ts"
import { webhookSuite } from "./suite.ts"

/** All pages of a given size. */
const paged = (endpoint: Endpoint, filter: DeliveryFilter, limit: number) =>
  Effect.gen(function* () {
    const store = yield* DeliveryStore
    const found: Array<DeliveryId> = []
    let before: DeliveryId | null = null
    for (let page = 0; page < 100; page++) {
      const list: {
        readonly deliveries: ReadonlyArray<{ readonly id: DeliveryId }>
        readonly next: DeliveryId | null
      } = yield* store.list({ endpoint: endpoint.id, filter, before, limit })
      assert.isAtMost(list.deliveries.length, limit)
      found.push(...list.deliveries.map(({ id }) => id))
      if (list.next === null) return found
      before = list.next
    }
    return yield* Effect.die("endless")
  })

export const views = webhookSuite("DeliveryStore, views", {
  "lists deliveries newest first, in pages without gaps or repetitions": Effect.gen(function* () {
    const { endpoint } = yield* waiting(25)
    const requests = yield* claimed({ limit: 12, inFlight: 100 })
    yield* endAll(requests.slice(0, 5), delivered)
    yield* endAll(requests.slice(5, 9), dead)
    const all = (yield* listed(endpoint)).map(({ id }) => id)
    assert.lengthOf(all, 25)
    assert.deepStrictEqual(all, all.toSorted().toReversed())
    for (const limit of [1, 4, 24, 25, 26]) assert.deepStrictEqual(yield* paged(endpoint, {}, limit), all)
    const ended = yield* paged(endpoint, { states: ["delivered", "dead"] }, 2)
    assert.lengthOf(ended, 9)
  }),

  "filters by state, type, class of status code, time and dataset": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const endpoint = yield* anEndpoint(owner)
    const [label, sample] = [yield* someEvent(dataset), yield* someEvent(dataset, "sample.created")]
    yield* committed(append([label, sample]))
    const [first] = yield* claimed({ limit: 1 })
    if (first === undefined) return assert.fail()
    yield* endAll([first], delivered)
    const found = (filter: DeliveryFilter) =>
      Effect.map(listed(endpoint, filter), (all) => all.map(({ eventId }) => eventId))
    assert.deepStrictEqual(yield* found({ states: ["delivered"] }), [label.id])
    assert.deepStrictEqual(yield* found({ eventTypes: ["sample.created"] }), [sample.id])
    assert.deepStrictEqual(yield* found({ statuses: ["2xx"] }), [label.id])
    assert.deepStrictEqual(yield* found({ statuses: ["none", "5xx"] }), [sample.id])
    assert.deepStrictEqual(yield* found({ dataset: dataset.id, states: ["pending"] }), [sample.id])
    assert.lengthOf(
      yield* found({
        since: fromMillis(toMillis(label.createdAt) - 50),
        until: fromMillis(toMillis(sample.createdAt) + 50),
      }),
      2,
    )
    assert.deepStrictEqual(yield* found({ until: fromMillis(toMillis(label.createdAt) - 10) }), [])
    assert.deepStrictEqual(yield* found({ since: fromMillis(toMillis(sample.createdAt) + 1000) }), [])
  }),

  "finds a delivery of the caller's endpoints, with its event": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint, events } = yield* waiting(2)
    const [delivery] = yield* listed(endpoint)
    if (delivery === undefined) return assert.fail()
    assert.deepStrictEqual(yield* store.byId([endpoint.id], delivery.id), Option.some(delivery))
    assert.isTrue(Option.isNone(yield* store.byId([], delivery.id)))
    assert.deepStrictEqual(yield* store.event(delivery), Option.fromNullable(events[1]))
  }),

  "counts pending deliveries": Effect.gen(function* () {
    const store = yield* DeliveryStore
    const { endpoint } = yield* waiting(5)
    const [first] = yield* claimed({ limit: 1 })
    assert.isDefined(first)
    assert.deepStrictEqual(yield* store.waiting(endpoint.id, 100), { pending: 5, held: 0 })
    assert.deepStrictEqual(yield* store.waiting(endpoint.id, 3), { pending: 3, held: 0 })
    yield* Effect.sleep("20 millis")
    const { lagMillis, ...counts } = yield* store.backlog(100)
    assert.deepStrictEqual(counts, { pending: 4, leased: 1, held: 0 })
    assert.isTrue(lagMillis >= 15 && lagMillis < 60_000, `${lagMillis}`)
  }),
})
