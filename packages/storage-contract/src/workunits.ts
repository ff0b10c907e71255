/** WorkunitStore: records of work, and the end of claims. */
import {
  ClaimId,
  DatasetStore,
  fromMillis,
  nextId,
  SampleStore,
  type Workunit,
  type WorkunitQuery,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  aDataset,
  aPerson,
  aSample,
  aWorld,
  instant,
  oddJson,
  oddText,
  plus,
  someWorkunit,
} from "./fixtures.ts"
import { interleaved, rolledBackBeside, suite, twenty } from "./suite.ts"

const list = (unit: Pick<Workunit, "datasetId">, query: Partial<WorkunitQuery> = {}) =>
  Effect.flatMap(WorkunitStore, (store) =>
    store.list({ datasetId: unit.datasetId, descending: false, offset: 0, limit: 100, ...query }),
  )

export const workunits = suite("WorkunitStore", {
  "stores a workunit unchanged": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const bob = yield* aPerson("Bob")
    const sample = yield* aSample(dataset, oddText)
    const claimId = yield* nextId(ClaimId)
    const full = yield* someWorkunit(sample, {
      createdAt: instant,
      createdBy: bob,
      workType: "review",
      action: "reject",
      time: 2 ** 40,
      inactiveTime: 1,
      nextLabelStatus: "REJECTED",
      labelRating: 2.5,
      claimId,
      digest: "ab".repeat(32),
      answer: oddJson,
    })
    const bare = yield* someWorkunit(sample, { workType: "normal", action: "write" })
    assert.isTrue(yield* store.insert(full))
    assert.isTrue(yield* store.insert(bare))
    assert.deepStrictEqual(yield* store.endOf(claimId), Option.some(full))
    assert.sameDeepMembers([...(yield* list(full))], [{ ...full, answer: null }, bare])
  }),

  "allows one final workunit per claim, and any number of saves": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const claimId = yield* nextId(ClaimId)
    const insert = (action: Workunit["action"]) =>
      Effect.flatMap(someWorkunit(sample, { claimId, action }), store.insert)
    assert.isTrue(yield* insert("save"))
    assert.isTrue(yield* insert("save"))
    assert.isTrue(Option.isNone(yield* store.endOf(claimId)))
    assert.isTrue(yield* insert("submit"))
    assert.isFalse(yield* insert("skip"))
    assert.isFalse(yield* insert("submit"))
    assert.strictEqual(Option.getOrThrow(yield* store.endOf(claimId)).action, "submit")
    assert.isTrue(Option.isNone(yield* store.endOf(yield* nextId(ClaimId))))
    assert.lengthOf(yield* list(sample), 3)
  }),

  "ends a claim for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const [a, b, c] = yield* Effect.all([nextId(ClaimId), nextId(ClaimId), nextId(ClaimId)])
    const end = (claimId: ClaimId) => Effect.flatMap(someWorkunit(sample, { claimId }), store.insert)
    assert.sameMembers([...(yield* interleaved(end(a), end(a)))], [true, false])
    assert.isTrue(yield* rolledBackBeside(end(b), end(b)))
    const many = yield* twenty(() => end(c))
    assert.strictEqual(many.filter((ended) => ended).length, 1)
  }),

  "finds the newest save of a claim": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const claimId = yield* nextId(ClaimId)
    const save = (digest: string, fields: Partial<Workunit> = {}) =>
      Effect.tap(
        someWorkunit(sample, { claimId, action: "save", digest, answer: oddJson, ...fields }),
        store.insert,
      )
    assert.isTrue(Option.isNone(yield* store.lastSave(claimId)))
    yield* save("a")
    yield* save("b")
    const newest = yield* save("a", { time: 2 })
    yield* save("c", { action: "submit" })
    yield* save("d", { claimId: yield* nextId(ClaimId) })
    assert.deepStrictEqual(yield* store.lastSave(claimId), Option.some(newest))
    assert.isTrue(Option.isNone(yield* store.lastSave(yield* nextId(ClaimId))))
  }),

  "sums the saves of a claim": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const claimId = yield* nextId(ClaimId)
    const work = (seconds: number, fields: Partial<Workunit> = {}) =>
      Effect.flatMap(
        someWorkunit(sample, {
          claimId,
          action: "save",
          time: 2 ** 33,
          inactiveTime: 1,
          createdAt: plus(instant, seconds),
          ...fields,
        }),
        store.insert,
      )
    assert.isTrue(Option.isNone(yield* store.savedWork(claimId)))
    yield* work(0)
    yield* work(1)
    yield* work(2, { action: "submit" })
    yield* work(3, { claimId: yield* nextId(ClaimId) })
    assert.deepStrictEqual(
      yield* store.savedWork(claimId),
      Option.some({ time: 2 ** 34, inactiveTime: 2, at: plus(instant, 1) }),
    )
    assert.isTrue(Option.isNone(yield* store.savedWork(yield* nextId(ClaimId))))
  }),

  "lists by creation, then id, in both directions, filtered by user and time": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const bob = yield* aPerson("bob")
    const sample = yield* aSample(dataset)
    const elsewhere = yield* aSample(yield* aDataset(ann, "other"))
    const at = (seconds: number, fields: Partial<Workunit> = {}) =>
      Effect.tap(someWorkunit(sample, { createdAt: plus(instant, seconds), ...fields }), store.insert)
    const late = yield* at(2)
    const one = yield* at(1, { createdBy: bob })
    const two = yield* at(1)
    const early = yield* at(0)
    yield* Effect.flatMap(someWorkunit(elsewhere), store.insert)
    assert.deepStrictEqual(yield* list(early), [early, one, two, late])
    assert.deepStrictEqual(yield* list(early, { descending: true }), [late, two, one, early])
    assert.deepStrictEqual(yield* list(early, { offset: 1, limit: 2 }), [one, two])
    assert.deepStrictEqual(yield* list(early, { user: bob }), [one])
    assert.deepStrictEqual(yield* list(early, { start: plus(instant, 1) }), [one, two, late])
    assert.deepStrictEqual(yield* list(early, { start: instant, end: plus(instant, 1) }), [early])
    assert.deepStrictEqual(yield* list(early, { offset: 4 }), [])
  }),

  "sums the work by user and kind": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const bob = yield* aPerson("bob")
    const sample = yield* aSample(dataset)
    const work = (createdBy: typeof ann, workType: Workunit["workType"], seconds: number) =>
      Effect.flatMap(
        someWorkunit(sample, {
          createdBy,
          workType,
          time: 2 ** 33,
          inactiveTime: 1,
          createdAt: plus(instant, seconds),
        }),
        store.insert,
      )
    yield* work(ann, "label", 0)
    yield* work(ann, "label", 1)
    yield* work(ann, "review", 1)
    yield* work(bob, "label", 1)
    yield* work(bob, "label", 2)
    const sum = (user: typeof ann, workType: Workunit["workType"], n: number) => ({
      user,
      workType,
      workunits: n,
      time: n * 2 ** 33,
      inactiveTime: n,
    })
    assert.sameDeepMembers(
      [...(yield* store.summary(dataset.id, instant, plus(instant, 2)))],
      [sum(ann, "label", 2), sum(ann, "review", 1), sum(bob, "label", 1)],
    )
    assert.deepStrictEqual(yield* store.summary(dataset.id, plus(instant, 3), plus(instant, 4)), [])
  }),

  "counts the finished work of each day": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const bob = yield* aPerson("bob")
    const sample = yield* aSample(dataset)
    const start = fromMillis(Date.parse("2026-11-19T23:59:58Z"))
    const work = (seconds: number, fields: Partial<Workunit>) =>
      Effect.flatMap(
        someWorkunit(sample, { createdAt: plus(start, seconds), action: "submit", ...fields }),
        store.insert,
      )
    yield* work(0, { createdBy: ann, workType: "label" })
    yield* work(1, { createdBy: bob, workType: "label" })
    yield* work(1, { createdBy: ann, workType: "label", action: "save" })
    yield* work(2, { createdBy: ann, workType: "review", action: "accept" })
    yield* work(3, { createdBy: ann, workType: "label", action: "skip" })
    yield* work(9, { createdBy: ann, workType: "label" })
    const daily = (user: typeof ann | null) => store.daily(dataset.id, { start, end: plus(start, 9), user })
    assert.deepStrictEqual(yield* daily(null), [
      { day: "2026-11-19", workType: "label", workunits: 2 },
      { day: "2026-11-20", workType: "label", workunits: 1 },
      { day: "2026-11-20", workType: "review", workunits: 1 },
    ])
    assert.deepStrictEqual(yield* daily(bob), [{ day: "2026-11-19", workType: "label", workunits: 1 }])
    yield* Effect.flatMap(DatasetStore, (datasets) => datasets.markDeleted(dataset.id, plus(start, 20)))
    assert.deepStrictEqual(yield* daily(null), [])
  }),

  "keeps a workunit after its sample is deleted": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const unit = yield* someWorkunit(sample)
    yield* store.insert(unit)
    yield* Effect.flatMap(SampleStore, (samples) => samples.markDeleted(dataset.id, [sample.id], instant))
    assert.deepStrictEqual(yield* list(unit), [unit])
  }),

  "deletes old responses and digests in batches, and nothing else": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const unit = (seconds: number, fields: Partial<Workunit> = {}) =>
      Effect.gen(function* () {
        const claimId = yield* nextId(ClaimId)
        const made = { claimId, digest: "d", answer: oddJson, createdAt: plus(instant, seconds), ...fields }
        return yield* Effect.tap(someWorkunit(sample, made), store.insert)
      })
    const old = [yield* unit(0), yield* unit(1), yield* unit(2)]
    const kept = yield* unit(10)
    yield* unit(0, { digest: null, answer: null })
    const before = plus(instant, 10)
    const forgotten = [
      yield* store.forgetAnswers(before, 2),
      yield* store.forgetAnswers(before, 2),
      yield* store.forgetAnswers(before, 2),
    ]
    assert.deepStrictEqual(forgotten, [2, 1, 0])
    for (const each of old) {
      const found = each.claimId === null ? null : Option.getOrNull(yield* store.endOf(each.claimId))
      assert.deepStrictEqual(found, { ...each, digest: null, answer: null })
    }
    assert.deepStrictEqual(
      kept.claimId === null ? null : Option.getOrNull(yield* store.endOf(kept.claimId)),
      kept,
    )
  }),
})
