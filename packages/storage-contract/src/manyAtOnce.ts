/** SampleStore and LabelStore: bulk changes, each row only from its expected version. */
import {
  ConfigurationChangeStore,
  emptyObject,
  generateId,
  type Label,
  type LabelChange,
  LabelStore,
  type Sample,
  SampleStore,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Array as Arr, Effect } from "effect"
import { aChange, makeStaged, migrated, read, readHistory, turn, written } from "./configurationChange.ts"
import {
  addSample,
  addSamples,
  addSeconds,
  aWorld,
  instant,
  makeLabel,
  makeSample,
  oddJson,
} from "./fixtures.ts"
import { runInterleaved, type Suite } from "./suite.ts"

const content = { attributes: oddJson, metadata: oddJson, readme: "read me" } as const

const later = addSeconds(instant, 60)

const makeMove = (sample: Sample, fields: Partial<Sample>) =>
  Effect.map(generateId(VersionId), (version) => ({
    sample: { ...sample, ...fields, updatedAt: later, version },
    expected: sample.version,
  }))

export const manySamples: Suite["tests"] = {
  "adds all but the existing names of a thousand samples, and reports which": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const before = yield* Effect.forEach(["s700", "s930"], (name) => addSample(dataset, name))
    const all = yield* Effect.forEach(
      Array.from({ length: 1000 }, (_, i) => `s${String(i).padStart(3, "0")}`),
      (name) => makeSample(dataset, name, content),
    )
    const [existing, fresh] = Arr.partition(all, ({ name }) => before.every((one) => one.name !== name))
    assert.deepStrictEqual(yield* store.insert(all), new Set(fresh.map(({ id }) => id)))
    assert.deepStrictEqual(yield* store.byIds(fresh.map(({ id }) => id)), fresh)
    assert.deepStrictEqual(
      yield* store.byNames(
        dataset.id,
        existing.map(({ name }) => name),
      ),
      before,
    )
  }),

  "reads samples without their content": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const all = yield* addSamples(dataset, [{ ...content, priority: 2.5 }, {}])
    assert.deepStrictEqual(
      yield* store.byIds(
        all.map(({ id }) => id),
        false,
      ),
      all.map((sample) => ({ ...sample, attributes: null, metadata: emptyObject, readme: "" })),
    )
  }),

  "changes only priority and assignees of many samples at once": Effect.gen(function* () {
    const store = yield* SampleStore
    const { ann, dataset } = yield* aWorld
    const all = yield* addSamples(dataset, [{ ...content }, { assignedReviewer: ann }, {}])
    const [first, second, third] = all
    if (first === undefined || second === undefined || third === undefined) return assert.fail("samples")
    const unread = { attributes: null, metadata: emptyObject, readme: "" } as const
    const single = yield* makeMove(first, { ...unread, priority: -0.25, assignedLabeler: ann })
    const two = yield* makeMove(second, { assignedReviewer: null })
    const stale = { ...(yield* makeMove(third, { priority: 9 })), expected: yield* generateId(VersionId) }
    const changes = [single, two, stale]
    assert.deepStrictEqual(yield* store.updateMany(changes), new Set([first.id, second.id]))
    assert.deepStrictEqual(yield* store.byIds(all.map(({ id }) => id)), [
      { ...single.sample, ...content },
      two.sample,
      third,
    ])
    assert.strictEqual((yield* store.updateMany(changes)).size, 0)
    assert.strictEqual((yield* store.updateMany([])).size, 0)
  }),

  "accepts one of two concurrent updates of the same versions": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const all = yield* addSamples(dataset, [{}, {}])
    const changePriority = (priority: number) =>
      Effect.flatMap(
        Effect.forEach(all, (sample) => makeMove(sample, { priority })),
        (changes) => Effect.map(store.updateMany(changes), (done) => done.size),
      )
    assert.deepStrictEqual(yield* runInterleaved(changePriority(1), changePriority(2)), [2, 0])
  }),
}

const makeRewrite = (label: Label, fields: Partial<Label>) =>
  Effect.map(generateId(VersionId), (version) => {
    const change: LabelChange = { action: "verify", from: label.status, by: label.updatedBy, at: later }
    return {
      label: { ...label, ...fields, version },
      change,
      expected: label.version,
      expectedAt: label.updatedAt,
    }
  })

export const manyLabels: Suite["tests"] = {
  "writes the next version of many labels at once and keeps their bodies": Effect.gen(function* () {
    const store = yield* LabelStore
    const { ann, dataset, truth } = yield* aWorld
    const samples = yield* addSamples(dataset, [{}, {}, {}])
    const all = yield* Effect.forEach(samples, (sample, index) =>
      makeLabel(sample, truth, { attributes: index === 1 ? null : oddJson, labeler: ann, score: index }),
    )
    yield* store.writeNew(all, "write")
    const [first, second, third] = all
    if (first === undefined || second === undefined || third === undefined) return assert.fail("labels")
    const fields = { attributes: null, status: "VERIFIED", rejecter: ann, score: null } as const
    const single = yield* makeRewrite(first, fields)
    const two = yield* makeRewrite(second, fields)
    const stale = { ...(yield* makeRewrite(third, fields)), expected: yield* generateId(VersionId) }
    assert.deepStrictEqual(
      yield* store.writeMany([single, two, stale]),
      new Set([first.sampleId, second.sampleId]),
    )
    assert.deepStrictEqual(yield* read(first), { ...single.label, attributes: oddJson })
    assert.deepStrictEqual(yield* read(second), two.label)
    assert.deepStrictEqual(yield* read(third), third)
    const [entry, ...before] = yield* readHistory(first)
    assert.deepInclude(entry, {
      action: "verify",
      at: later,
      from: first.status,
      to: "VERIFIED",
      score: null,
    })
    assert.lengthOf(before, 1)
    const versions = yield* store.version(first.sampleId, truth.id, single.label.version)
    assert.strictEqual(versions._tag === "Some" ? versions.value.attributes : undefined, oddJson)
    assert.strictEqual((yield* store.writeMany([])).size, 0)
  }),

  "writes the next version of labels from the active staged version only": Effect.gen(function* () {
    const { ann, change, dataset, first, labels, second } = yield* aChange
    const changes = yield* ConfigurationChangeStore
    const staged = yield* makeStaged(first)
    yield* changes.stage(change, [staged])
    yield* turn(dataset)
    const stale = yield* makeRewrite(first, { status: "VERIFIED" })
    assert.strictEqual((yield* labels.writeMany([stale])).size, 0)
    const fields = { status: "VERIFIED", configVersion: 2, updatedBy: ann } as const
    const single = yield* makeRewrite({ ...first, version: staged.version }, fields)
    const two = yield* makeRewrite(second, fields)
    assert.strictEqual((yield* labels.writeMany([single, two])).size, 2)
    assert.deepStrictEqual(yield* read(first), { ...single.label, attributes: migrated })
    assert.strictEqual((yield* read(second)).attributes, oddJson)
    assert.deepStrictEqual(
      (yield* readHistory(first)).map(({ action }) => action),
      ["verify", "migrate", written.action],
    )
  }),
}
