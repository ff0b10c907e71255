/** ConfigurationChangeStore: one change at a time, and writes that discard staged versions. */
import { ConfigurationChangeStore, DatasetStore, generateId, VersionId } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  aChange,
  makeChange,
  makeStaged,
  migrated,
  read,
  readHistory,
  turn,
  written,
} from "./configurationChange.ts"
import { addSample, addSeconds, aWorld, instant, makeLabel, oddJson } from "./fixtures.ts"
import { labelWriters } from "./labelWriters.ts"
import { stagedVersions } from "./stagedVersions.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

export const configurationChanges = makeSuite("ConfigurationChangeStore", {
  "allows one open change per dataset until it is folding": Effect.gen(function* () {
    const { change, changes, dataset } = yield* aChange
    const second = { ...change, number: 3 }
    assert.isFalse(yield* changes.begin(second))
    assert.deepStrictEqual(yield* changes.open(dataset.id), [{ number: 2, phase: "staging" }])
    assert.deepStrictEqual(yield* changes.get(change), Option.some(change))
    assert.isFalse(yield* changes.advance(change, "dropping", "folding"))
    assert.isTrue(yield* changes.advance(change, "staging", "folding"))
    assert.isTrue(yield* changes.begin(second))
    yield* changes.end(change)
    assert.deepStrictEqual(yield* changes.open(dataset.id), [{ number: 3, phase: "staging" }])
    assert.deepStrictEqual(yield* changes.get(change), Option.none())
  }),

  "begins a change for one of twenty concurrent callers": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const changes = yield* ConfigurationChangeStore
    const begun = yield* runTwenty((index) => Effect.flatMap(makeChange(dataset, index + 2), changes.begin))
    assert.lengthOf(begun.filter(Boolean), 1)
  }),

  "begins a change in one of two overlapping transactions": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const changes = yield* ConfigurationChangeStore
    const [one, other] = [yield* makeChange(dataset, 2), yield* makeChange(dataset, 3)]
    assert.deepStrictEqual(yield* runInterleaved(changes.begin(one), changes.begin(other)), [true, false])
  }),

  "lists the labels of all labelsets page by page, with the sizes of their bodies": Effect.gen(function* () {
    const { changes, dataset, first, labels, second, third, ann } = yield* aChange
    const page = { datasetId: dataset.id, during: null, limit: 2 }
    const firstPage = yield* changes.labels({ ...page, after: null })
    const rest = yield* changes.labels({ ...page, after: firstPage[1] ?? null })
    const all = [...firstPage, ...rest]
    assert.deepStrictEqual([firstPage.length, rest.length], [2, 1])
    assert.sameMembers(
      all.map(({ version }) => version),
      [first.version, second.version, third.version],
    )
    assert.isTrue(all.every(({ bytes }) => bytes === new TextEncoder().encode(oddJson).length))
    assert.strictEqual(yield* changes.count(dataset.id), 3)
    const bodies = yield* changes.bodies(dataset.id, all)
    assert.deepStrictEqual(new Set(bodies.values()), new Set([oddJson]))
    const later = { ...first, version: yield* generateId(VersionId), attributes: null }
    yield* labels.write(later, { ...written, by: ann }, first.version, false)
    assert.deepStrictEqual(yield* changes.labels({ ...page, after: null, during: 2 }), [
      {
        labelsetId: first.labelsetId,
        sampleId: first.sampleId,
        version: later.version,
        configVersion: 1,
        writtenDuring: 2,
        bytes: null,
      },
    ])
    assert.strictEqual((yield* changes.bodies(dataset.id, all)).get(first.version), undefined)
  }),

  "finds labels written while the change was staging, even when the writer's clock is behind": Effect.gen(
    function* () {
      const { ann, change, changes, dataset, first, labels, second, truth } = yield* aChange
      const behind = addSeconds(instant, -3600)
      const page = { datasetId: dataset.id, after: null, limit: 10, during: change.number }
      const versions = Effect.map(changes.labels(page), (refs) => refs.map(({ version }) => version))
      assert.deepStrictEqual(yield* versions, [])
      const samples = [yield* addSample(dataset, "alone"), yield* addSample(dataset, "many")]
      const [alone, many] = yield* Effect.forEach(samples, (sample) =>
        makeLabel(sample, truth, { attributes: oddJson, updatedAt: behind }),
      )
      if (alone === undefined || many === undefined) return assert.fail("no labels")
      const by = { ...written, at: behind, by: ann }
      const [one, other] = [yield* generateId(VersionId), yield* generateId(VersionId)]
      yield* labels.write({ ...first, version: one, updatedAt: behind }, by, first.version, true)
      const rewrite = { ...second, version: other, updatedAt: behind }
      yield* labels.writeMany([
        { label: rewrite, change: by, expected: second.version, expectedAt: second.updatedAt },
      ])
      yield* labels.write(alone, by, null, false)
      yield* labels.writeNew([many], "write")
      assert.sameMembers([...(yield* versions)], [one, other, alone.version, many.version])

      assert.isTrue(yield* changes.advance(change, "staging", "dropping"))
      const last = { ...first, version: yield* generateId(VersionId), updatedAt: behind }
      yield* labels.write(last, by, one, true)
      assert.sameMembers([...(yield* versions)], [other, alone.version, many.version])
    },
  ),

  ...stagedVersions,
  ...labelWriters,

  "rejects a staged version of an outdated label version": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    const stale = yield* makeStaged(first)
    const later = { ...first, version: yield* generateId(VersionId), score: 0.5 }
    yield* labels.write(later, { ...written, by: ann }, first.version, true)
    assert.strictEqual((yield* changes.stage(change, [stale]))?.size, 0)
    yield* turn(dataset)
    assert.deepStrictEqual(yield* read(first), later)
  }),

  "discards a staged version when the label is written, and accepts a new one": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    yield* changes.stage(change, [yield* makeStaged(first)])
    const later = { ...first, version: yield* generateId(VersionId), score: 0.5 }
    yield* labels.write(later, { ...written, by: ann }, first.version, true)
    assert.deepStrictEqual(yield* read(first), later)
    const again = yield* makeStaged(later)
    assert.strictEqual((yield* changes.stage(change, [again]))?.size, 1)
    assert.strictEqual(
      (yield* changes.stage(change, [{ ...again, version: yield* generateId(VersionId) }]))?.size,
      1,
    )
    yield* turn(dataset)
    const { attributes, score } = yield* read(first)
    assert.deepStrictEqual([attributes, score], [migrated, 0.5])
  }),

  "does not apply a staged version to a label written afterwards": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    yield* changes.stage(change, [yield* makeStaged(first)])
    const later = { ...first, version: yield* generateId(VersionId), score: 0.5 }
    yield* labels.write(later, { ...written, by: ann }, first.version, true)
    yield* turn(dataset)
    assert.deepStrictEqual(yield* read(first), later)
    assert.strictEqual(yield* changes.fold(change, 10), 0)
  }),

  "refuses a write based on the version before an active staged one, and accepts one based on the staged version":
    Effect.gen(function* () {
      const { ann, change, changes, dataset, first, labels } = yield* aChange
      const staged = yield* makeStaged(first)
      yield* changes.stage(change, [staged])
      yield* turn(dataset)
      const next = { ...first, version: yield* generateId(VersionId), score: 0.5, configVersion: 2 }
      const by = { ...written, action: "submit", by: ann } as const
      assert.isFalse(yield* labels.write(next, by, first.version, true))
      assert.strictEqual((yield* read(first)).version, staged.version)
      assert.isTrue(yield* labels.write(next, by, staged.version, true))
      assert.deepStrictEqual(yield* read(first), { ...next, attributes: migrated })
      assert.deepStrictEqual(
        (yield* readHistory(first)).map(({ action }) => action),
        ["submit", "migrate", "write"],
      )
    }),

  "removes a label by its active staged version": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    const staged = yield* makeStaged(first)
    yield* changes.stage(change, [staged])
    yield* turn(dataset)
    const remove = { action: "delete", from: first.status, by: ann, at: instant } as const
    assert.isFalse(yield* labels.remove(first, remove, yield* generateId(VersionId)))
    assert.isTrue(
      yield* labels.remove({ ...first, version: staged.version }, remove, yield* generateId(VersionId)),
    )
    assert.deepStrictEqual(
      (yield* readHistory(first)).map(({ action }) => action),
      ["delete", "migrate", "write"],
    )
  }),

  "drops staged versions, so that they never become active": Effect.gen(function* () {
    const { change, changes, dataset, first, second, third } = yield* aChange
    yield* changes.stage(change, yield* Effect.forEach([first, second, third], makeStaged))
    assert.isTrue(yield* changes.advance(change, "staging", "dropping"))
    assert.strictEqual(yield* changes.stage(change, [yield* makeStaged(first)]), null)
    assert.strictEqual(yield* changes.drop(change, 2), 2)
    assert.strictEqual(yield* changes.drop(change, 2), 1)
    assert.strictEqual(yield* changes.drop(change, 2), 0)
    yield* changes.end(change)
    yield* turn(dataset)
    assert.deepStrictEqual(yield* read(first), first)
    assert.deepStrictEqual(yield* read(third), third)
    assert.lengthOf(yield* readHistory(first), 1)
  }),

  "stages nothing for an ended change or in a deleted dataset": Effect.gen(function* () {
    const { change, changes, dataset, first } = yield* aChange
    const staged = yield* makeStaged(first)
    assert.strictEqual(yield* changes.stage({ ...change, number: 9 }, [staged]), null)
    yield* (yield* DatasetStore).markDeleted(dataset.id, instant)
    assert.strictEqual(yield* changes.stage(change, [staged]), null)
  }),

  "never replaces a concurrent write with a staged version": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    const later = { ...first, version: yield* generateId(VersionId), score: 0.5 }
    const staged = yield* makeStaged(first)
    yield* runInterleaved(
      labels.write(later, { ...written, by: ann }, first.version, true),
      changes.stage(change, [staged]),
    )
    yield* turn(dataset)
    assert.deepStrictEqual(yield* read(first), later)
  }),

  "accepts a write to a concurrently staged label, and discards the staged version": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    const later = { ...first, version: yield* generateId(VersionId), score: 0.5 }
    const [staged, done] = yield* runInterleaved(
      Effect.flatMap(makeStaged(first), (staged) => changes.stage(change, [staged])),
      labels.write(later, { ...written, by: ann }, first.version, true),
    )
    assert.deepStrictEqual([staged?.size, done], [1, true])
    yield* turn(dataset)
    assert.deepStrictEqual(yield* read(first), later)
  }),

  "refuses a write when the configuration number changed the label concurrently": Effect.gen(function* () {
    const { ann, change, changes, dataset, first, labels } = yield* aChange
    const staged = yield* makeStaged(first)
    yield* changes.stage(change, [staged])
    const later = { ...first, version: yield* generateId(VersionId), score: 0.5 }
    const write = labels.write(later, { ...written, by: ann }, first.version, true)
    const [, done] = yield* runInterleaved(turn(dataset), write)
    // Nobody waits for a writer that has not locked before.
    assert.strictEqual((yield* read(first)).version, done ? later.version : staged.version)
  }),

  "drops versions whose staging overlaps the start of dropping": Effect.gen(function* () {
    const { change, changes, dataset, first } = yield* aChange
    const stage = Effect.flatMap(makeStaged(first), (staged) => changes.stage(change, [staged]))
    yield* runInterleaved(stage, changes.advance(change, "staging", "dropping"))
    yield* changes.drop(change, 10)
    yield* turn(dataset)
    assert.deepStrictEqual(yield* read(first), first)
  }),
})
