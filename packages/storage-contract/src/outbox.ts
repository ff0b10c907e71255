/** Outbox: events commit together with their change. */
import { EventId, nextId, Outbox, type OutboxEvent, Transaction } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aDataset, aPerson, instant, oddJson, oddText } from "./fixtures.ts"
import { rolledBackBeside, suite } from "./suite.ts"

const someEvents = (count: number) =>
  Effect.gen(function* () {
    const ann = yield* aPerson("Ann")
    const dataset = yield* aDataset(ann)
    return yield* Effect.replicateEffect(
      Effect.map(
        nextId(EventId),
        (id): OutboxEvent => ({
          id,
          type: "sample.created",
          datasetId: dataset.id,
          owner: ann,
          dataset: "Ann/streets",
          createdAt: instant,
          object: oddJson,
          text: oddText,
          trace: null,
        }),
      ),
      count,
    )
  })

const append = (events: ReadonlyArray<OutboxEvent>) =>
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const transaction = yield* Transaction
    yield* transaction.run(outbox.append(events))
  })

const read = (after: EventId | null = null, limit = 100) =>
  Effect.flatMap(Outbox, (outbox) => outbox.read({ after, limit }))

export const outbox = suite("Outbox", {
  "stores events unchanged, in the order of their ids": Effect.gen(function* () {
    const [a, b, c] = yield* someEvents(3)
    if (a === undefined || b === undefined || c === undefined) return assert.fail()
    yield* append([c])
    yield* append([a, b])
    yield* append([])
    assert.deepStrictEqual(yield* read(), [a, b, c])
    assert.deepStrictEqual(yield* read(null, 2), [a, b])
    assert.deepStrictEqual(yield* read(b.id), [c])
    assert.deepStrictEqual(yield* read(c.id), [])
  }),

  "accepts ten thousand events at once": Effect.gen(function* () {
    const events = yield* someEvents(10_000)
    yield* append(events)
    assert.deepStrictEqual(
      (yield* read(null, 20_000)).map(({ id }) => id),
      events.map(({ id }) => id),
    )
  }),

  "discards the events of a transaction that was rolled back": Effect.gen(function* () {
    const [a, b] = yield* someEvents(2)
    if (a === undefined || b === undefined) return assert.fail()
    const store = yield* Outbox
    yield* rolledBackBeside(store.append([a]), append([b]))
    assert.deepStrictEqual(yield* read(), [b])
  }),

  "shows no event before its transaction commits": Effect.gen(function* () {
    const store = yield* Outbox
    const events = yield* someEvents(1)
    assert.deepStrictEqual(yield* rolledBackBeside(store.append(events), read()), [])
  }),
})
