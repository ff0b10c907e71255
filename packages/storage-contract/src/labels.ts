/** LabelStore: one label for each sample and labelset, replaced version by version. */
import {
  castToJsonText,
  generateId,
  type Label,
  type LabelChange,
  LabelStore,
  type Labelset,
  SampleStore,
  Transaction,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
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
} from "./fixtures.ts"
import { manyLabels } from "./manyAtOnce.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const read = (label: Label, full?: boolean) =>
  Effect.flatMap(LabelStore, (store) =>
    Effect.map(store.get(label.sampleId, label.labelsetId, full), Option.getOrNull),
  )

const makeWrite = (label: Label, from: Label | null = null): LabelChange => ({
  action: "write",
  from: from?.status ?? null,
  by: label.updatedBy,
  at: label.updatedAt,
})

const makeNext = (label: Label, fields: Partial<Label> = {}) =>
  Effect.map(generateId(VersionId), (version): Label => ({ ...label, ...fields, version }))

/** Writes the label as the next version of the given one, or as the first. */
const write = (label: Label, over: Label | null, sameBody = false) =>
  Effect.flatMap(LabelStore, (store) =>
    store.write(label, makeWrite(label, over), over?.version ?? null, sameBody),
  )

const addLabel = (fields: Partial<Label> = {}) =>
  Effect.gen(function* () {
    const world = yield* aWorld
    const sample = yield* addSample(world.dataset)
    const label = yield* makeLabel(sample, world.truth, fields)
    yield* write(label, null)
    return { ...world, sample, label }
  })

