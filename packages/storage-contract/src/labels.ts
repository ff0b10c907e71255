/** LabelStore: one label for each sample and labelset, replaced version by version. */
import {
  type Label,
  type LabelChange,
  LabelStore,
  nextId,
  trustedJson,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  aDataset,
  aLabelset,
  aPerson,
  aSample,
  aWorld,
  instant,
  oddJson,
  plus,
  someLabel,
  someSamples,
} from "./fixtures.ts"
import { manyLabels } from "./manyAtOnce.ts"
import { interleaved, rolledBackBeside, suite, twenty } from "./suite.ts"

const read = (label: Label, full?: boolean) =>
  Effect.flatMap(LabelStore, (store) =>
    Effect.map(store.get(label.sampleId, label.labelsetId, full), Option.getOrNull),
  )

const wrote = (label: Label, from: Label | null = null): LabelChange => ({
  action: "write",
  from: from?.status ?? null,
  by: label.updatedBy,
  at: label.updatedAt,
})

const next = (label: Label, fields: Partial<Label> = {}) =>
  Effect.map(nextId(VersionId), (version): Label => ({ ...label, ...fields, version }))

/** Writes the label as the next version of the given one, or as the first. */
const write = (label: Label, over: Label | null, sameBody = false) =>
  Effect.flatMap(LabelStore, (store) =>
    store.write(label, wrote(label, over), over?.version ?? null, sameBody),
  )

const aLabel = (fields: Partial<Label> = {}) =>
  Effect.gen(function* () {
    const world = yield* aWorld
    const sample = yield* aSample(world.dataset)
    const label = yield* someLabel(sample, world.truth, fields)
    yield* write(label, null)
    return { ...world, sample, label }
  })

