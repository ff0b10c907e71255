/** DeliveryStore: `fifo` endpoints and batches. */
import type { EventId } from "@annotary/core"
import { castToJsonText, DeliveryStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runInterleaved } from "../suite.ts"
import {
  addDueDeliveries,
  addEndpoint,
  ann,
  append,
  claimRequests,
  dead,
  delivered,
  endAll,
  listEventIds,
  makeEvents,
  retryIn,
  runInTransaction,
} from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

export const order = makeWebhookSuite("DeliveryStore, order and batches", {
  "claims the next delivery of an ordered endpoint only when the previous one is delivered or dead":
    Effect.gen(function* () {
      const { ids } = yield* addDueDeliveries(4, { fifo: true })
      const [one, two] = yield* runInterleaved(claimRequests(), claimRequests())
      const first = [...one, ...two]
      assert.deepStrictEqual(listEventIds(first), ids.slice(0, 1))
      yield* endAll(first, retryIn(60_000))
      assert.deepStrictEqual(yield* claimRequests(), [])
      const wait = Option.getOrThrow(yield* (yield* DeliveryStore).nextDue(8))
      assert.isTrue(wait > 50_000 && wait <= 60_000, `${wait}`)
    }),

  "continues in order after a delivery that is delivered, retried at once or dead": Effect.gen(function* () {
    const { ids } = yield* addDueDeliveries(3, { fifo: true })
    const order: Array<string | undefined> = []
    for (const next of [delivered, retryIn(0), dead, delivered]) {
      const requests = yield* claimRequests()
      order.push(...listEventIds(requests))
      yield* endAll(requests, next)
    }
    assert.deepStrictEqual(order, [ids[0], ids[1], ids[1], ids[2]])
    assert.deepStrictEqual(yield* claimRequests(), [])
  }),

  "claims the events of several transactions in the order of their commits": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const ordered = yield* addEndpoint(owner, { fifo: true, batch: 100 })
    yield* addEndpoint(owner)
    const [early, late] = [yield* makeEvents(dataset, 1), yield* makeEvents(dataset, 1)]
    const several = yield* makeEvents(dataset, 3)
    for (const events of [late, several, early]) yield* runInTransaction(append(events))
    const requests = (yield* claimRequests()).filter(({ endpoint }) => endpoint.id === ordered.id)
    assert.deepStrictEqual(
      listEventIds(requests),
      [...late, ...several, ...early].map(({ id }) => id),
    )
  }),

  "claims all events of a transaction before those of the next, even of two concurrent ones": Effect.gen(
    function* () {
      const { owner, dataset } = yield* ann
      yield* addEndpoint(owner, { fifo: true, batch: 100 })
      // So many that their places exceed the clock by far.
      const [early, many] = [yield* makeEvents(dataset, 1), yield* makeEvents(dataset, 1000)]
      yield* runInterleaved(append(many), append(early))
      const taken = yield* drained
      const isFirst = taken[0] === early[0]?.id
      assert.deepStrictEqual(
        taken,
        (isFirst ? [...early, ...many] : [...many, ...early]).map(({ id }) => id),
      )
      const [more, last] = [yield* makeEvents(dataset, 1000), yield* makeEvents(dataset, 1)]
      for (const events of [more, last]) yield* runInTransaction(append(events))
      assert.deepStrictEqual(
        yield* drained,
        [...more, ...last].map(({ id }) => id),
      )
    },
  ),

  "batches several events in one request, which counts as one in flight": Effect.gen(function* () {
    const { ids } = yield* addDueDeliveries(25, { batch: 10 })
    const requests = yield* claimRequests({ inFlight: 2 })
    assert.deepStrictEqual(
      requests.map(({ deliveries }) => deliveries.length),
      [10, 10],
    )
    assert.deepStrictEqual(listEventIds(requests), ids.slice(0, 20))
    yield* endAll(requests, delivered)
    assert.deepStrictEqual(listEventIds(yield* claimRequests()), ids.slice(20))
  }),

  "limits the bytes of a batched request, and leaves the rest due in order": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    yield* addEndpoint(owner, { batch: 10, fifo: true })
    const object = castToJsonText(JSON.stringify({ text: "é".repeat(150_000) }))
    const events = (yield* makeEvents(dataset, 8)).map((event) => ({ ...event, object }))
    yield* runInTransaction(append(events))
    const sizes: Array<number> = []
    const sent: Array<string> = []
    for (let step = 0; step < 10; step++) {
      const requests = yield* claimRequests()
      sizes.push(...requests.map(({ deliveries }) => deliveries.length))
      sent.push(...listEventIds(requests))
      if (step === 0) assert.deepStrictEqual(yield* claimRequests(), [])
      yield* endAll(requests, delivered)
    }
    assert.deepStrictEqual(sizes, [3, 3, 2])
    assert.deepStrictEqual(
      sent,
      events.map(({ id }) => id),
    )
  }),
})

/** Delivers everything that is due, claim by claim, and returns the events in order. */
const drained = Effect.gen(function* () {
  const ids: Array<EventId> = []
  while (true) {
    const requests = yield* claimRequests()
    if (requests.length === 0) return ids
    ids.push(...listEventIds(requests))
    yield* endAll(requests, delivered)
  }
})
