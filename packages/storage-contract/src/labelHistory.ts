/** LabelStore: the history of labels, also after their deletion. */
import { generateId, type Label, LabelStore, Transaction, VersionId } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addLabelset,
  addPerson,
  addSample,
  addSeconds,
  aWorld,
  instant,
  makeLabel,
  oddJson,
} from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

/** A label that was created, submitted with another body, rejected with the same body, and deleted. */
const aLife = Effect.gen(function* () {
  const store = yield* LabelStore
  const { ann, dataset, truth } = yield* aWorld
  const bob = yield* addPerson("Bob")
  const sample = yield* addSample(dataset)
  const first = yield* makeLabel(sample, truth, { score: 0.25 })
  const submitted: Label = {
    ...first,
    version: yield* generateId(VersionId),
    status: "LABELED",
    attributes: oddJson,
    score: null,
  }
  const rejected: Label = {
    ...submitted,
    version: yield* generateId(VersionId),
    status: "REJECTED",
    attributes: null,
    rating: 2,
  }
  const removed = yield* generateId(VersionId)
  yield* store.write(first, { action: "write", from: null, by: ann, at: instant }, null, false)
  yield* store.write(
    submitted,
    { action: "submit", from: "PRELABELED", by: bob, at: addSeconds(instant, 1) },
    first.version,
    false,
  )
  yield* store.write(
    rejected,
    { action: "reject", from: "LABELED", by: ann, at: addSeconds(instant, 2) },
    submitted.version,
    true,
  )
  yield* store.remove(
    rejected,
    { action: "delete", from: "REJECTED", by: ann, at: addSeconds(instant, 3) },
    removed,
  )
  const history = yield* store.history(sample.id, truth.id, { before: null, limit: 100 })
  return { store, ann, bob, dataset, sample, truth, first, submitted, rejected, removed, history }
})

export const labelHistory = makeSuite("LabelStore, history", {
  "lists the user, action, time and statuses of every change, newest first": Effect.gen(function* () {
    const { ann, bob, first, submitted, rejected, removed, history } = yield* aLife
    const [last, ...others] = history
    assert.deepStrictEqual(others, [
      {
        version: rejected.version,
        at: addSeconds(instant, 2),
        by: ann,
        action: "reject",
        from: "LABELED",
        to: "REJECTED",
        score: null,
        rating: 2,
      },
      {
        version: submitted.version,
        at: addSeconds(instant, 1),
        by: bob,
        action: "submit",
        from: "PRELABELED",
        to: "LABELED",
        score: null,
        rating: null,
      },
      {
        version: first.version,
        at: instant,
        by: ann,
        action: "write",
        from: null,
        to: "PRELABELED",
        score: 0.25,
        rating: null,
      },
    ])
    const { version, at, by, action, from, to } = last ?? {}
    assert.deepStrictEqual(
      [version, at, by, action, from, to],
      [removed, addSeconds(instant, 3), ann, "delete", "REJECTED", null],
    )
  }),

  "pages from newest to oldest": Effect.gen(function* () {
    const { store, sample, truth, history } = yield* aLife
    const readPage = (before: VersionId | null, limit: number) =>
      store.history(sample.id, truth.id, { before, limit })
    assert.deepStrictEqual(yield* readPage(null, 2), history.slice(0, 2))
    assert.deepStrictEqual(yield* readPage(history[1]?.version ?? null, 2), history.slice(2))
    assert.deepStrictEqual(yield* readPage(history[3]?.version ?? null, 2), [])
  }),

  "stores the body of every version": Effect.gen(function* () {
    const { store, sample, truth, first, submitted, rejected, removed, history } = yield* aLife
    const readBody = (version: VersionId) =>
      Effect.map(store.version(sample.id, truth.id, version), (found) => Option.getOrNull(found)?.attributes)
    assert.isNull(yield* readBody(first.version))
    assert.strictEqual(yield* readBody(submitted.version), oddJson)
    assert.strictEqual(yield* readBody(rejected.version), oddJson)
    assert.isNull(yield* readBody(removed))
    const stored = Option.getOrThrow(yield* store.version(sample.id, truth.id, rejected.version))
    assert.deepStrictEqual(stored, { ...history[1], attributes: oddJson } as typeof stored)
  }),

  "finds versions of this label only": Effect.gen(function* () {
    const { store, dataset, sample, truth, first } = yield* aLife
    const model = yield* addLabelset(dataset, "model")
    const other = yield* addSample(dataset, "other")
    assert.isTrue(Option.isNone(yield* store.version(sample.id, model.id, first.version)))
    assert.isTrue(Option.isNone(yield* store.version(other.id, truth.id, first.version)))
    assert.isTrue(Option.isNone(yield* store.version(sample.id, truth.id, yield* generateId(VersionId))))
    assert.deepStrictEqual(yield* store.history(other.id, truth.id, { before: null, limit: 9 }), [])
  }),

  "continues when the label is created again": Effect.gen(function* () {
    const { store, sample, truth, history } = yield* aLife
    const again = yield* makeLabel(sample, truth, { attributes: oddJson })
    yield* store.write(
      again,
      { action: "restore", from: null, by: again.createdBy, at: addSeconds(instant, 9) },
      null,
      false,
    )
    const longer = yield* store.history(sample.id, truth.id, { before: null, limit: 100 })
    assert.deepStrictEqual(longer.slice(1), history)
    assert.strictEqual(longer[0]?.version, again.version)
  }),

  "tells whether any version of this label had one of the statuses, also after its deletion": Effect.gen(
    function* () {
      const { store, dataset, sample, truth } = yield* aLife
      assert.isTrue(yield* store.hadStatus(sample.id, truth.id, ["REJECTED"]))
      const model = yield* addLabelset(dataset, "model")
      assert.isFalse(yield* store.hadStatus(sample.id, model.id, ["REJECTED"]))
      const other = yield* addSample(dataset, "other")
      assert.isFalse(yield* store.hadStatus(other.id, truth.id, ["REJECTED"]))
      const label = yield* makeLabel(other, truth)
      yield* store.write(
        label,
        { action: "write", from: null, by: label.createdBy, at: instant },
        null,
        false,
      )
      assert.isFalse(yield* store.hadStatus(other.id, truth.id, ["REJECTED"]))
      assert.isTrue(yield* store.hadStatus(other.id, truth.id, ["REJECTED", label.status]))
    },
  ),

  "stores no row of a change that was rolled back": Effect.gen(function* () {
    const { store, sample, truth, history } = yield* aLife
    const transaction = yield* Transaction
    const again = yield* makeLabel(sample, truth)
    const change = { action: "write", from: null, by: again.createdBy, at: instant } as const
    yield* Effect.ignore(
      transaction.run(Effect.zipRight(store.write(again, change, null, false), Effect.fail("no"))),
    )
    assert.deepStrictEqual(yield* store.history(sample.id, truth.id, { before: null, limit: 100 }), history)
    assert.isTrue(Option.isNone(yield* store.get(sample.id, truth.id)))
  }),
})