export const labels = suite("LabelStore", {
  "stores a label unchanged, including the digits of its JSON": Effect.gen(function* () {
    const { dataset, truth } = yield* aWorld
    const [bob, cid] = yield* Effect.all([aPerson("Bob"), aPerson("cid")])
    const [one, two] = yield* Effect.all([aSample(dataset, "a"), aSample(dataset, "b")])
    const bare = yield* someLabel(one, truth)
    const full = yield* someLabel(two, truth, {
      status: "REVIEWING_IN_PROGRESS",
      attributes: oddJson,
      score: -0.1,
      rating: 4.5,
      createdAt: instant,
      createdBy: bob,
      updatedAt: plus(instant, 1),
      updatedBy: cid,
      reviewedAt: plus(instant, 2),
      reviewedBy: cid,
      labeler: bob,
      reviewer: cid,
      rejecter: cid,
      configVersion: 42,
    })
    for (const each of [bare, full]) {
      assert.isTrue(yield* write(each, null))
      assert.deepStrictEqual(yield* read(each), each)
      assert.deepStrictEqual(yield* read(each, true), each)
      assert.deepStrictEqual(yield* read(each, false), { ...each, attributes: null })
    }
  }),

  "returns a body for readers that pass it on, as text or as the bytes of the same text": Effect.gen(
    function* () {
      const { dataset, truth } = yield* aWorld
      const long = trustedJson(`{"text":"${"ä🚗".repeat(20_000)}","digits":1.50}`)
      for (const [name, attributes] of [
        ["none", null],
        ["short", oddJson],
        ["long", long],
      ] as const) {
        const label = yield* someLabel(yield* aSample(dataset, name), truth, { attributes })
        yield* write(label, null)
        const store = yield* LabelStore
        const found = Option.getOrNull(yield* store.getEncoded(label.sampleId, label.labelsetId))
        const text = found?.bytes ? new TextDecoder().decode(found.bytes) : found?.label.attributes
        assert.strictEqual(text, attributes)
        if (found?.bytes) assert.isNull(found.label.attributes)
        assert.deepStrictEqual({ ...found?.label, attributes }, label)
      }
      const missing = yield* someLabel(yield* aSample(dataset, "missing"), truth)
      const store = yield* LabelStore
      assert.isTrue(Option.isNone(yield* store.getEncoded(missing.sampleId, missing.labelsetId)))
    },
  ),

  "allows one label per sample and labelset": Effect.gen(function* () {
    const { dataset, sample, label } = yield* aLabel()
    const model = yield* aLabelset(dataset, "model")
    const other = yield* someLabel(sample, model, { score: 1 })
    assert.isNull(yield* read(other))
    assert.isTrue(yield* write(other, null))
    assert.deepStrictEqual([yield* read(label), yield* read(other)], [label, other])
    assert.isFalse(yield* write(yield* next(label), null))
    assert.deepStrictEqual(yield* read(label), label)
  }),

  "replaces the expected version, and no other": Effect.gen(function* () {
    const { label } = yield* aLabel({ attributes: oddJson })
    const second = yield* next(label, {
      status: "LABELED",
      score: 1,
      labeler: label.createdBy,
      attributes: null,
    })
    assert.isTrue(yield* write(second, label))
    assert.deepStrictEqual(yield* read(label), second)
    assert.isFalse(yield* write(yield* next(label, { status: "SKIPPED" }), label))
    assert.deepStrictEqual(yield* read(label), second)
    const missing = yield* next(label)
    const { sample } = { sample: yield* aSample(yield* aDataset(label.createdBy, "other")) }
    assert.isFalse(yield* write({ ...missing, sampleId: sample.id, datasetId: sample.datasetId }, label))
  }),

  "keeps the body when the write declares it unchanged": Effect.gen(function* () {
    const { label } = yield* aLabel({ attributes: oddJson })
    const second = yield* next(label, { status: "LABELED", attributes: null })
    assert.isTrue(yield* write(second, label, true))
    assert.deepStrictEqual(yield* read(label), { ...second, attributes: oddJson })
    const third = yield* next(second, { status: "REJECTED" })
    assert.isTrue(yield* write(third, second, true))
    assert.deepStrictEqual(yield* read(label), { ...third, attributes: oddJson })
  }),

  "accepts one of two concurrent first writes": Effect.gen(function* () {
    const { dataset, truth } = yield* aWorld
    const [a, b, c] = yield* Effect.all([aSample(dataset, "a"), aSample(dataset, "b"), aSample(dataset, "c")])
    const make = (sample: typeof a) => Effect.flatMap(someLabel(sample, truth), (label) => write(label, null))
    assert.sameMembers([...(yield* interleaved(make(a), make(a)))], [true, false])
    assert.isTrue(yield* rolledBackBeside(make(b), make(b)))
    const many = yield* twenty(() => make(c))
    assert.strictEqual(many.filter((made) => made).length, 1)
  }),

  "accepts one of two concurrent writes of the same version": Effect.gen(function* () {
    const store = yield* LabelStore
    const { label, sample, truth } = yield* aLabel()
    const [one, other] = yield* Effect.all([
      next(label, { status: "LABELED" }),
      next(label, { status: "SKIPPED" }),
    ])
    const outcomes = yield* interleaved(write(one, label), write(other, label))
    assert.sameMembers([...outcomes], [true, false])
    const winner = outcomes[0] ? one : other
    assert.deepStrictEqual(yield* read(label), winner)
    const many = yield* twenty(() => Effect.flatMap(next(winner), (each) => write(each, winner)))
    assert.strictEqual(many.filter((wrote) => wrote).length, 1)
    assert.lengthOf(yield* store.history(sample.id, truth.id, { before: null, limit: 99 }), 3)
  }),

  "writes many new ones at once": Effect.gen(function* () {
    const store = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const samples = yield* someSamples(
      dataset,
      Array.from({ length: 1000 }, () => ({})),
    )
    const all = yield* Effect.forEach(samples, (sample, i) =>
      someLabel(sample, truth, {
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
    const { label } = yield* aLabel({ attributes: oddJson })
    const removal = { ...wrote(label, label), action: "delete" as const }
    const stale = yield* next(label)
    assert.isFalse(yield* store.remove(stale, removal, yield* nextId(VersionId)))
    assert.deepStrictEqual(yield* read(label), label)
    assert.isTrue(yield* store.remove(label, removal, yield* nextId(VersionId)))
    assert.isNull(yield* read(label))
    assert.isFalse(yield* store.remove(label, removal, yield* nextId(VersionId)))
    const again = yield* next(label)
    assert.isTrue(yield* write(again, null))
    assert.deepStrictEqual(yield* read(label), again)
  }),

  "accepts either a removal or a concurrent change, never both": Effect.gen(function* () {
    const store = yield* LabelStore
    const { label } = yield* aLabel()
    const removal = Effect.flatMap(nextId(VersionId), (version) =>
      store.remove(label, { ...wrote(label, label), action: "delete" }, version),
    )
    const second = yield* next(label, { status: "LABELED" })
    const [removed, changed] = yield* interleaved(removal, write(second, label))
    assert.sameMembers([removed, changed], [true, false])
    assert.deepStrictEqual(yield* read(label), removed ? null : second)
  }),

  "reports whether a dataset has any label, and the statuses of its ground truth": Effect.gen(function* () {
    const store = yield* LabelStore
    const { ann, dataset, truth } = yield* aWorld
    const model = yield* aLabelset(dataset, "model")
    const other = yield* aDataset(ann, "other")
    const [a, b, c] = yield* Effect.all([aSample(dataset, "a"), aSample(dataset, "b"), aSample(dataset, "c")])
    assert.isFalse(yield* store.anyIn(dataset.id))
    yield* write(yield* someLabel(a, model, { status: "REVIEWED" }), null)
    assert.isTrue(yield* store.anyIn(dataset.id))
    assert.isFalse(yield* store.anyIn(other.id))
    yield* write(yield* someLabel(a, truth, { status: "LABELED" }), null)
    yield* write(yield* someLabel(b, truth, { status: "SKIPPED" }), null)
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

  ...manyLabels,
})
