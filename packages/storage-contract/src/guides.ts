/** GuideStore: who has acknowledged which version of a labeling guide. */
import { DatasetStore, GuideStore, GuideVersion } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addOrganization, addPerson, addSeconds, instant } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const [first, second] = [GuideVersion.make("00000000000000aa"), GuideVersion.make("00000000000000bb")]

const aDataset = Effect.gen(function* () {
  const [acme, ann, bob] = yield* Effect.all([addOrganization("acme"), addPerson("ann"), addPerson("Bob")])
  return { ann, bob, dataset: yield* addDataset(acme), other: yield* addDataset(acme, "other") }
})

export const guides = makeSuite("GuideStore", {
  "keeps the first time at which a person acknowledged a version": Effect.gen(function* () {
    const store = yield* GuideStore
    const { ann, bob, dataset, other } = yield* aDataset
    const acknowledgement = { datasetId: dataset.id, user: ann, version: first, at: instant }
    assert.isTrue(yield* store.acknowledge(acknowledgement))
    assert.isFalse(yield* store.acknowledge({ ...acknowledgement, at: addSeconds(instant, 9) }))
    assert.deepStrictEqual(Option.getOrNull(yield* store.find(dataset.id, ann, first)), acknowledgement)
    assert.isTrue(Option.isNone(yield* store.find(dataset.id, ann, second)))
    assert.isTrue(Option.isNone(yield* store.find(dataset.id, bob, first)))
    assert.isTrue(Option.isNone(yield* store.find(other.id, ann, first)))
  }),

  "lists those who acknowledged a version, ordered by username": Effect.gen(function* () {
    const store = yield* GuideStore
    const { ann, bob, dataset, other } = yield* aDataset
    const acknowledge = (user: typeof ann, version: GuideVersion, datasetId = dataset.id) =>
      store.acknowledge({ datasetId, user, version, at: instant })
    yield* acknowledge(ann, first)
    yield* acknowledge(bob, first)
    yield* acknowledge(ann, second)
    yield* acknowledge(bob, second, other.id)
    const list = (version: GuideVersion) =>
      Effect.map(store.list(dataset.id, version), (all) => all.map(({ user }) => user))
    assert.deepStrictEqual(yield* list(first), [bob, ann])
    assert.deepStrictEqual(yield* list(second), [ann])
  }),

  "records one of many concurrent acknowledgements of a person": Effect.gen(function* () {
    const store = yield* GuideStore
    const { ann, dataset } = yield* aDataset
    const answers = yield* runTwenty(() =>
      store.acknowledge({ datasetId: dataset.id, user: ann, version: first, at: instant }),
    )
    assert.lengthOf(answers.filter(Boolean), 1)
    assert.lengthOf(yield* store.list(dataset.id, first), 1)
  }),

  "records it once beside an open transaction, and again after its rollback": Effect.gen(function* () {
    const store = yield* GuideStore
    const { ann, bob, dataset } = yield* aDataset
    const acknowledge = (user: typeof ann) =>
      store.acknowledge({ datasetId: dataset.id, user, version: first, at: instant })
    assert.sameMembers([...(yield* runInterleaved(acknowledge(ann), acknowledge(ann)))], [true, false])
    assert.isTrue(yield* runBesideRollback(acknowledge(bob), acknowledge(bob)))
    assert.lengthOf(yield* store.list(dataset.id, first), 2)
  }),

  "forgets the acknowledgements with the dataset": Effect.gen(function* () {
    const [store, datasets] = yield* Effect.all([GuideStore, DatasetStore])
    const { ann, dataset } = yield* aDataset
    yield* store.acknowledge({ datasetId: dataset.id, user: ann, version: first, at: instant })
    yield* datasets.markDeleted(dataset.id, instant)
    while ((yield* datasets.purge(dataset.id, 100)) > 0);
    assert.deepStrictEqual(yield* store.list(dataset.id, first), [])
  }),
})
