/** PauseStore: people who get no samples of a dataset, and the reason that they read. */
import { DatasetStore, ErasureStore, type Pause, PauseStore, Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addOrganization, addPerson, addSeconds, instant, oddText } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const aDataset = Effect.gen(function* () {
  const [acme, ann, bob] = yield* Effect.all([addOrganization("acme"), addPerson("ann"), addPerson("Bob")])
  const [dataset, other] = [yield* addDataset(acme), yield* addDataset(acme, "other")]
  const makePause = (fields: Partial<Pause> = {}): Pause => ({
    ...{ datasetId: dataset.id, user: ann, reason: oddText, at: instant, by: bob },
    ...fields,
  })
  return { ann, bob, dataset, makePause, other }
})

const readReason = (dataset: Pause["datasetId"], user: Pause["user"] | null) =>
  Effect.flatMap(DatasetStore, (datasets) =>
    Effect.map(datasets.access({ _tag: "Id", id: dataset }, user), (access) =>
      Option.getOrNull(Option.map(access, ({ pauseReason }) => pauseReason)),
    ),
  )

export const pauses = makeSuite("PauseStore", {
  "keeps one pause of a person in a dataset, whose reason changes": Effect.gen(function* () {
    const store = yield* PauseStore
    const { bob, dataset, makePause, other } = yield* aDataset
    assert.isTrue(yield* store.put(makePause()))
    assert.isTrue(yield* store.put(makePause({ user: bob, by: null })))
    assert.isTrue(yield* store.put(makePause({ datasetId: other.id })))
    const changed = makePause({ reason: "Read the guide.", at: addSeconds(instant, 9), by: null })
    assert.isFalse(yield* store.put(changed))
    assert.deepStrictEqual(yield* store.list(dataset.id), [makePause({ user: bob, by: null }), changed])
    assert.deepStrictEqual(yield* store.list(other.id), [makePause({ datasetId: other.id })])
  }),

  "is inserted where the person is not paused, and otherwise stays as it is": Effect.gen(function* () {
    const store = yield* PauseStore
    const { bob, dataset, makePause, other } = yield* aDataset
    const byNobody = { reason: "Read the guide.", at: addSeconds(instant, 9), by: null }
    assert.isTrue(yield* store.insert(makePause()))
    assert.isFalse(yield* store.insert(makePause(byNobody)))
    assert.isTrue(yield* store.insert(makePause({ ...byNobody, user: bob })))
    assert.isTrue(yield* store.insert(makePause({ datasetId: other.id })))
    assert.deepStrictEqual(yield* store.list(dataset.id), [
      makePause({ ...byNobody, user: bob }),
      makePause(),
    ])
  }),

  "is read with the access to the dataset, of the person alone": Effect.gen(function* () {
    const store = yield* PauseStore
    const { ann, bob, dataset, makePause, other } = yield* aDataset
    yield* store.put(makePause())
    assert.strictEqual(yield* readReason(dataset.id, ann), oddText)
    assert.isNull(yield* readReason(dataset.id, bob))
    assert.isNull(yield* readReason(dataset.id, null))
    assert.isNull(yield* readReason(other.id, ann))
  }),

  "ends those of a person in the datasets that are named": Effect.gen(function* () {
    const store = yield* PauseStore
    const { ann, bob, dataset, makePause, other } = yield* aDataset
    yield* store.put(makePause())
    yield* store.put(makePause({ user: bob }))
    yield* store.put(makePause({ datasetId: other.id }))
    assert.deepStrictEqual(yield* store.remove([], ann), [])
    assert.deepStrictEqual(yield* store.remove([dataset.id], ann), [dataset.id])
    assert.deepStrictEqual(yield* store.remove([dataset.id], ann), [])
    assert.isNull(yield* readReason(dataset.id, ann))
    assert.strictEqual(yield* readReason(other.id, ann), oddText)
    assert.deepStrictEqual(yield* store.list(dataset.id), [makePause({ user: bob })])
    yield* store.put(makePause())
    assert.sameMembers([...(yield* store.remove([dataset.id, other.id], ann))], [dataset.id, other.id])
  }),

  "begins once for many concurrent callers, and ends once": Effect.gen(function* () {
    const store = yield* PauseStore
    const { ann, dataset, makePause } = yield* aDataset
    const begun = yield* runTwenty(() => store.put(makePause()))
    assert.lengthOf(begun.filter(Boolean), 1)
    const ended = yield* runTwenty(() => store.remove([dataset.id], ann))
    assert.lengthOf(ended.flat(), 1)
    const inserted = yield* runTwenty(() => store.insert(makePause()))
    assert.lengthOf(inserted.filter(Boolean), 1)
  }),

  "begins once beside an open transaction, and again after its rollback": Effect.gen(function* () {
    const store = yield* PauseStore
    const { bob, dataset, makePause } = yield* aDataset
    const pause = (fields: Partial<Pause> = {}) => store.put(makePause(fields))
    assert.sameMembers([...(yield* runInterleaved(pause(), pause()))], [true, false])
    assert.isTrue(yield* runBesideRollback(pause({ user: bob }), pause({ user: bob })))
    assert.lengthOf(yield* store.list(dataset.id), 2)
    yield* store.remove([dataset.id], bob)
    const insert = store.insert(makePause({ user: bob }))
    assert.sameMembers([...(yield* runInterleaved(insert, pause({ user: bob })))], [true, false])
  }),

  "names the pseudonym of who paused, and goes with the person who is removed": Effect.gen(function* () {
    const [store, erasure] = yield* Effect.all([PauseStore, ErasureStore])
    const { ann, bob, dataset, makePause } = yield* aDataset
    yield* store.put(makePause())
    yield* store.put(makePause({ user: bob, by: ann }))
    const renaming = { from: bob, to: Username.make("deleted-user-1") }
    yield* erasure.rename(renaming, dataset.id)
    assert.deepStrictEqual(yield* store.list(dataset.id), [
      makePause({ by: renaming.to }),
      makePause({ user: renaming.to, by: ann }),
    ])
    yield* erasure.close(renaming, instant)
    assert.deepStrictEqual(yield* store.list(dataset.id), [makePause({ by: renaming.to })])
  }),

  "goes with the dataset": Effect.gen(function* () {
    const [store, datasets] = yield* Effect.all([PauseStore, DatasetStore])
    const { dataset, makePause } = yield* aDataset
    yield* store.put(makePause())
    yield* datasets.markDeleted(dataset.id, instant)
    while ((yield* datasets.purge(dataset.id, 100)) > 0);
    assert.deepStrictEqual(yield* store.list(dataset.id), [])
  }),
})
