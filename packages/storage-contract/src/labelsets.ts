/** LabelsetStore: layers of labels, the ground truth first. */
import {
  DatasetStore,
  generateId,
  LabelStore,
  type Labelset,
  LabelsetId,
  LabelsetName,
  LabelsetStore,
  SampleStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addLabelset,
  addPerson,
  addSample,
  aWorld,
  instant,
  makeLabel,
  oddText,
} from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const makeAnother = (like: Labelset, name: string) =>
  Effect.map(
    generateId(LabelsetId),
    (id): Labelset => ({ ...like, id, name: LabelsetName.make(name), isGroundTruth: false }),
  )

export const labelsets = makeSuite("LabelsetStore", {
  "stores a labelset unchanged, and finds it case-insensitively": Effect.gen(function* () {
    const store = yield* LabelsetStore
    const { ann, dataset } = yield* aWorld
    const model = yield* addLabelset(dataset, "Model_1", {
      description: oddText,
      createdAt: instant,
      createdBy: ann,
    })
    assert.deepStrictEqual(yield* store.byName(dataset.id, "mODEL_1"), Option.some(model))
    assert.isTrue(Option.isNone(yield* store.byName(dataset.id, "model")))
    const other = yield* addDataset(ann, "other")
    assert.isTrue(Option.isNone(yield* store.byName(other.id, "model_1")))
  }),

  "lists the ground truth first, then the others from oldest to newest": Effect.gen(function* () {
    const store = yield* LabelsetStore
    const ann = yield* addPerson("ann")
    const [one, two, empty] = yield* Effect.all([
      addDataset(ann, "one"),
      addDataset(ann, "two"),
      addDataset(ann, "three"),
    ])
    const z = yield* addLabelset(one, "z")
    const truth = yield* addLabelset(one)
    const a = yield* addLabelset(one, "a")
    const theirs = yield* addLabelset(two)
    assert.deepStrictEqual(yield* store.list(one.id), [truth, z, a])
    const many = yield* (yield* DatasetStore).details([two.id, empty.id, one.id])
    assert.deepStrictEqual(many.get(one.id)?.labelsets, [truth, z, a])
    assert.deepStrictEqual(many.get(two.id)?.labelsets, [theirs])
    assert.deepStrictEqual(many.get(empty.id)?.labelsets, [])
    assert.strictEqual(many.get(empty.id)?.owner.username, ann)
  }),

  "assigns a name to exactly one of many concurrent callers": Effect.gen(function* () {
    const store = yield* LabelsetStore
    const { dataset, truth } = yield* aWorld
    assert.isFalse(yield* store.insert(yield* makeAnother(truth, "Ground-Truth")))
    const [a, b, c, d] = yield* Effect.all([
      makeAnother(truth, "m1"),
      makeAnother(truth, "M1"),
      makeAnother(truth, "m2"),
      makeAnother(truth, "m2"),
    ])
    assert.sameMembers([...(yield* runInterleaved(store.insert(a), store.insert(b)))], [true, false])
    assert.isTrue(yield* runBesideRollback(store.insert(c), store.insert(d)))
    const many = yield* runTwenty(() => Effect.flatMap(makeAnother(truth, "m3"), store.insert))
    assert.strictEqual(many.filter((made) => made).length, 1)
    assert.lengthOf(yield* store.list(dataset.id), 4)
  }),

  "changes the description while the labelset exists": Effect.gen(function* () {
    const store = yield* LabelsetStore
    const { dataset } = yield* aWorld
    const model = yield* addLabelset(dataset, "model")
    assert.isTrue(yield* store.describe(dataset.id, model.id, oddText))
    assert.deepStrictEqual(
      yield* store.byName(dataset.id, "model"),
      Option.some({ ...model, description: oddText }),
    )
    yield* store.markDeleted(dataset.id, model.id, instant)
    assert.isFalse(yield* store.describe(dataset.id, model.id, ""))
  }),

  "deletes a labelset with its labels, and frees its name": Effect.gen(function* () {
    const store = yield* LabelsetStore
    const labels = yield* LabelStore
    const { dataset } = yield* aWorld
    const model = yield* addLabelset(dataset, "model")
    const sample = yield* addSample(dataset)
    yield* labels.writeNew([yield* makeLabel(sample, model)], "write")
    assert.isTrue(yield* labels.anyIn(dataset.id))
    assert.isTrue(yield* store.markDeleted(dataset.id, model.id, instant))
    assert.isFalse(yield* store.markDeleted(dataset.id, model.id, instant))
    assert.isTrue(Option.isNone(yield* store.byName(dataset.id, "model")))
    assert.lengthOf(yield* store.list(dataset.id), 1)
    assert.isTrue(Option.isNone(yield* labels.get(sample.id, model.id)))
    assert.deepStrictEqual(yield* labels.history(sample.id, model.id, { before: null, limit: 9 }), [])
    assert.strictEqual((yield* (yield* SampleStore).labels(model.id, [sample.id], true)).size, 0)
    assert.isFalse(yield* labels.anyIn(dataset.id))
    const again = yield* addLabelset(dataset, "Model")
    assert.deepStrictEqual(yield* store.byName(dataset.id, "model"), Option.some(again))
    assert.isTrue(Option.isNone(yield* labels.get(sample.id, again.id)))
  }),
})
