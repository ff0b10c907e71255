/** WorkunitStore: records of work, and the end of claims. */
import {
  ClaimId,
  castToJsonText,
  DatasetStore,
  generateId,
  SampleStore,
  type WorkTally,
  type Workunit,
  type WorkunitQuery,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addPerson,
  addSample,
  addSeconds,
  aWorld,
  instant,
  makeWorkunit,
  oddJson,
  oddText,
} from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const list = (unit: Pick<Workunit, "datasetId">, query: Partial<WorkunitQuery> = {}) =>
  Effect.flatMap(WorkunitStore, (store) =>
    store.list({ datasetId: unit.datasetId, descending: false, offset: 0, limit: 100, ...query }),
  )

export const workunits = makeSuite("WorkunitStore", {
  "stores a workunit unchanged": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const bob = yield* addPerson("Bob")
    const sample = yield* addSample(dataset, oddText)
    const claimId = yield* generateId(ClaimId)
    const full = yield* makeWorkunit(sample, {
      createdAt: instant,
      createdBy: bob,
      workType: "review",
      action: "reject",
      time: 2 ** 40,
      inactiveTime: 1,
      nextLabelStatus: "REJECTED",
      labelRating: 2.5,
      objects: castToJsonText('{"1":[2,0,1]}'),
      labeler: bob,
      reviewedBefore: false,
      claimId,
      digest: "ab".repeat(32),
      answer: oddJson,
    })
    const bare = yield* makeWorkunit(sample, { workType: "normal", action: "write" })
    assert.isTrue(yield* store.insert(full))
    assert.isTrue(yield* store.insert(bare))
    assert.deepStrictEqual(yield* store.endOf(claimId), Option.some(full))
    assert.sameDeepMembers([...(yield* list(full))], [{ ...full, answer: null }, bare])
  }),

  "allows one final workunit per claim, and any number of saves": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const claimId = yield* generateId(ClaimId)
    const insert = (action: Workunit["action"]) =>
      Effect.flatMap(makeWorkunit(sample, { claimId, action }), store.insert)
    assert.isTrue(yield* insert("save"))
    assert.isTrue(yield* insert("save"))
    assert.isTrue(Option.isNone(yield* store.endOf(claimId)))
    assert.isTrue(yield* insert("submit"))
    assert.isFalse(yield* insert("skip"))
    assert.isFalse(yield* insert("submit"))
    assert.strictEqual(Option.getOrThrow(yield* store.endOf(claimId)).action, "submit")
    assert.isTrue(Option.isNone(yield* store.endOf(yield* generateId(ClaimId))))
    assert.lengthOf(yield* list(sample), 3)
  }),

  "ends a claim for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const [a, b, c] = yield* Effect.all([generateId(ClaimId), generateId(ClaimId), generateId(ClaimId)])
    const end = (claimId: ClaimId) => Effect.flatMap(makeWorkunit(sample, { claimId }), store.insert)
    assert.sameMembers([...(yield* runInterleaved(end(a), end(a)))], [true, false])
    assert.isTrue(yield* runBesideRollback(end(b), end(b)))
    const many = yield* runTwenty(() => end(c))
    assert.strictEqual(many.filter((ended) => ended).length, 1)
  }),

  "finds the newest save of a claim": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const claimId = yield* generateId(ClaimId)
    const save = (digest: string, fields: Partial<Workunit> = {}) =>
      Effect.tap(
        makeWorkunit(sample, { claimId, action: "save", digest, answer: oddJson, ...fields }),
        store.insert,
      )
    assert.isTrue(Option.isNone(yield* store.lastSave(claimId)))
    yield* save("a")
    yield* save("b")
    const newest = yield* save("a", { time: 2 })
    yield* save("c", { action: "submit" })
    yield* save("d", { claimId: yield* generateId(ClaimId) })
    assert.deepStrictEqual(yield* store.lastSave(claimId), Option.some(newest))
    assert.isTrue(Option.isNone(yield* store.lastSave(yield* generateId(ClaimId))))
  }),

  "sums the work on claims": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const [claimId, other, none] = [
      yield* generateId(ClaimId),
      yield* generateId(ClaimId),
      yield* generateId(ClaimId),
    ]
    const addWork = (seconds: number, fields: Partial<Workunit>) =>
      Effect.flatMap(
        makeWorkunit(sample, {
          claimId,
          time: 2 ** 33,
          inactiveTime: 1,
          createdAt: addSeconds(instant, seconds),
          ...fields,
        }),
        store.insert,
      )
    yield* addWork(0, { action: "save" })
    yield* addWork(1, { action: "save" })
    yield* addWork(3, { claimId: other, action: "submit", time: 5 })
    yield* addWork(4, { claimId: null, action: "write", workType: "normal" })
    const session = { claimId, workunits: 2, time: 2 ** 34, inactiveTime: 2, lastAt: addSeconds(instant, 1) }
    assert.deepStrictEqual(yield* store.sessions(dataset.id, [claimId]), [session])
    assert.deepStrictEqual(yield* store.sessions((yield* addDataset(ann, "other")).id, [claimId]), [])
    yield* addWork(2, { action: "submit" })
    assert.sameDeepMembers(
      [...(yield* store.sessions(dataset.id, [claimId, other, none]))],
      [
        { claimId, workunits: 3, time: 3 * 2 ** 33, inactiveTime: 3, lastAt: addSeconds(instant, 2) },
        { claimId: other, workunits: 1, time: 5, inactiveTime: 1, lastAt: addSeconds(instant, 3) },
      ],
    )
    assert.deepStrictEqual(yield* store.sessions(dataset.id, []), [])
  }),

  "lists by creation, then id, in both directions, filtered by user and time": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const bob = yield* addPerson("bob")
    const sample = yield* addSample(dataset)
    const elsewhere = yield* addSample(yield* addDataset(ann, "other"))
    const addAt = (seconds: number, fields: Partial<Workunit> = {}) =>
      Effect.tap(makeWorkunit(sample, { createdAt: addSeconds(instant, seconds), ...fields }), store.insert)
    const late = yield* addAt(2)
    const first = yield* addAt(1, { createdBy: bob })
    const two = yield* addAt(1)
    const early = yield* addAt(0)
    yield* Effect.flatMap(makeWorkunit(elsewhere), store.insert)
    assert.deepStrictEqual(yield* list(early), [early, first, two, late])
    assert.deepStrictEqual(yield* list(early, { descending: true }), [late, two, first, early])
    assert.deepStrictEqual(yield* list(early, { offset: 1, limit: 2 }), [first, two])
    assert.deepStrictEqual(yield* list(early, { user: bob }), [first])
    assert.deepStrictEqual(yield* list(early, { start: addSeconds(instant, 1) }), [first, two, late])
    assert.deepStrictEqual(yield* list(early, { start: instant, end: addSeconds(instant, 1) }), [early])
    assert.deepStrictEqual(yield* list(early, { offset: 4 }), [])
  }),

  "sums the work in time spans that is alike": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const bob = yield* addPerson("bob")
    const sample = yield* addSample(dataset)
    const elsewhere = yield* addSample(yield* addDataset(ann, "other"))
    const addWork = (seconds: number, fields: Partial<Workunit> = {}, of = sample) =>
      Effect.flatMap(
        makeWorkunit(of, {
          createdBy: ann,
          time: 2 ** 33,
          inactiveTime: 1,
          createdAt: addSeconds(instant, seconds),
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
    const objects = castToJsonText('{"1":[1,0,0]}')
    yield* addWork(-1)
    yield* addWork(0)
    yield* addWork(1)
    yield* addWork(1, { action: "save" })
    yield* addWork(1, { objects })
    yield* addWork(1, review)
    yield* addWork(1, { ...review, reviewedBefore: true })
    yield* addWork(1, { createdBy: bob, workType: "normal", action: "write" })
    yield* addWork(1, {}, elsewhere)
    yield* addWork(2)
    yield* addWork(3)
    const makeTally = (span: number, n: number, fields: Partial<WorkTally> = {}): WorkTally => ({
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
      { start: instant, end: addSeconds(instant, 2) },
      { start: addSeconds(instant, 2), end: addSeconds(instant, 3) },
      { start: addSeconds(instant, 1), end: addSeconds(instant, 1) },
    ]
    const { createdBy: user, ...reviewed } = review
    const annsWork = [
      makeTally(0, 2),
      makeTally(0, 1, { action: "save" }),
      makeTally(0, 1, { objects }),
      makeTally(0, 1, { user, ...reviewed }),
      makeTally(0, 1, { user, ...reviewed, reviewedBefore: true }),
      makeTally(1, 1),
    ]
    const edit = makeTally(0, 1, { user: bob, workType: "normal", action: "write" })
    assert.sameDeepMembers([...(yield* store.tally(dataset.id, spans, null))], [...annsWork, edit])
    assert.sameDeepMembers([...(yield* store.tally(dataset.id, spans, ann))], annsWork)
    assert.sameDeepMembers([...(yield* store.tally(dataset.id, spans, bob))], [...annsWork.slice(3, 5), edit])
    assert.deepStrictEqual(yield* store.tally(dataset.id, [], null), [])
    const many = Array.from({ length: 100 }, (_, i) => ({
      start: addSeconds(instant, i),
      end: addSeconds(instant, i + 1),
    }))
    assert.lengthOf(yield* store.tally(dataset.id, many, bob), 3)
    yield* Effect.flatMap(DatasetStore, (datasets) =>
      datasets.markDeleted(dataset.id, addSeconds(instant, 20)),
    )
    assert.deepStrictEqual(yield* store.tally(dataset.id, spans, null), [])
  }),

  "keeps a workunit after its sample is deleted": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const unit = yield* makeWorkunit(sample)
    yield* store.insert(unit)
    yield* Effect.flatMap(SampleStore, (samples) => samples.markDeleted(dataset.id, [sample.id], instant))
    assert.deepStrictEqual(yield* list(unit), [unit])
  }),

  "deletes old responses and digests in batches, and nothing else": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const addUnit = (seconds: number, fields: Partial<Workunit> = {}) =>
      Effect.gen(function* () {
        const claimId = yield* generateId(ClaimId)
        const made = {
          claimId,
          digest: "d",
          answer: oddJson,
          createdAt: addSeconds(instant, seconds),
          ...fields,
        }
        return yield* Effect.tap(makeWorkunit(sample, made), store.insert)
      })
    const old = [yield* addUnit(0), yield* addUnit(1), yield* addUnit(2)]
    const recent = yield* addUnit(10)
    yield* addUnit(0, { digest: null, answer: null })
    const before = addSeconds(instant, 10)
    const forgotten = [
      yield* store.forgetAnswers(before, 2),
      yield* store.forgetAnswers(before, 2),
      yield* store.forgetAnswers(before, 2),
    ]
    assert.deepStrictEqual(forgotten, [2, 1, 0])
    for (const workunit of old) {
      const end = workunit.claimId === null ? null : Option.getOrNull(yield* store.endOf(workunit.claimId))
      assert.deepStrictEqual(end, { ...workunit, digest: null, answer: null })
    }
    assert.deepStrictEqual(
      recent.claimId === null ? null : Option.getOrNull(yield* store.endOf(recent.claimId)),
      recent,
    )
  }),
})
