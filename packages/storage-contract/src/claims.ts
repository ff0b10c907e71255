/** ClaimStore: exclusive claims in the order of the queue. */
import {
  ClaimStore,
  DatasetStore,
  type Label,
  type SampleId,
  Transaction,
  type Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSample, addSamples, instant, makeLabel } from "./fixtures.ts"
import { addQueue, listSampleIds, placeSamples, take, type Waiting } from "./placing.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const label = (status: Label["status"], fields: Partial<Label> = {}): Waiting => ({
  label: { status, ...fields },
})
const assignTo = (to: Username, waiting: Waiting = {}): Waiting => ({
  ...waiting,
  sample: { ...waiting.sample, assignedLabeler: to, assignedReviewer: to },
})

const people = Effect.all([addPerson("ann"), addPerson("bob")])

export const claims = makeSuite("ClaimStore", {
  "returns the claim as stored": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, ids } = yield* addQueue([{}])
    const [claim, ...more] = yield* take(dataset, ann)
    if (claim === undefined) return assert.fail()
    const { id, claimedAt, expiresAt, ...rest } = claim
    assert.deepStrictEqual(more, [])
    assert.deepStrictEqual<unknown>(rest, {
      datasetId: dataset.id,
      sampleId: ids[0],
      queue: "labeling",
      holder: ann,
      step: 4,
    })
    assert.match(claimedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.approximately(Date.parse(expiresAt) - Date.parse(claimedAt), 900_000, 2)
    assert.approximately(Date.parse(claimedAt), Date.now(), 60_000)
    assert.deepStrictEqual(yield* store.find(id), Option.some(claim))
    assert.deepStrictEqual(yield* store.findForUpdate(id), Option.some(claim))
    assert.deepStrictEqual(yield* store.ofUser(ann), [claim])
  }),

  "returns nothing from an empty queue": Effect.gen(function* () {
    const { ann, dataset } = yield* addQueue([])
    assert.deepStrictEqual(yield* take(dataset, ann, "labeling", 5), [])
    assert.deepStrictEqual(yield* take(dataset, ann, "reviewing", 5), [])
  }),

  "returns nothing of a deleted dataset": Effect.gen(function* () {
    const { ann, dataset } = yield* addQueue([{}, {}])
    assert.isTrue(yield* (yield* DatasetStore).markDeleted(dataset.id, instant))
    assert.deepStrictEqual(yield* take(dataset, ann), [])
    assert.deepStrictEqual(yield* take(dataset, ann, "labeling", 5), [])
  }),

  "orders by priority, then by age": Effect.gen(function* () {
    const priorities = [0, 1, -1, 0.5, 1, 0, 1e9, -1e9, 2]
    const { ann, dataset, ids } = yield* addQueue(priorities.map((priority) => ({ sample: { priority } })))
    const taken = yield* take(dataset, ann, "labeling", 9)
    assert.deepStrictEqual(listSampleIds(taken), [6, 8, 1, 4, 3, 0, 5, 2, 7].map((i) => ids[i]) as typeof ids)
  }),

  "goes through the labeling steps in order": Effect.gen(function* () {
    const [ann, bob] = yield* people
    const { dataset, ids } = yield* addQueue([
      {},
      label("PRELABELED"),
      assignTo(ann),
      label("REJECTED", { labeler: ann }),
      label("LABELING_IN_PROGRESS", { labeler: ann }),
      label("LABELING_IN_PROGRESS", { labeler: bob }),
      label("REJECTED", { labeler: bob }),
      assignTo(bob),
      assignTo(ann, label("REJECTED", { labeler: bob })),
      label("LABELED", { labeler: ann }),
      label("SKIPPED"),
      label("REVIEWED"),
      label("VERIFIED"),
    ])
    const taken = yield* take(dataset, ann, "labeling", 20)
    assert.deepStrictEqual<unknown>(
      listSampleIds(taken),
      [4, 3, 2, 8, 0, 1].map((i) => ids[i]),
    )
    assert.deepStrictEqual(
      taken.map(({ step }) => step),
      [1, 2, 3, 3, 4, 4],
    )
  }),

  "goes through the reviewing steps in order": Effect.gen(function* () {
    const [ann, bob] = yield* people
    const { dataset, ids } = yield* addQueue([
      label("LABELED", { labeler: ann }),
      label("LABELED", { labeler: bob }),
      label("LABELED"),
      assignTo(ann, label("LABELED", { labeler: ann })),
      label("LABELED", { labeler: bob, rejecter: ann }),
      label("REVIEWING_IN_PROGRESS", { labeler: bob, reviewer: ann }),
      label("REVIEWING_IN_PROGRESS", { labeler: bob, reviewer: bob }),
      assignTo(bob, label("LABELED", { labeler: bob })),
      label("REJECTED", { labeler: bob }),
      {},
    ])
    const taken = yield* take(dataset, ann, "reviewing", 20)
    assert.deepStrictEqual<unknown>(
      listSampleIds(taken),
      [5, 4, 3, 1, 2, 0].map((i) => ids[i]),
    )
    assert.deepStrictEqual(
      taken.map(({ step }) => step),
      [1, 2, 3, 4, 4, 5],
    )
  }),

  "claims the labels of others behind many of the reviewer's own": Effect.gen(function* () {
    const [ann, bob] = yield* people
    const makeLabeled = (labeler: Username, count: number) =>
      Array.from({ length: count }, () => label("LABELED", { labeler }))
    const { dataset, ids } = yield* addQueue([...makeLabeled(ann, 50), ...makeLabeled(bob, 3)])
    const taken = yield* take(dataset, ann, "reviewing", 2)
    assert.deepStrictEqual<unknown>(listSampleIds(taken), ids.slice(50, 52))
    assert.deepStrictEqual<unknown>(listSampleIds(yield* take(dataset, ann, "reviewing", 5)), [
      ...ids.slice(50),
      ...ids.slice(0, 2),
    ])
  }),

  "claims one at a time in the same order as many at once": Effect.gen(function* () {
    const [ann, bob] = yield* people
    const all = [0, 1, 2].flatMap(
      (priority): ReadonlyArray<Waiting> => [
        { sample: { priority }, ...label("LABELED", { labeler: ann }) },
        { sample: { priority }, ...label("LABELED", { labeler: bob }) },
        { sample: { priority }, ...label("LABELED", { labeler: bob, rejecter: ann }) },
        { ...assignTo(ann, label("LABELED")), sample: { priority, assignedReviewer: ann } },
      ],
    )
    const { dataset } = yield* addQueue(all)
    const store = yield* ClaimStore
    const transaction = yield* Transaction
    const many = yield* Effect.flip(
      transaction.run(
        Effect.flatMap(take(dataset, ann, "reviewing", 20), (all) => Effect.fail(listSampleIds(all))),
      ),
    )
    const single: Array<(typeof many)[number]> = []
    for (let i = 0; i < all.length; i++) {
      const taken = listSampleIds(yield* take(dataset, ann, "reviewing", 50))[i]
      if (taken !== undefined) single.push(taken)
    }
    assert.deepStrictEqual(single, [...many])
    assert.lengthOf(many, all.length)
    assert.strictEqual(yield* store.countOpen(dataset.id, ann, "reviewing"), all.length)
  }),

  "returns a sample with two places once, at the step of the user's own samples": Effect.gen(function* () {
    const [ann] = yield* people
    const { dataset } = yield* addQueue([
      assignTo(ann, label("REJECTED", { labeler: ann })),
      assignTo(ann, label("LABELED", { rejecter: ann })),
    ])
    const labeling = yield* take(dataset, ann, "labeling", 5)
    const reviewing = yield* take(dataset, ann, "reviewing", 5)
    assert.deepStrictEqual(
      labeling.map(({ step }) => step),
      [2],
    )
    assert.deepStrictEqual(
      reviewing.map(({ step }) => step),
      [2],
    )
  }),

  "returns the user's open claims first, with their ids, renewed": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, ids } = yield* addQueue([{}, {}, {}])
    const [first] = yield* take(dataset, ann, "labeling", 1, 30)
    if (first === undefined) return assert.fail()
    const again = yield* take(dataset, ann, "labeling", 1, 900)
    assert.deepStrictEqual(
      again.map(({ id }) => id),
      [first.id],
    )
    assert.isAbove(Date.parse(again[0]?.expiresAt ?? ""), Date.parse(first.expiresAt))
    assert.strictEqual(again[0]?.claimedAt, first.claimedAt)
    const three = yield* take(dataset, ann, "labeling", 3)
    assert.deepStrictEqual(listSampleIds(three), ids)
    assert.strictEqual(three[0]?.id, first.id)
    assert.deepStrictEqual((yield* take(dataset, ann, "labeling", 2)).length, 2)
    assert.strictEqual(yield* store.countOpen(dataset.id, ann, "labeling"), 3)
  }),

  "keeps queues, users and datasets separate": Effect.gen(function* () {
    const store = yield* ClaimStore
    const [ann, bob] = yield* people
    const { dataset, ids } = yield* addQueue([{}, label("LABELED"), {}])
    const other = yield* addDataset(ann, "other")
    const [elsewhere] = yield* addSamples(other, [{}])
    if (elsewhere === undefined) return assert.fail()
    yield* placeSamples(other, [elsewhere])
    const [labeling] = yield* take(dataset, ann, "labeling")
    const [reviewing] = yield* take(dataset, ann, "reviewing")
    const [theirs] = yield* take(dataset, bob, "labeling")
    const [there] = yield* take(other, ann, "labeling")
    assert.deepStrictEqual<unknown>(
      [labeling, reviewing, theirs, there].map((claim) => claim?.sampleId),
      [...ids, elsewhere.id],
    )
    const counts = [
      store.countOpen(dataset.id, ann, "labeling"),
      store.countOpen(dataset.id, ann, "reviewing"),
      store.countOpen(dataset.id, bob, "reviewing"),
    ]
    assert.deepStrictEqual(yield* Effect.all(counts), [1, 1, 0])
    assert.deepStrictEqual<unknown>(yield* store.ofUser(ann), [labeling, reviewing, there])
    assert.deepStrictEqual<unknown>(yield* store.ofDataset(dataset.id, 10), [labeling, reviewing, theirs])
    assert.deepStrictEqual<unknown>(yield* store.ofDataset(dataset.id, 2), [labeling, reviewing])
    assert.deepStrictEqual<unknown>(yield* store.ofDataset(dataset.id, 2, "labeling"), [labeling, theirs])
    assert.deepStrictEqual(yield* store.ofDataset(dataset.id, 2, "prelabeling"), [])
  }),

  "never claims a sample for two users": Effect.gen(function* () {
    const [ann, bob] = yield* people
    const { dataset } = yield* addQueue([{}, {}, {}])
    const [mine, theirs] = yield* runInterleaved(
      take(dataset, ann, "labeling", 2),
      take(dataset, bob, "labeling", 2),
    )
    const all = listSampleIds([...mine, ...theirs])
    assert.strictEqual(new Set(all).size, all.length)
    assert.lengthOf(mine, 2)
    const rest = yield* take(dataset, bob, "labeling", 3)
    assert.strictEqual(new Set(listSampleIds([...mine, ...rest])).size, 3)
  }),

  "never claims a sample for two of twenty concurrent users, and skips none": Effect.gen(function* () {
    const { dataset, ids } = yield* addQueue(
      Array.from({ length: 60 }, (_, i) => ({ sample: { priority: i % 3 } })),
    )
    const workers = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, i) => `worker-${i}`),
      (name) => addPerson(name),
    )
    const hauls = yield* runTwenty((i) => {
      const worker = workers[i]
      return worker === undefined ? Effect.succeed([]) : take(dataset, worker, "labeling", 3)
    })
    const all = hauls.flatMap(listSampleIds)
    assert.strictEqual(new Set(all).size, all.length)
    const store = yield* ClaimStore
    const last = yield* addPerson("last")
    const rest = listSampleIds(yield* take(dataset, last, "labeling", 60))
    assert.sameMembers([...all, ...rest], ids)
    assert.lengthOf(yield* store.ofDataset(dataset.id, 100), 60)
  }),

  "claims each sample once for one user with twenty concurrent requests": Effect.gen(function* () {
    const { ann, dataset, ids } = yield* addQueue(Array.from({ length: 30 }, () => label("LABELED")))
    const hauls = yield* runTwenty(() => take(dataset, ann, "reviewing", 1))
    const bySample = new Map(hauls.flat().map((claim) => [claim.sampleId, claim.id]))
    for (const claim of hauls.flat()) assert.strictEqual(bySample.get(claim.sampleId), claim.id)
    assert.sameMembers(listSampleIds(yield* take(dataset, ann, "reviewing", 30)), ids)
  }),

  "returns samples to the queue when the claiming transaction is rolled back": Effect.gen(function* () {
    const [ann, bob] = yield* people
    const { dataset, ids } = yield* addQueue([{}])
    yield* runBesideRollback(take(dataset, ann), Effect.void)
    assert.deepStrictEqual(listSampleIds(yield* take(dataset, bob)), ids)
  }),

  "replaces a place that changes": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, samples } = yield* addQueue([{}, {}])
    const [first, second] = samples
    if (first === undefined || second === undefined) return assert.fail()
    const base = { np: 0, labeler: null, own: null }
    yield* store.place(dataset.id, [
      { ...base, sampleId: first.id, open: null },
      { ...base, sampleId: second.id, np: -5, open: { step: 14, user: null }, labeler: ann },
    ])
    assert.deepStrictEqual(yield* take(dataset, ann, "labeling", 5), [])
    assert.deepStrictEqual(
      (yield* take(dataset, ann, "reviewing", 5)).map(({ step }) => step),
      [5],
    )
    yield* store.place(dataset.id, [])
  }),

  "places a thousand at once": Effect.gen(function* () {
    const { ann, dataset, ids } = yield* addQueue(Array.from({ length: 1000 }, () => ({})))
    assert.deepStrictEqual(listSampleIds(yield* take(dataset, ann, "labeling", 1000)), ids)
  }),

  "replaces many places, and adds one that does not exist yet": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, ids } = yield* addQueue(Array.from({ length: 30 }, () => ({})))
    const sample = yield* addSample(dataset)
    const [first, ...rest] = [...ids, sample.id]
    const open = { step: 4, user: null } as const
    const makeKey = (sampleId: SampleId) => ({ sampleId, np: -1, own: null, open, labeler: null })
    yield* store.place(dataset.id, rest.map(makeKey), "made")
    assert.deepStrictEqual(listSampleIds(yield* take(dataset, ann, "labeling", 100)), [...rest, first])
  }),

  "keeps a claim when its sample gets another place": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset } = yield* addQueue([{}])
    const bob = yield* addPerson("bob")
    const [claim] = yield* take(dataset, ann)
    if (claim === undefined) return assert.fail()
    yield* store.place(dataset.id, [
      { sampleId: claim.sampleId, np: -1, own: null, open: { step: 14, user: null }, labeler: null },
    ])
    assert.deepStrictEqual(yield* store.find(claim.id), Option.some(claim))
    assert.deepStrictEqual(yield* take(dataset, bob, "reviewing"), [])
    yield* store.release(dataset.id, [claim.sampleId], "released")
    assert.lengthOf(yield* take(dataset, bob, "reviewing"), 1)
  }),

  "leaves out a sample without a place, and claims it once it has one": Effect.gen(function* () {
    const { ann, dataset, truth } = yield* addQueue([])
    const sample = yield* addSample(dataset)
    assert.deepStrictEqual(yield* take(dataset, ann), [])
    yield* placeSamples(dataset, [sample])
    assert.lengthOf(yield* take(dataset, ann), 1)
    assert.strictEqual((yield* makeLabel(sample, truth)).status, "PRELABELED")
  }),
})
