/** SnapshotStore: snapshots that later writes do not change. */
import {
  DatasetId,
  DatasetStore,
  generateId,
  type Label,
  LabelStore,
  LabelsetStore,
  SampleName,
  SampleStore,
  type Snapshot,
  SnapshotStore,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Chunk, Effect, Stream, Struct } from "effect"
import {
  addDataset,
  addLabelset,
  addPerson,
  addSample,
  addSamples,
  addSeconds,
  aWorld,
  instant,
  makeLabel,
  oddJson,
  oddText,
} from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

const open = (dataset: { readonly id: DatasetId }) =>
  Effect.flatMap(SnapshotStore, (store) =>
    Effect.flatMap(store.open(dataset.id), (snapshot) =>
      snapshot === null ? Effect.dieMessage("no snapshot") : Effect.succeed(snapshot),
    ),
  )

const readSamples = (snapshot: Snapshot) =>
  Effect.map(Stream.runCollect(snapshot.samples), Chunk.toReadonlyArray)

const toSnapshotLabel = (label: Label, labelset: string) => ({
  labelset,
  ...Struct.pick(
    label,
    "status",
    "attributes",
    "score",
    "rating",
    "createdAt",
    "createdBy",
    "updatedAt",
    "updatedBy",
    "reviewedAt",
    "reviewedBy",
  ),
})

export const snapshots = makeSuite("SnapshotStore", {
  "contains the dataset, its labelsets, and all samples with their labels": Effect.gen(function* () {
    const labels = yield* LabelStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("Bob")])
    const dataset = yield* addDataset(ann, "streets", { metadata: oddJson, taskAttributes: oddJson })
    const model = yield* addLabelset(dataset, "model")
    const truth = yield* addLabelset(dataset)
    const fields = {
      attributes: oddJson,
      metadata: oddJson,
      readme: oddText,
      priority: 0.1,
      assignedLabeler: bob,
      createdAt: instant,
      createdBy: bob,
    }
    const sample = yield* addSample(dataset, "z", fields)
    const two = yield* addSample(dataset, "a", { assignedReviewer: bob })
    const done = yield* makeLabel(sample, truth, {
      status: "REVIEWED",
      attributes: oddJson,
      score: 0.5,
      rating: 5,
      createdAt: instant,
      updatedAt: addSeconds(instant, 1),
      updatedBy: bob,
      reviewedAt: addSeconds(instant, 2),
      reviewedBy: bob,
    })
    const prediction = yield* makeLabel(sample, model)
    yield* labels.writeNew([done], "write")
    yield* labels.writeNew([prediction], "write")
    const snapshot = yield* open(dataset)
    assert.deepStrictEqual(snapshot.dataset, dataset)
    assert.deepStrictEqual(snapshot.labelsets, [truth, model])
    const { datasetId: _1, updatedAt: _2, version: _3, ...first } = sample
    const { datasetId: _4, updatedAt: _5, version: _6, ...second } = two
    assert.deepStrictEqual(yield* readSamples(snapshot), [
      { ...first, labels: [toSnapshotLabel(done, "ground-truth"), toSnapshotLabel(prediction, "model")] },
      { ...second, labels: [] },
    ])
  }),

  "returns nothing for a deleted dataset": Effect.gen(function* () {
    const store = yield* SnapshotStore
    const { dataset } = yield* aWorld
    yield* Effect.flatMap(DatasetStore, (datasets) => datasets.markDeleted(dataset.id, instant))
    assert.isNull(yield* store.open(dataset.id))
    assert.isNull(yield* store.open(yield* generateId(DatasetId)))
  }),

  "reads samples in the order of their ids, page by page, and can be read twice": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const samples = yield* addSamples(
      dataset,
      Array.from({ length: 2500 }, (_, i) => ({ name: SampleName.make(`${(i * 7919) % 2500}`) })),
    )
    const snapshot = yield* open(dataset)
    const ids = samples.map(({ id }) => id)
    assert.deepStrictEqual(
      (yield* readSamples(snapshot)).map(({ id }) => id),
      ids,
    )
    assert.deepStrictEqual(
      (yield* readSamples(snapshot)).map(({ name }) => name),
      samples.map(({ name }) => name),
    )
  }),

  "does not see later writes, and does not block writers": Effect.gen(function* () {
    const [labels, samples, labelsets] = yield* Effect.all([LabelStore, SampleStore, LabelsetStore])
    const { dataset, truth } = yield* aWorld
    const [changed, gone, kept] = yield* Effect.all([
      addSample(dataset, "a"),
      addSample(dataset, "b"),
      addSample(dataset, "c"),
    ])
    const before = yield* makeLabel(kept, truth, { attributes: oddJson })
    yield* labels.writeNew([before], "write")
    const snapshot = yield* open(dataset)
    const version = yield* generateId(VersionId)
    yield* samples.update(
      { ...changed, name: SampleName.make("new"), readme: "new", version },
      changed.version,
    )
    yield* samples.markDeleted(dataset.id, [gone.id], instant)
    yield* addSample(dataset, "late")
    const after: Label = {
      ...before,
      version: yield* generateId(VersionId),
      status: "REVIEWED",
      attributes: null,
    }
    const change = { action: "write", from: "PRELABELED", by: before.createdBy, at: instant } as const
    assert.isTrue(yield* labels.write(after, change, before.version, false))
    const model = yield* addLabelset(dataset, "model")
    yield* labels.writeNew([yield* makeLabel(changed, model)], "write")
    const read = yield* readSamples(snapshot)
    assert.deepStrictEqual(
      read.map(({ id, name, readme }) => [id, name, readme]),
      [changed, gone, kept].map(({ id, name, readme }) => [id, name, readme]),
    )
    assert.deepStrictEqual(
      read.flatMap((sample) => sample.labels),
      [toSnapshotLabel(before, "ground-truth")],
    )
    assert.lengthOf(yield* labelsets.list(dataset.id), 2)
  }),

  "allows a reader to stop early while others write": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    yield* addSamples(
      dataset,
      Array.from({ length: 300 }, () => ({})),
    )
    const first = yield* Effect.scoped(
      Effect.flatMap(open(dataset), (snapshot) => Stream.runCollect(Stream.take(snapshot.samples, 3))),
    )
    assert.lengthOf(Chunk.toReadonlyArray(first), 3)
    const again = yield* open(dataset)
    const seen = yield* Stream.runFoldEffect(again.samples, 0, (n, sample) =>
      n === 0 ? Effect.as(addSample(dataset, `beside ${sample.name}`), 1) : Effect.succeed(n + 1),
    )
    assert.strictEqual(seen, 300)
  }),
})
