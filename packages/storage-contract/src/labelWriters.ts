/** ConfigurationChangeStore: label writes beside a switch happen before it and are migrated, or after it. */
import {
  ClaimStore,
  type ConfigurationChange,
  ConfigurationChangeStore,
  type Dataset,
  generateId,
  type Label,
  LabelStore,
  SampleStore,
  type Username,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  aChange,
  makeStaged,
  migrated,
  read,
  readFromList,
  readFromSnapshot,
  readHistory,
  turn,
  written,
} from "./configurationChange.ts"
import { addSeconds, makeLabel, makeSample, oddJson } from "./fixtures.ts"
import { placeSamples, take } from "./placing.ts"
import { runInterleaved, type Suite } from "./suite.ts"

/** Changes the score of a label as people do: locks the sample's row before reading the label. */
const score = (label: Label, by: Username) =>
  Effect.gen(function* () {
    yield* (yield* ClaimStore).lock(label.datasetId, [label.sampleId])
    return yield* scoreLocked(label, by)
  })

const scoreLocked = (label: Label, by: Username) =>
  Effect.gen(function* () {
    const before = yield* read(label)
    const after = { ...before, version: yield* generateId(VersionId), score: 0.75 }
    return yield* (yield* LabelStore).write(after, { ...written, by }, before.version, true)
  })

/** Ends a change: one transaction stages the remaining labels and gives the dataset the number. */
const switchOver = (dataset: Dataset, change: ConfigurationChange) =>
  Effect.gen(function* () {
    const changes = yield* ConfigurationChangeStore
    yield* Effect.repeat(changes.lockOutWriters(dataset.id, 250), { until: (locked) => locked })
    const all = yield* changes.labels({ datasetId: dataset.id, during: null, after: null, limit: 100 })
    const texts = yield* changes.bodies(dataset.id, all)
    const withBody = all.filter(({ version }) => texts.get(version) === oddJson)
    const staged = yield* Effect.forEach(withBody, (ref) =>
      Effect.map(generateId(VersionId), (version) => ({
        labelsetId: ref.labelsetId,
        sampleId: ref.sampleId,
        from: ref.version,
        version,
        attributes: migrated,
      })),
    )
    const done = yield* changes.stage(change, staged)
    assert.strictEqual(done?.size, staged.length)
    assert.isTrue(yield* changes.advance(change, "staging", "folding"))
    yield* turn(dataset)
  })

/** Checks that every read returns the migrated label with the score that was written beside the switch. */
const isMigrated = (dataset: Dataset, label: Label, expected: number | null) =>
  Effect.gen(function* () {
    const now = yield* read(label)
    assert.deepStrictEqual([now.attributes, now.score], [migrated, expected])
    assert.strictEqual((yield* readFromList(label))?.attributes, migrated)
    assert.strictEqual(yield* readFromSnapshot(dataset, label), migrated)
  })

export const labelWriters: Suite["tests"] = {
  "migrates a label whose write began before the switch": Effect.gen(function* () {
    const { ann, change, dataset, first } = yield* aChange
    yield* placeSamples(dataset, [{ id: first.sampleId }])
    const [done] = yield* runInterleaved(score(first, ann), switchOver(dataset, change))
    assert.isTrue(done)
    yield* isMigrated(dataset, first, 0.75)
  }),

  "migrates a label whose write under a claim began before the switch": Effect.gen(function* () {
    const { ann, change, dataset, first } = yield* aChange
    yield* placeSamples(dataset, [{ id: first.sampleId }])
    const [claim] = yield* take(dataset, ann)
    if (claim === undefined) return assert.fail("nothing was claimed")
    const work = Effect.gen(function* () {
      assert.isTrue(Option.isSome(yield* (yield* ClaimStore).findForUpdate(claim.id)))
      return yield* scoreLocked(first, ann)
    })
    const [done] = yield* runInterleaved(work, switchOver(dataset, change))
    assert.isTrue(done)
    yield* isMigrated(dataset, first, 0.75)
  }),

  "migrates the labels of samples added concurrently": Effect.gen(function* () {
    const { change, dataset, truth } = yield* aChange
    const sample = yield* makeSample(dataset, "added")
    const label = yield* makeLabel(sample, truth, { attributes: oddJson })
    const add = Effect.gen(function* () {
      yield* (yield* SampleStore).insert([sample])
      yield* (yield* LabelStore).writeNew([label], "write")
    })
    yield* runInterleaved(add, switchOver(dataset, change))
    yield* isMigrated(dataset, label, null)
  }),

  "lets a write concurrent with the switch read the label active after it": Effect.gen(function* () {
    const { ann, change, dataset, first } = yield* aChange
    yield* placeSamples(dataset, [{ id: first.sampleId }])
    const [, done] = yield* runInterleaved(switchOver(dataset, change), score(first, ann))
    assert.isTrue(done)
    yield* isMigrated(dataset, first, 0.75)
  }),

  "accepts a write concurrent with folding": Effect.gen(function* () {
    const { ann, change, changes, dataset, first } = yield* aChange
    yield* placeSamples(dataset, [{ id: first.sampleId }])
    yield* switchOver(dataset, change)
    const [, done] = yield* runInterleaved(changes.fold(change, 10), score(first, ann))
    assert.isTrue(done)
    yield* isMigrated(dataset, first, 0.75)
  }),

  "keeps the history in chronological order when a label was written after the change was requested":
    Effect.gen(function* () {
      const { ann, change, changes, dataset, first, labels } = yield* aChange
      const at = addSeconds(change.at, 30)
      const later = { ...first, version: yield* generateId(VersionId), score: 0.5, updatedAt: at }
      yield* labels.write(later, { ...written, at, by: ann }, first.version, true)
      yield* changes.stage(change, [yield* makeStaged(later)])
      yield* turn(dataset)
      const times = Effect.map(readHistory(first), (all) => all.map((entry) => entry.at))
      assert.deepStrictEqual((yield* times).slice(0, 2), [at, at])
      yield* changes.fold(change, 10)
      assert.deepStrictEqual((yield* times).slice(0, 2), [at, at])
    }),
}
