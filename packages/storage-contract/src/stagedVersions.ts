/** ConfigurationChangeStore: staged versions are current as soon as the dataset has their number, folded in or not. */
import { type Label, LabelsetStore, SampleStore } from "@annotary/core/effect"
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
} from "./configurationChange.ts"
import { instant, oddJson } from "./fixtures.ts"
import type { Suite } from "./suite.ts"

export const stagedVersions: Suite["tests"] = {
  "activates a staged version when the dataset has its number, and not before": Effect.gen(function* () {
    const { change, changes, dataset, first, second, third } = yield* aChange
    const staged = yield* Effect.forEach([first, third], makeStaged)
    assert.strictEqual((yield* changes.stage(change, staged))?.size, 2)
    assert.deepStrictEqual(yield* read(first), first)
    assert.deepStrictEqual(yield* readFromList(third), third)
    assert.lengthOf(yield* readHistory(first), 1)
    assert.strictEqual(yield* changes.fold(change, 10), 0)
    assert.strictEqual(yield* readFromSnapshot(dataset, first), oddJson)

    yield* turn(dataset)
    const [one] = staged
    const now: Label = {
      ...first,
      attributes: migrated,
      version: one?.version ?? first.version,
      configVersion: 2,
    }
    assert.deepStrictEqual(yield* read(first), now)
    assert.deepStrictEqual(yield* readFromList(first), now)
    assert.strictEqual(yield* readFromSnapshot(dataset, first), migrated)
    assert.strictEqual((yield* readFromList(third))?.attributes, migrated)
    assert.deepStrictEqual(yield* read(second), second)
  }),

  "lists an active staged version in the history, before and after folding": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    const staged = yield* makeStaged(first)
    yield* changes.stage(change, [staged])
    yield* turn(dataset)
    const { rating, score, status } = first
    const entry = {
      version: staged.version,
      at: change.at,
      by: ann,
      action: "migrate",
      from: status,
      to: status,
      score,
      rating,
    } as const
    const before = yield* readHistory(first)
    assert.deepStrictEqual(before[0], entry)
    assert.lengthOf(before, 2)
    const label = yield* read(first)
    assert.strictEqual(yield* changes.fold(change, 10), 1)
    assert.strictEqual(yield* changes.fold(change, 10), 0)
    assert.deepStrictEqual(yield* readHistory(first), before)
    assert.deepStrictEqual(yield* read(first), label)
    assert.deepStrictEqual(
      yield* labels.version(first.sampleId, first.labelsetId, staged.version),
      Option.some({ ...entry, attributes: migrated }),
    )
    assert.strictEqual(yield* readFromSnapshot(dataset, first), migrated)
  }),

  "folds at most the requested number at once": Effect.gen(function* () {
    const { change, changes, dataset, first, second, third } = yield* aChange
    yield* changes.stage(change, yield* Effect.forEach([first, second, third], makeStaged))
    yield* turn(dataset)
    assert.deepStrictEqual(
      [yield* changes.fold(change, 2), yield* changes.fold(change, 2), yield* changes.fold(change, 2)],
      [2, 1, 0],
    )
  }),

  "completes folding when a labelset with staged labels was deleted": Effect.gen(function* () {
    const { change, changes, dataset, first, predictions, third } = yield* aChange
    yield* changes.stage(change, yield* Effect.forEach([first, third], makeStaged))
    yield* turn(dataset)
    yield* (yield* LabelsetStore).markDeleted(dataset.id, predictions.id, instant)
    yield* (yield* SampleStore).markDeleted(dataset.id, [first.sampleId], instant)
    for (let round = 0; round < 5; round++) yield* changes.fold(change, 10)
    assert.strictEqual(yield* changes.fold(change, 10), 0)
    assert.strictEqual(yield* changes.drop(change, 10), 0)
  }),

  "keeps a staged version active when the number increases again": Effect.gen(function* () {
    const { change, changes, dataset, first } = yield* aChange
    yield* changes.stage(change, [yield* makeStaged(first)])
    yield* turn(dataset)
    yield* turn(dataset, 3)
    assert.strictEqual((yield* read(first)).attributes, migrated)
  }),
}
