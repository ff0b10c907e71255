/** ClaimStore: claims of one named sample. */
import {
  type Claim,
  ClaimId,
  ClaimStore,
  type Dataset,
  DatasetStore,
  generateId,
  type Label,
  type QueueName,
  type SampleId,
  Transaction,
  type Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSample, addSamples, instant } from "./fixtures.ts"
import { addQueue, listSampleIds, placeSamples, take, type Waiting } from "./placing.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

/** A lease that has already expired by the storage's clock. */
const ended = -1

/** Claims one sample; null when it is refused. */
const takeSample = (
  dataset: Dataset,
  user: Username,
  sampleId: SampleId | undefined,
  {
    leaseSeconds = 900,
    maxOpen = 50,
    queue = "labeling",
  }: { readonly leaseSeconds?: number; readonly maxOpen?: number; readonly queue?: QueueName } = {},
) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    if (sampleId === undefined) return yield* Effect.dieMessage("the sample does not exist")
    const id = yield* generateId(ClaimId)
    const datasetId = dataset.id
    return Option.getOrNull(
      yield* claims.claimSample({ datasetId, sampleId, user, queue, leaseSeconds, maxOpen, id }),
    )
  })

const label = (status: Label["status"], fields: Partial<Label> = {}): Waiting => ({
  label: { status, ...fields },
})

/** Runs in a transaction that is rolled back, and returns the result. */
const tryOut = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) =>
    Effect.flip(transaction.run(Effect.flatMap(effect, (result) => Effect.fail(result)))),
  )

const toSteps = (claims: ReadonlyArray<Claim>) =>
  new Map(claims.map(({ sampleId, step }) => [sampleId, step] as const))

