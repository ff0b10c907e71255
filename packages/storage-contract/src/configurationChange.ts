/** Test data: a configuration change with its labels, and reads of them through every port. */
import {
  type ConfigurationChange,
  ConfigurationChangeStore,
  castToJsonText,
  type Dataset,
  DatasetStore,
  generateId,
  JobId,
  type Label,
  LabelStore,
  SampleStore,
  SnapshotStore,
  type StagedLabel,
  toJsonText,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { addLabelset, addSample, addSeconds, aWorld, instant, makeLabel, oddJson } from "./fixtures.ts"

export const migrated = castToJsonText('{"annotations":[],"ns":1606123456789012345}')
export const written = { action: "write", from: null, at: instant } as const

export const makeChange = (dataset: Dataset, number = 2) =>
  Effect.map(
    generateId(JobId),
    (jobId): ConfigurationChange => ({
      datasetId: dataset.id,
      number,
      phase: "staging",
      jobId,
      before: dataset.taskAttributes,
      configuration: toJsonText({ categories: [{ id: 1, name: "car" }] }),
      actions: toJsonText([]),
      at: addSeconds(instant, 60),
      by: dataset.owner,
    }),
  )

/** Three labels of a dataset, the last one in another labelset, and a change that is staging. */
export const aChange = Effect.gen(function* () {
  const { ann, dataset, truth } = yield* aWorld
  const predictions = yield* addLabelset(dataset, "predictions")
  const labels = yield* LabelStore
  const made: Array<Label> = []
  for (const [index, set] of [truth, truth, predictions].entries()) {
    const label = yield* makeLabel(yield* addSample(dataset, `${index}`), set, {
      attributes: oddJson,
      updatedAt: instant,
    })
    assert.isTrue(yield* labels.write(label, { ...written, by: ann }, null, false))
    made.push(label)
  }
  const changes = yield* ConfigurationChangeStore
  const change = yield* makeChange(dataset)
  assert.isTrue(yield* changes.begin(change))
  const [first, second, third] = made
  if (first === undefined || second === undefined || third === undefined)
    return yield* Effect.die("no labels")
  return { ann, dataset, truth, predictions, labels, changes, change, first, second, third }
})

export const makeStaged = (label: Label): Effect.Effect<StagedLabel> =>
  Effect.map(generateId(VersionId), (version) => ({
    labelsetId: label.labelsetId,
    sampleId: label.sampleId,
    from: label.version,
    version,
    attributes: migrated,
  }))

/** Sets the dataset's configuration number to that of the change, as a switch does. */
export const turn = (dataset: Dataset, configVersion = 2) =>
  Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const access = yield* datasets.access({ _tag: "Id", id: dataset.id }, null)
    const stored = Option.getOrThrow(access).dataset
    const next = { ...stored, configVersion, version: yield* generateId(VersionId) }
    assert.strictEqual(yield* datasets.update(next, stored.version), "updated")
  })

export const read = (label: Label) =>
  Effect.flatMap(LabelStore, (labels) =>
    Effect.map(labels.get(label.sampleId, label.labelsetId), Option.getOrThrow),
  )

export const readHistory = (label: Label) =>
  Effect.flatMap(LabelStore, (labels) =>
    labels.history(label.sampleId, label.labelsetId, { before: null, limit: 10 }),
  )

export const readFromSnapshot = (dataset: Dataset, label: Label) =>
  Effect.gen(function* () {
    const snapshot = yield* (yield* SnapshotStore).open(dataset.id)
    const samples = snapshot === null ? [] : [...(yield* Stream.runCollect(snapshot.samples))]
    return samples.find(({ id }) => id === label.sampleId)?.labels[0]?.attributes
  }).pipe(Effect.scoped)

export const readFromList = (label: Label) =>
  Effect.flatMap(SampleStore, (samples) =>
    Effect.map(samples.labels(label.labelsetId, [label.sampleId], true), (all) => all.get(label.sampleId)),
  )
