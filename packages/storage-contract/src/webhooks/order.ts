/** DeliveryStore: `fifo` endpoints and batches. */
import type { EventId } from "@annotary/core"
import { DeliveryStore, trustedJson } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { interleaved } from "../suite.ts"
import {
  anEndpoint,
  ann,
  append,
  claimed,
  committed,
  dead,
  delivered,
  endAll,
  eventsOf,
  retryIn,
  someEvents,
  waiting,
} from "./fixtures.ts"
import { webhookSuite } from "./suite.ts"

export const order = webhookSuite("DeliveryStore, order and batches", {
  "claims the next delivery of an ordered endpoint only when the previous one is delivered or dead":
    Effect.gen(function* () {
      const { ids } = yield* waiting(4, { fifo: true })
      const [one, two] = yield* interleaved(claimed(), claimed())
      const first = [...one, ...two]
      assert.deepStrictEqual(eventsOf(first), ids.slice(0, 1))
      yield* endAll(first, retryIn(60_000))
      assert.deepStrictEqual(yield* claimed(), [])
      const wait = Option.getOrThrow(yield* (yield* DeliveryStore).nextDue(8))
      assert.isTrue(wait > 50_000 && wait <= 60_000, `${wait}`)
    }),

  "continues in order after a delivery that is delivered, retried at once or dead": Effect.gen(function* () {
    const { ids } = yield* waiting(3, { fifo: true })
    const order: Array<string | undefined> = []
    for (const next of [delivered, retryIn(0), dead, delivered]) {
      const requests = yield* claimed()
      order.push(...eventsOf(requests))
      yield* endAll(requests, next)
    }
    assert.deepStrictEqual(order, [ids[0], ids[1], ids[1], ids[2]])
    assert.deepStrictEqual(yield* claimed(), [])
  }),

  "claims the events of several transactions in the order of their commits": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    const ordered = yield* anEndpoint(owner, { fifo: true, batch: 100 })
    yield* anEndpoint(owner)
    const [early, late] = [yield* someEvents(dataset, 1), yield* someEvents(dataset, 1)]
    const several = yield* someEvents(dataset, 3)
    for (const events of [late, several, early]) yield* committed(append(events))
    const requests = (yield* claimed()).filter(({ endpoint }) => endpoint.id === ordered.id)
    assert.deepStrictEqual(
      eventsOf(requests),
      [...late, ...several, ...early].map(({ id }) => id),
    )
  }),

  "claims all events of a transaction before those of the next, even of two concurrent ones": Effect.gen(
    function* () {
      const { owner, dataset } = yield* ann
      yield* anEndpoint(owner, { fifo: true, batch: 100 })
      // So many that their places exceed the clock by far.
      const [early, many] = [yield* someEvents(dataset, 1), yield* someEvents(dataset, 1000)]
      yield* interleaved(append(many), append(early))
      const taken = yield* drained
      const isFirst = taken[0] === early[0]?.id
      assert.deepStrictEqual(
        taken,
        (isFirst ? [...early, ...many] : [...many, ...early]).map(({ id }) => id),
      )
      const [more, last] = [yield* someEvents(dataset, 1000), yield* someEvents(dataset, 1)]
      for (const events of [more, last]) yield* committed(append(events))
      assert.deepStrictEqual(
        yield* drained,
        [...more, ...last].map(({ id }) => id),
      )
    },
  ),

  "batches several events in one request, which counts as one in flight": Effect.gen(function* () {
    const { ids } = yield* waiting(25, { batch: 10 })
    const requests = yield* claimed({ inFlight: 2 })
    assert.deepStrictEqual(
      requests.map(({ deliveries }) => deliveries.length),
      [10, 10],
    )
    assert.deepStrictEqual(eventsOf(requests), ids.slice(0, 20))
    yield* endAll(requests, delivered)
    assert.deepStrictEqual(eventsOf(yield* claimed()), ids.slice(20))
  }),

  "limits the bytes of a batched request, and leaves the rest due in order": Effect.gen(function* () {
    const { owner, dataset } = yield* ann
    yield* anEndpoint(owner, { batch: 10, fifo: true })
    const object = trustedJson(JSON.stringify({ text: "é".repeat(150_000) }))
    const events = (yield* someEvents(dataset, 8)).map((event) => ({ ...event, object }))
    yield* committed(append(events))
    const sizes: Array<number> = []
    const sent: Array<string> = []
    for (let step = 0; step < 10; step++) {
      const requests = yield* claimed()
      sizes.push(...requests.map(({ deliveries }) => deliveries.length))
      sent.push(...eventsOf(requests))
      if (step === 0) assert.deepStrictEqual(yield* claimed(), [])
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
    const requests = yield* claimed()
    if (requests.length === 0) return ids
    ids.push(...eventsOf(requests))
    yield* endAll(requests, delivered)
  }
})