export const labels = makeSuite("LabelStore", {
  "stores a label unchanged, including the digits of its JSON": Effect.gen(function* () {
    const { dataset, truth } = yield* aWorld
    const [bob, cid] = yield* Effect.all([addPerson("Bob"), addPerson("cid")])
    const [one, two] = yield* Effect.all([addSample(dataset, "a"), addSample(dataset, "b")])
    const bare = yield* makeLabel(one, truth)
    const full = yield* makeLabel(two, truth, {
      status: "REVIEWING_IN_PROGRESS",
      attributes: oddJson,
      score: -0.1,
      rating: 4.5,
      createdAt: instant,
      createdBy: bob,
      updatedAt: addSeconds(instant, 1),
      updatedBy: cid,
      reviewedAt: addSeconds(instant, 2),
      reviewedBy: cid,
      labeler: bob,
      reviewer: cid,
      rejecter: cid,
      configVersion: 42,
    })
    for (const label of [bare, full]) {
      assert.isTrue(yield* write(label, null))
      assert.deepStrictEqual(yield* read(label), label)
      assert.deepStrictEqual(yield* read(label, true), label)
      assert.deepStrictEqual(yield* read(label, false), { ...label, attributes: null })
    }
  }),

  "returns a body for readers that pass it on, as text or as the bytes of the same text": Effect.gen(
    function* () {
      const { dataset, truth } = yield* aWorld
      const long = castToJsonText(`{"text":"${"ä🚗".repeat(20_000)}","digits":1.50}`)
      for (const [name, attributes] of [
        ["none", null],
        ["short", oddJson],
        ["long", long],
      ] as const) {
        const label = yield* makeLabel(yield* addSample(dataset, name), truth, { attributes })
        yield* write(label, null)
        const store = yield* LabelStore
        const encoded = Option.getOrNull(yield* store.getEncoded(label.sampleId, label.labelsetId))
        const text = encoded?.bytes ? new TextDecoder().decode(encoded.bytes) : encoded?.label.attributes
        assert.strictEqual(text, attributes)
        if (encoded?.bytes) assert.isNull(encoded.label.attributes)
        assert.deepStrictEqual({ ...encoded?.label, attributes }, label)
      }
      const missing = yield* makeLabel(yield* addSample(dataset, "missing"), truth)
      const store = yield* LabelStore
      assert.isTrue(Option.isNone(yield* store.getEncoded(missing.sampleId, missing.labelsetId)))
    },
  ),

  "reads a long body for a write as it is, whatever became of the versions before": Effect.gen(function* () {
    const makeBody = (serial: number) =>
      castToJsonText(`{"text":"${"ä🚗".repeat(20_000)}","serial":${serial}}`)
    const { sample, label: first } = yield* addLabel({ attributes: makeBody(1) })
    const store = yield* SampleStore
    const transaction = yield* Transaction
    const readForWrite = Effect.map(
      store.forWrite(sample.id, first.labelsetId),
      (found) => Option.getOrThrow(found).label,
    )
    assert.deepStrictEqual(yield* readForWrite, first)
    assert.deepStrictEqual(yield* readForWrite, first)
    const second = yield* makeNext(first, { attributes: makeBody(2) })
    assert.isTrue(yield* write(second, first))
    assert.deepStrictEqual(yield* readForWrite, second)
    const lost = yield* makeNext(second, { attributes: makeBody(3) })
    const rollBack = Effect.zipRight(write(lost, second), Effect.fail("rolled back"))
    assert.strictEqual(yield* Effect.flip(transaction.run(rollBack)), "rolled back")
    assert.deepStrictEqual(yield* readForWrite, second)
    const third = yield* makeNext(second, { score: 0.5 })
    assert.isTrue(yield* write(third, second, true))
    assert.deepStrictEqual(yield* readForWrite, third)
    const short = yield* makeNext(third, { attributes: oddJson })
    assert.isTrue(yield* write(short, third))
    assert.deepStrictEqual(yield* readForWrite, short)
    const cleared = yield* makeNext(short, { attributes: null })
    assert.isTrue(yield* write(cleared, short))
    assert.deepStrictEqual(yield* readForWrite, cleared)
    const last = yield* makeNext(cleared, { attributes: makeBody(4) })
    assert.isTrue(yield* write(last, cleared))
    assert.deepStrictEqual(yield* readForWrite, last)
  }),

  "allows one label per sample and labelset": Effect.gen(function* () {
    const { dataset, sample, label } = yield* addLabel()
    const model = yield* addLabelset(dataset, "model")
    const other = yield* makeLabel(sample, model, { score: 1 })
    assert.isNull(yield* read(other))
    assert.isTrue(yield* write(other, null))
    assert.deepStrictEqual([yield* read(label), yield* read(other)], [label, other])
    assert.isFalse(yield* write(yield* makeNext(label), null))
    assert.deepStrictEqual(yield* read(label), label)
  }),

  "replaces the expected version, and no other": Effect.gen(function* () {
    const { label } = yield* addLabel({ attributes: oddJson })
    const second = yield* makeNext(label, {
      status: "LABELED",
      score: 1,
      labeler: label.createdBy,
      attributes: null,
    })
    assert.isTrue(yield* write(second, label))
    assert.deepStrictEqual(yield* read(label), second)
    assert.isFalse(yield* write(yield* makeNext(label, { status: "SKIPPED" }), label))
    assert.deepStrictEqual(yield* read(label), second)
    const missing = yield* makeNext(label)
    const { sample } = { sample: yield* addSample(yield* addDataset(label.createdBy, "other")) }
    assert.isFalse(yield* write({ ...missing, sampleId: sample.id, datasetId: sample.datasetId }, label))
  }),

  "keeps the body when the write declares it unchanged": Effect.gen(function* () {
    const { label } = yield* addLabel({ attributes: oddJson })
    const second = yield* makeNext(label, { status: "LABELED", attributes: null })
    assert.isTrue(yield* write(second, label, true))
    assert.deepStrictEqual(yield* read(label), { ...second, attributes: oddJson })
    const third = yield* makeNext(second, { status: "REJECTED" })
    assert.isTrue(yield* write(third, second, true))
    assert.deepStrictEqual(yield* read(label), { ...third, attributes: oddJson })
  }),

  "accepts one of two concurrent first writes": Effect.gen(function* () {
    const { dataset, truth } = yield* aWorld
    const [a, b, c] = yield* Effect.all([
      addSample(dataset, "a"),
      addSample(dataset, "b"),
      addSample(dataset, "c"),
    ])
    const make = (sample: typeof a) => Effect.flatMap(makeLabel(sample, truth), (label) => write(label, null))
    assert.sameMembers([...(yield* runInterleaved(make(a), make(a)))], [true, false])
    assert.isTrue(yield* runBesideRollback(make(b), make(b)))
    const many = yield* runTwenty(() => make(c))
    assert.strictEqual(many.filter((made) => made).length, 1)
  }),

  "accepts one of two concurrent writes of the same version": Effect.gen(function* () {
    const store = yield* LabelStore
    const { label, sample, truth } = yield* addLabel()
    const [one, other] = yield* Effect.all([
      makeNext(label, { status: "LABELED" }),
      makeNext(label, { status: "SKIPPED" }),
    ])
    const outcomes = yield* runInterleaved(write(one, label), write(other, label))
    assert.sameMembers([...outcomes], [true, false])
    const winner = outcomes[0] ? one : other
    assert.deepStrictEqual(yield* read(label), winner)
    const many = yield* runTwenty(() => Effect.flatMap(makeNext(winner), (each) => write(each, winner)))
    assert.strictEqual(many.filter((wrote) => wrote).length, 1)
    assert.lengthOf(yield* store.history(sample.id, truth.id, { before: null, limit: 99 }), 3)
  }),

  "writes many new ones at once": Effect.gen(function* () {
    const store = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const samples = yield* addSamples(
      dataset,
      Array.from({ length: 1000 }, () => ({})),
    )
    const all = yield* Effect.forEach(samples, (sample, i) =>
      makeLabel(sample, truth, {
        status: "LABELED",
        attributes: i % 2 === 0 ? oddJson : null,
        score: i,
        updatedAt: instant,
      }),
    )
    yield* store.writeNew(all, "clone")
    for (const label of [all[0], all[1], all[999]]) {
      if (label === undefined) return assert.fail()
      assert.deepStrictEqual(yield* read(label), label)
      const { version, updatedBy: by, score } = label
      assert.deepStrictEqual(yield* store.history(label.sampleId, truth.id, { before: null, limit: 9 }), [
        { version, at: instant, by, action: "clone", from: null, to: "LABELED", score, rating: null },
      ])
    }
    yield* store.writeNew([], "clone")
  }),

  "removes the current version, and no other": Effect.gen(function* () {
    const store = yield* LabelStore
    const { label } = yield* addLabel({ attributes: oddJson })
    const removal = { ...makeWrite(label, label), action: "delete" as const }
    const stale = yield* makeNext(label)
    assert.isFalse(yield* store.remove(stale, removal, yield* generateId(VersionId)))
    assert.deepStrictEqual(yield* read(label), label)
    assert.isTrue(yield* store.remove(label, removal, yield* generateId(VersionId)))
    assert.isNull(yield* read(label))
    assert.isFalse(yield* store.remove(label, removal, yield* generateId(VersionId)))
    const again = yield* makeNext(label)
    assert.isTrue(yield* write(again, null))
    assert.deepStrictEqual(yield* read(label), again)
  }),

  "accepts either a removal or a concurrent change, never both": Effect.gen(function* () {
    const store = yield* LabelStore
    const { label } = yield* addLabel()
    const removal = Effect.flatMap(generateId(VersionId), (version) =>
      store.remove(label, { ...makeWrite(label, label), action: "delete" }, version),
    )
    const second = yield* makeNext(label, { status: "LABELED" })
    const [removed, changed] = yield* runInterleaved(removal, write(second, label))
    assert.sameMembers([removed, changed], [true, false])
    assert.deepStrictEqual(yield* read(label), removed ? null : second)
  }),

  "reports whether a dataset has any label, and the statuses of its ground truth": Effect.gen(function* () {
    const store = yield* LabelStore
    const { ann, dataset, truth } = yield* aWorld
    const model = yield* addLabelset(dataset, "model")
    const other = yield* addDataset(ann, "other")
    const [a, b, c] = yield* Effect.all([
      addSample(dataset, "a"),
      addSample(dataset, "b"),
      addSample(dataset, "c"),
    ])
    assert.isFalse(yield* store.anyIn(dataset.id))
    yield* write(yield* makeLabel(a, model, { status: "REVIEWED" }), null)
    assert.isTrue(yield* store.anyIn(dataset.id))
    assert.isFalse(yield* store.anyIn(other.id))
    yield* write(yield* makeLabel(a, truth, { status: "LABELED" }), null)
    yield* write(yield* makeLabel(b, truth, { status: "SKIPPED" }), null)
    const statuses = yield* store.statusesOf(dataset.id, [a.id, b.id, c.id])
    assert.sameDeepMembers(
      [...statuses],
      [
        [a.id, "LABELED"],
        [b.id, "SKIPPED"],
      ],
    )
    assert.strictEqual((yield* store.statusesOf(dataset.id, [])).size, 0)
  }),

  "lists the samples that have a label in a labelset": Effect.gen(function* () {
    const store = yield* LabelStore
    const { ann, dataset, truth } = yield* aWorld
    const model = yield* addLabelset(dataset, "model")
    const other = yield* addDataset(ann, "other")
    const [a, b, c] = yield* Effect.all([
      addSample(dataset, "a"),
      addSample(dataset, "b"),
      addSample(dataset, "c"),
    ])
    yield* write(yield* makeLabel(a, model, {}), null)
    yield* write(yield* makeLabel(a, truth, {}), null)
    yield* write(yield* makeLabel(b, model, {}), null)
    const list = (labelset: Labelset, samples = [a, b, c], { id } = dataset) =>
      Effect.map(
        store.listLabeled(
          id,
          labelset.id,
          samples.map((sample) => sample.id),
        ),
        (ids) => [...ids],
      )
    assert.sameMembers(yield* list(model), [a.id, b.id])
    assert.deepStrictEqual(yield* list(truth), [a.id])
    assert.deepStrictEqual(yield* list(model, [c]), [])
    assert.deepStrictEqual(yield* list(model, []), [])
    assert.deepStrictEqual(yield* list(model, [a], other), [])
    const many = [...Array.from({ length: 2000 }, () => c), b]
    assert.deepStrictEqual(yield* list(model, many), [b.id])
  }),

  ...manyLabels,
})
