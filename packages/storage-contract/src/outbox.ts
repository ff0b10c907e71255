/** Outbox: events commit together with their change. */
import {
  EventId,
  generateId,
  Outbox,
  type OutboxEvent,
  Transaction,
  type Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addDataset, addPerson, instant, oddJson, oddText } from "./fixtures.ts"
import { makeSuite, runBesideRollback } from "./suite.ts"

const makeEvents = (count: number) =>
  Effect.gen(function* () {
    const ann = yield* addPerson("Ann")
    const dataset = yield* addDataset(ann)
    return yield* Effect.replicateEffect(
      Effect.map(
        generateId(EventId),
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

export const outbox = makeSuite("Outbox", {
  "stores events unchanged, in the order of their ids": Effect.gen(function* () {
    const [a, b, c] = yield* makeEvents(3)
    if (a === undefined || b === undefined || c === undefined) return assert.fail()
    yield* append([c])
    yield* append([a, b])
    yield* append([])
    assert.deepStrictEqual(yield* read(), [a, b, c])
    assert.deepStrictEqual(yield* read(null, 2), [a, b])
    assert.deepStrictEqual(yield* read(b.id), [c])
    assert.deepStrictEqual(yield* read(c.id), [])
  }),

  "reads the events of one owner, in the order of their ids": Effect.gen(function* () {
    const [a, b, c, d] = yield* makeEvents(4)
    if (a === undefined || b === undefined || c === undefined || d === undefined) return assert.fail()
    const bob = yield* addPerson("Bob")
    const foreign = { ...b, owner: bob }
    yield* append([a, foreign, c, d])
    const { read: readPage } = yield* Outbox
    const readOwned = (owner: Username, after: EventId | null, limit: number) =>
      readPage({ owner, after, limit })
    assert.deepStrictEqual(yield* readOwned(a.owner, null, 2), [a, c])
    assert.deepStrictEqual(yield* readOwned(a.owner, c.id, 2), [d])
    assert.deepStrictEqual(yield* readOwned(bob, null, 2), [foreign])
    assert.deepStrictEqual(yield* readOwned(bob, foreign.id, 2), [])
  }),

  "accepts ten thousand events at once": Effect.gen(function* () {
    const events = yield* makeEvents(10_000)
    yield* append(events)
    assert.deepStrictEqual(
      (yield* read(null, 20_000)).map(({ id }) => id),
      events.map(({ id }) => id),
    )
  }),

  "discards the events of a transaction that was rolled back": Effect.gen(function* () {
    const [a, b] = yield* makeEvents(2)
    if (a === undefined || b === undefined) return assert.fail()
    const store = yield* Outbox
    yield* runBesideRollback(store.append([a]), append([b]))
    assert.deepStrictEqual(yield* read(), [b])
  }),

  "shows no event before its transaction commits": Effect.gen(function* () {
    const store = yield* Outbox
    const events = yield* makeEvents(1)
    assert.deepStrictEqual(yield* runBesideRollback(store.append(events), read()), [])
  }),
})
