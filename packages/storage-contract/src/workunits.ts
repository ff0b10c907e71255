/** WorkunitStore: records of work, and the end of claims. */
import {
  ClaimId,
  DatasetStore,
  nextId,
  SampleStore,
  trustedJson,
  type WorkTally,
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
      objects: trustedJson('{"1":[2,0,1]}'),
      labeler: bob,
      reviewedBefore: false,
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

  "sums the work on claims": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const [claimId, other, none] = [yield* nextId(ClaimId), yield* nextId(ClaimId), yield* nextId(ClaimId)]
    const work = (seconds: number, fields: Partial<Workunit>) =>
      Effect.flatMap(
        someWorkunit(sample, {
          claimId,
          time: 2 ** 33,
          inactiveTime: 1,
          createdAt: plus(instant, seconds),
          ...fields,
        }),
        store.insert,
      )
    yield* work(0, { action: "save" })
    yield* work(1, { action: "save" })
    yield* work(3, { claimId: other, action: "submit", time: 5 })
    yield* work(4, { claimId: null, action: "write", workType: "normal" })
    const session = { claimId, workunits: 2, time: 2 ** 34, inactiveTime: 2, lastAt: plus(instant, 1) }
    assert.deepStrictEqual(yield* store.sessions([claimId]), [session])
    yield* work(2, { action: "submit" })
    assert.sameDeepMembers(
      [...(yield* store.sessions([claimId, other, none]))],
      [
        { claimId, workunits: 3, time: 3 * 2 ** 33, inactiveTime: 3, lastAt: plus(instant, 2) },
        { claimId: other, workunits: 1, time: 5, inactiveTime: 1, lastAt: plus(instant, 3) },
      ],
    )
    assert.deepStrictEqual(yield* store.sessions([]), [])
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

  "sums the work in time spans that is alike": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const bob = yield* aPerson("bob")
    const sample = yield* aSample(dataset)
    const elsewhere = yield* aSample(yield* aDataset(ann, "other"))
    const work = (seconds: number, fields: Partial<Workunit> = {}, of = sample) =>
      Effect.flatMap(
        someWorkunit(of, {
          createdBy: ann,
          time: 2 ** 33,
          inactiveTime: 1,
          createdAt: plus(instant, seconds),
          ...fields,
        }),
        store.insert,
      )
    const review = {
      createdBy: bob,
      workType: "review",
      action: "accept",
      labeler: ann,
      reviewedBefore: false,
    } as const
    const objects = trustedJson('{"1":[1,0,0]}')
    yield* work(-1)
    yield* work(0)
    yield* work(1)
    yield* work(1, { action: "save" })
    yield* work(1, { objects })
    yield* work(1, review)
    yield* work(1, { ...review, reviewedBefore: true })
    yield* work(1, { createdBy: bob, workType: "normal", action: "write" })
    yield* work(1, {}, elsewhere)
    yield* work(2)
    yield* work(3)
    const tallied = (span: number, n: number, fields: Partial<WorkTally> = {}): WorkTally => ({
      span,
      user: ann,
      workType: "label",
      action: "submit",
      objects: null,
      labeler: null,
      reviewedBefore: null,
      workunits: n,
      time: n * 2 ** 33,
      inactiveTime: n,
      ...fields,
    })
    const spans = [
      { start: instant, end: plus(instant, 2) },
      { start: plus(instant, 2), end: plus(instant, 3) },
      { start: plus(instant, 1), end: plus(instant, 1) },
    ]
    const { createdBy: user, ...reviewed } = review
    const annsWork = [
      tallied(0, 2),
      tallied(0, 1, { action: "save" }),
      tallied(0, 1, { objects }),
      tallied(0, 1, { user, ...reviewed }),
      tallied(0, 1, { user, ...reviewed, reviewedBefore: true }),
      tallied(1, 1),
    ]
    const edit = tallied(0, 1, { user: bob, workType: "normal", action: "write" })
    assert.sameDeepMembers([...(yield* store.tally(dataset.id, spans, null))], [...annsWork, edit])
    assert.sameDeepMembers([...(yield* store.tally(dataset.id, spans, ann))], annsWork)
    assert.sameDeepMembers([...(yield* store.tally(dataset.id, spans, bob))], [...annsWork.slice(3, 5), edit])
    assert.deepStrictEqual(yield* store.tally(dataset.id, [], null), [])
    const many = Array.from({ length: 100 }, (_, i) => ({
      start: plus(instant, i),
      end: plus(instant, i + 1),
    }))
    assert.lengthOf(yield* store.tally(dataset.id, many, bob), 3)
    yield* Effect.flatMap(DatasetStore, (datasets) => datasets.markDeleted(dataset.id, plus(instant, 20)))
    assert.deepStrictEqual(yield* store.tally(dataset.id, spans, null), [])
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
