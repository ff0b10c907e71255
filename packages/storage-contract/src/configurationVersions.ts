/** DatasetStore: the history of a configuration. */
import {
  type Dataset,
  DatasetStore,
  type StoredConfiguration,
  Transaction,
  type Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSeconds, instant, makeDataset, oddJson } from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

const makeVersion = (dataset: Dataset, number: number, by: Username | null): StoredConfiguration => ({
  datasetId: dataset.id,
  number,
  configuration: oddJson,
  at: addSeconds(instant, number),
  by,
})

const whole = { before: null, limit: 100 }

export const configurationVersions = makeSuite("DatasetStore, configurations", {
  "keeps versions unchanged, and lists them newest first": Effect.gen(function* () {
    const store = yield* DatasetStore
    const ann = yield* addPerson("ann")
    const [one, other] = yield* Effect.all([addDataset(ann, "one"), addDataset(ann, "two")])
    assert.deepStrictEqual(yield* store.configurations(one.id, whole), [])
    for (const number of [2, 9, 10]) yield* store.addConfiguration(makeVersion(one, number, ann))
    yield* store.addConfiguration(makeVersion(other, 9, null))
    const makeListed = (number: number, by: Username | null = ann) => ({
      number,
      at: addSeconds(instant, number),
      by,
    })
    assert.deepStrictEqual(yield* store.configurations(one.id, whole), [
      makeListed(10),
      makeListed(9),
      makeListed(2),
    ])
    assert.deepStrictEqual(yield* store.configurations(one.id, { before: null, limit: 1 }), [makeListed(10)])
    assert.deepStrictEqual(yield* store.configurations(one.id, { before: 10, limit: 1 }), [makeListed(9)])
    assert.deepStrictEqual(yield* store.configurations(one.id, { before: 2, limit: 1 }), [])
    assert.deepStrictEqual(yield* store.configurations(other.id, whole), [makeListed(9, null)])
    assert.deepStrictEqual(
      yield* store.configuration(one.id, 9),
      Option.some({ ...makeListed(9), configuration: oddJson }),
    )
    assert.deepStrictEqual(
      yield* store.configuration(other.id, 9),
      Option.some({ ...makeListed(9, null), configuration: oddJson }),
    )
    assert.deepStrictEqual(yield* store.configuration(one.id, 1), Option.none())
  }),

  "keeps no version of a transaction that failed": Effect.gen(function* () {
    const store = yield* DatasetStore
    const transaction = yield* Transaction
    const ann = yield* addPerson("ann")
    const dataset = yield* addDataset(ann)
    const adding = Effect.zipRight(
      store.addConfiguration(makeVersion(dataset, 1, ann)),
      Effect.fail("undone"),
    )
    assert.strictEqual(yield* Effect.flip(transaction.run(adding)), "undone")
    assert.deepStrictEqual(yield* store.configurations(dataset.id, whole), [])
  }),

  "shows none of a deleted dataset, and purges them with it": Effect.gen(function* () {
    const store = yield* DatasetStore
    const ann = yield* addPerson("ann")
    const dataset = yield* makeDataset(ann, "streets")
    yield* store.insert(dataset)
    yield* store.addConfiguration(makeVersion(dataset, 1, ann))
    yield* store.markDeleted(dataset.id, instant)
    assert.deepStrictEqual(yield* store.configurations(dataset.id, whole), [])
    assert.deepStrictEqual(yield* store.configuration(dataset.id, 1), Option.none())
    while ((yield* store.purge(dataset.id, 10)) > 0);
    // The same id again shows what the purge has left.
    yield* store.insert(dataset)
    assert.deepStrictEqual(yield* store.configurations(dataset.id, whole), [])
  }),
})
