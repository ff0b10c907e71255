/** SnapshotStore: snapshots that later writes do not change. */
import {
  castToJsonText,
  DatasetId,
  DatasetStore,
  generateId,
  type Label,
  LabelStore,
  LabelsetStore,
  makeOverlap,
  type Overlap,
  OverlapStore,
  type ReceiveOverlaps,
  SampleName,
  SampleStore,
  type Snapshot,
  type SnapshotOverlap,
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
import { bob, makeOverlapLabel } from "./overlapFixtures.ts"
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

/**
 * A dataset in which several people label 250 samples: the first one is decided, the second one waits for its decision, the third one is a gold
 * sample. `seen` has the overlaps that the last receiver got.
 */
const aWorldWithOverlaps = Effect.gen(function* () {
  const [overlaps, datasets, snapshotStore] = yield* Effect.all([OverlapStore, DatasetStore, SnapshotStore])
  const { ann, dataset } = yield* aWorld
  yield* addPerson("Bob")
  const settings = { ...dataset.settings, usesOverlap: true }
  yield* datasets.update({ ...dataset, settings }, dataset.version)
  const samples = yield* addSamples(
    dataset,
    Array.from({ length: 250 }, () => ({})),
  )
  const [decided, waiting, gold] = samples
  if (decided === undefined || waiting === undefined || gold === undefined)
    return yield* Effect.dieMessage("no samples")
  yield* overlaps.put(
    samples.map((sample): Overlap => {
      const overlap = { ...makeOverlap(sample, 2), agreement: castToJsonText('{"agreement":0.5}') }
      if (sample === decided) return { ...overlap, state: "decided", decidedAt: instant, decidedBy: bob }
      if (sample === waiting) return { ...overlap, state: "adjudicating", decidedBy: ann }
      return sample === gold ? { ...overlap, state: "gold" } : overlap
    }),
  )
  for (const label of [
    yield* makeOverlapLabel(decided, ann),
    yield* makeOverlapLabel(decided, bob, { status: "SKIPPED" }),
    yield* makeOverlapLabel(waiting, ann),
    yield* makeOverlapLabel(waiting, bob, { status: "LABELING_IN_PROGRESS" }),
  ])
    yield* overlaps.addLabel(label)
  let seen: ReadonlyArray<SnapshotOverlap> = []
  const makeReceiver = (): ReceiveOverlaps => {
    seen = []
    return (page) =>
      Effect.sync(() => {
        assert.isAtMost(page.length, 100)
        seen = [...seen, ...page]
      })
  }
  return { dataset, samples, open: snapshotStore.open(dataset.id, makeReceiver), seen: () => seen }
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

  "shows the receiver the overlaps of its point in time, page by page, with the agreement of decided samples":
    Effect.gen(function* () {
      const { samples, seen, open: openWith } = yield* aWorldWithOverlaps
      const [decided, waiting, gold] = samples
      if (decided === undefined || waiting === undefined || gold === undefined)
        return yield* Effect.dieMessage("no samples")
      const snapshot = yield* openWith
      assert.isNotNull(snapshot)
      const expected = samples.map(({ id: sampleId }): SnapshotOverlap => {
        const open = { sampleId, labels: 0, decidedBy: null, agreement: null }
        if (sampleId === decided.id)
          return {
            ...{ sampleId, state: "decided", labels: 2, decidedBy: bob },
            agreement: castToJsonText('{"agreement":0.5}'),
          }
        if (sampleId === waiting.id) return { ...open, state: "adjudicating", labels: 1 }
        return { ...open, state: sampleId === gold.id ? "gold" : "labeling" }
      })
      assert.deepStrictEqual(seen(), expected)
    }),

  "shows no overlaps of deleted samples, and none of a dataset that never had any": Effect.gen(function* () {
    const { dataset, open: openWith, samples, seen } = yield* aWorldWithOverlaps
    yield* (yield* SampleStore).markDeleted(
      dataset.id,
      samples.slice(1).map(({ id }) => id),
      instant,
    )
    yield* openWith
    assert.deepStrictEqual(
      seen().map(({ sampleId }) => sampleId),
      samples.slice(0, 1).map(({ id }) => id),
    )
    const datasets = yield* DatasetStore
    const before = yield* Effect.flatten(datasets.access({ _tag: "Id", id: dataset.id }, null))
    const settings = { ...before.dataset.settings, usesOverlap: false }
    yield* datasets.update({ ...before.dataset, settings }, before.dataset.version)
    yield* openWith
    assert.deepStrictEqual(seen(), [])
  }),

  "shows no overlaps that change after it was opened": Effect.gen(function* () {
    const { open: openWith, samples, seen } = yield* aWorldWithOverlaps
    const overlaps = yield* OverlapStore
    yield* openWith
    const before = seen()
    yield* overlaps.put(samples.map((sample) => ({ ...makeOverlap(sample, 2), state: "adjudicating" })))
    assert.deepStrictEqual(seen(), before)
    yield* openWith
    assert.notDeepEqual(seen(), before)
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