export const sampleClaims = makeSuite("ClaimStore, one sample", {
  "claims a sample that is not the first, and leases nothing else": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, ids } = yield* addQueue([{}, {}, {}])
    const bob = yield* addPerson("bob")
    const claim = yield* takeSample(dataset, ann, ids[1])
    if (claim === null) return assert.fail()
    assert.deepStrictEqual(
      [claim.sampleId, claim.holder, claim.queue, claim.step],
      [ids[1], ann, "labeling", 4],
    )
    assert.approximately(Date.parse(claim.expiresAt) - Date.parse(claim.claimedAt), 900_000, 2)
    assert.deepStrictEqual(yield* store.find(claim.id), Option.some(claim))
    assert.deepStrictEqual(yield* store.ofDataset(dataset.id, 9), [claim])
    assert.deepStrictEqual<unknown>(listSampleIds(yield* take(dataset, bob, "labeling", 9)), [ids[0], ids[2]])
  }),

  "claims exactly what the queue would give, from the same step": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const assignTo = (to: Username, waiting: Waiting = {}): Waiting => ({
      ...waiting,
      sample: { assignedLabeler: to, assignedReviewer: to },
    })
    const { dataset, ids } = yield* addQueue([
      {},
      label("PRELABELED"),
      assignTo(ann),
      assignTo(bob),
      label("LABELING_IN_PROGRESS", { labeler: ann }),
      label("LABELING_IN_PROGRESS", { labeler: bob }),
      label("REJECTED", { labeler: ann }),
      label("REJECTED", { labeler: bob }),
      label("REJECTED"),
      assignTo(ann, label("REJECTED", { labeler: bob })),
      assignTo(bob, label("REJECTED", { labeler: ann })),
      label("LABELED", { labeler: ann }),
      label("LABELED", { labeler: bob }),
      label("LABELED"),
      assignTo(ann, label("LABELED", { labeler: ann })),
      assignTo(bob, label("LABELED", { labeler: ann })),
      label("LABELED", { labeler: bob, rejecter: ann }),
      assignTo(bob, label("LABELED", { labeler: bob, rejecter: ann })),
      label("REVIEWING_IN_PROGRESS", { labeler: bob, reviewer: ann }),
      label("REVIEWING_IN_PROGRESS", { labeler: ann, reviewer: bob }),
      label("REVIEWING_IN_PROGRESS", { labeler: ann }),
      label("SKIPPED"),
      label("REVIEWED"),
      label("VERIFIED"),
    ])
    for (const queue of ["labeling", "reviewing"] as const) {
      const expected = toSteps(yield* tryOut(take(dataset, ann, queue, ids.length)))
      const taken: Array<Claim> = []
      for (const id of ids)
        taken.push(
          ...Option.toArray(Option.fromNullable(yield* tryOut(takeSample(dataset, ann, id, { queue })))),
        )
      assert.deepStrictEqual(
        toSteps(taken),
        new Map([...expected].sort(([a], [b]) => ids.indexOf(a) - ids.indexOf(b))),
      )
      assert.isAbove(taken.length, 5)
    }
  }),

  "renews the user's own open claim under its id, and refuses it in the other queue": Effect.gen(
    function* () {
      const { ann, dataset, ids } = yield* addQueue([{}])
      const [first] = yield* take(dataset, ann, "labeling", 1, 60)
      const again = yield* takeSample(dataset, ann, ids[0], { maxOpen: 1 })
      assert.deepStrictEqual(
        again,
        first === undefined ? null : { ...first, expiresAt: again?.expiresAt ?? first.expiresAt },
      )
      assert.isAbove(Date.parse(again?.expiresAt ?? ""), Date.parse(first?.expiresAt ?? ""))
      assert.isNull(yield* takeSample(dataset, ann, ids[0], { queue: "reviewing" }))
    },
  ),

  "refuses a sample that somebody else has claimed, until it is free again": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, ids } = yield* addQueue([{}])
    const bob = yield* addPerson("bob")
    const [theirs] = yield* take(dataset, bob)
    assert.isNull(yield* takeSample(dataset, ann, ids[0]))
    assert.deepStrictEqual<unknown>(yield* store.ofUser(bob), [theirs])
    yield* store.release(dataset.id, ids, "released")
    assert.strictEqual((yield* takeSample(dataset, ann, ids[0]))?.holder, ann)
  }),

  "takes over a lease that has ended, and remembers how it ended": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, ids } = yield* addQueue([{}])
    const bob = yield* addPerson("bob")
    const [theirs] = yield* take(dataset, bob, "labeling", 1, ended)
    const claim = yield* takeSample(dataset, ann, ids[0])
    if (claim === null || theirs === undefined) return assert.fail()
    assert.notStrictEqual(claim.id, theirs.id)
    assert.deepStrictEqual(
      yield* store.endOf(theirs.id),
      Option.some({ datasetId: dataset.id, reason: "expired" as const }),
    )
    assert.isTrue(Option.isNone(yield* store.renew(theirs, 900)))
    const own = yield* takeSample(dataset, ann, ids[0], { leaseSeconds: ended })
    assert.strictEqual(own?.id, claim.id)
    assert.notStrictEqual((yield* takeSample(dataset, ann, ids[0]))?.id, claim.id)
  }),

  "refuses a new claim to a user who has the most, and counts each queue apart": Effect.gen(function* () {
    const { ann, dataset, ids } = yield* addQueue([{}, {}, label("LABELED")])
    assert.isNotNull(yield* takeSample(dataset, ann, ids[0], { maxOpen: 1 }))
    assert.isNull(yield* takeSample(dataset, ann, ids[1], { maxOpen: 1 }))
    assert.isNotNull(yield* takeSample(dataset, ann, ids[2], { maxOpen: 1, queue: "reviewing" }))
    assert.isNotNull(yield* takeSample(dataset, ann, ids[1], { maxOpen: 2 }))
  }),

  "refuses samples of other datasets, without a place, and of a deleted dataset": Effect.gen(function* () {
    const { ann, dataset, ids } = yield* addQueue([{}])
    const other = yield* addDataset(ann, "other")
    const [elsewhere] = yield* addSamples(other, [{}])
    if (elsewhere === undefined) return assert.fail()
    yield* placeSamples(other, [elsewhere])
    const unplaced = yield* addSample(dataset)
    assert.isNull(yield* takeSample(dataset, ann, elsewhere.id))
    assert.isNull(yield* takeSample(dataset, ann, unplaced.id))
    assert.isTrue(yield* (yield* DatasetStore).markDeleted(dataset.id, instant))
    assert.isNull(yield* takeSample(dataset, ann, ids[0]))
  }),

  "never gives a sample to two users, whether they name it or take the next": Effect.gen(function* () {
    const { ann, dataset, ids } = yield* addQueue([{}, {}])
    const bob = yield* addPerson("bob")
    const [mine, theirs] = yield* runInterleaved(
      takeSample(dataset, ann, ids[0]),
      takeSample(dataset, bob, ids[0]),
    )
    assert.lengthOf(
      [mine, theirs].filter((claim) => claim !== null),
      1,
    )
    const [next, named] = yield* runInterleaved(
      take(dataset, ann, "labeling", 9),
      takeSample(dataset, bob, ids[1]),
    )
    const all = [...listSampleIds(next), ...(named === null ? [] : [named.sampleId])]
    assert.strictEqual(new Set(all).size, all.length)
  }),

  "gives a sample to one of twenty concurrent users, and each the same claim again": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { dataset, ids } = yield* addQueue([{}, {}])
    const people = yield* Effect.forEach(
      Array.from({ length: 5 }, (_, i) => `worker-${i}`),
      (name) => addPerson(name),
    )
    const claims = yield* runTwenty((i) => {
      const person = people[i % people.length]
      return person === undefined ? Effect.succeed(null) : takeSample(dataset, person, ids[1])
    })
    const granted = claims.filter((claim) => claim !== null)
    assert.isAtLeast(granted.length, 1)
    assert.strictEqual(new Set(granted.map(({ id }) => id)).size, 1)
    assert.lengthOf(yield* store.ofDataset(dataset.id, 9), 1)
  }),

  "stays within the most claims of a user with twenty concurrent requests": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset, ids } = yield* addQueue(Array.from({ length: 20 }, () => ({})))
    yield* runTwenty((i) => takeSample(dataset, ann, ids[i], { maxOpen: 3 }))
    assert.strictEqual(yield* store.countOpen(dataset.id, ann, "labeling"), 3)
  }),

  "returns the sample to the queue when the claiming transaction is rolled back": Effect.gen(function* () {
    const { ann, dataset, ids } = yield* addQueue([{}])
    const bob = yield* addPerson("bob")
    yield* runBesideRollback(takeSample(dataset, ann, ids[0]), Effect.void)
    assert.strictEqual((yield* takeSample(dataset, bob, ids[0]))?.holder, bob)
  }),
})
