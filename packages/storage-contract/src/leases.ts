/** ClaimStore: leases of claims, and how claims end. */
import {
  type Claim,
  type ClaimEnd,
  ClaimId,
  ClaimStore,
  DatasetId,
  fromMillis,
  generateId,
  now,
  SampleId,
  SampleStore,
  Transaction,
  toMillis,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSamples, instant } from "./fixtures.ts"
import { addQueue, listSampleIds, placeSamples, take } from "./placing.ts"
import { makeSuite, runBesideRollback, runInterleaved } from "./suite.ts"

/** A lease that has already expired by the storage's clock. */
const ended = -1

/** One sample, claimed by `ann`. */
const addClaimed = (leaseSeconds = 900) =>
  Effect.gen(function* () {
    const store = yield* ClaimStore
    const world = yield* addQueue([{}])
    const bob = yield* addPerson("bob")
    const [claim] = yield* take(world.dataset, world.ann, "labeling", 1, leaseSeconds)
    if (claim === undefined) return yield* Effect.dieMessage("nothing to claim")
    return { ...world, store, bob, claim }
  })

const isOpen = (claim: Claim) =>
  Effect.flatMap(ClaimStore, (store) => Effect.map(store.find(claim.id), Option.isSome))

export const leases = makeSuite("ClaimStore, leases", {
  "treats a sample whose lease has ended as free": Effect.gen(function* () {
    const { store, ann, bob, dataset, claim } = yield* addClaimed(ended)
    assert.isFalse(yield* isOpen(claim))
    assert.isTrue(Option.isNone(yield* store.findForUpdate(claim.id)))
    assert.isTrue(Option.isNone(yield* store.renew(claim, 900)))
    assert.strictEqual((yield* store.lock(dataset.id, [claim.sampleId])).size, 0)
    assert.strictEqual(yield* store.countOpen(dataset.id, ann, "labeling"), 0)
    assert.deepStrictEqual(yield* store.ofUser(ann), [])
    assert.deepStrictEqual(yield* store.ofDataset(dataset.id, 9), [])
    const [theirs] = yield* take(dataset, bob)
    assert.strictEqual(theirs?.sampleId, claim.sampleId)
    assert.notStrictEqual(theirs?.id, claim.id)
    assert.isFalse(yield* isOpen(claim))
    assert.deepStrictEqual(yield* take(dataset, ann), [])
  }),

  "claims a sample again for the same user under a new id after the lease has ended": Effect.gen(
    function* () {
      const { ann, dataset, claim } = yield* addClaimed(ended)
      const [again] = yield* take(dataset, ann)
      assert.strictEqual(again?.sampleId, claim.sampleId)
      assert.notStrictEqual(again?.id, claim.id)
    },
  ),

  "ends a claim when its lease expires": Effect.gen(function* () {
    const { bob, dataset, claim } = yield* addClaimed(1)
    assert.isTrue(yield* isOpen(claim))
    assert.deepStrictEqual(yield* take(dataset, bob), [])
    yield* Effect.sleep("1100 millis")
    assert.isFalse(yield* isOpen(claim))
    assert.lengthOf(yield* take(dataset, bob), 1)
  }),

  "ends a claim whose lease ends more than a day ahead, because the clock was set back": Effect.gen(
    function* () {
      const { store, ann, dataset, claim } = yield* addClaimed(48 * 3600)
      assert.strictEqual(yield* store.expire(null, 10), 0)
      const [shorter] = yield* store.ofUser(ann)
      assert.deepStrictEqual(shorter, { ...claim, expiresAt: shorter?.expiresAt })
      const left = Date.parse(shorter?.expiresAt ?? "") - toMillis(yield* now)
      assert.approximately(left, 24 * 3600 * 1000, 10_000)
      assert.strictEqual(yield* store.expire(dataset.id, 10), 0)
      assert.deepStrictEqual(yield* store.find(claim.id), Option.fromNullable(shorter))
    },
  ),

  "renews a claim from now, and only for its holder": Effect.gen(function* () {
    const { store, bob, claim } = yield* addClaimed(60)
    assert.isTrue(Option.isNone(yield* store.renew({ ...claim, holder: bob }, 900)))
    assert.isTrue(Option.isNone(yield* store.renew({ ...claim, id: yield* generateId(ClaimId) }, 900)))
    const renewed = Option.getOrThrow(yield* store.renew(claim, 900))
    assert.deepStrictEqual(renewed, { ...claim, expiresAt: renewed.expiresAt })
    assert.approximately(Date.parse(renewed.expiresAt) - Date.parse(claim.expiresAt), 840_000, 5000)
    assert.deepStrictEqual(yield* store.find(claim.id), Option.some(renewed))
    const shorter = Option.getOrThrow(yield* store.renew(claim, 30))
    assert.isBelow(Date.parse(shorter.expiresAt), Date.parse(claim.expiresAt))
  }),

  "renews open claims alone when there are no ids for new ones, and leases one sample for one id": Effect.gen(
    function* () {
      const { ann, dataset, ids } = yield* addQueue([{}, {}, {}])
      const store = yield* ClaimStore
      const [open] = yield* take(dataset, ann, "labeling", 1, 60)
      const request = { datasetId: dataset.id, user: ann, queue: "labeling", leaseSeconds: 900 } as const
      for (const count of [1, 2]) {
        const [renewed, ...others] = yield* store.claim({ ...request, count, ids: [] })
        assert.deepStrictEqual(others, [])
        assert.strictEqual(renewed?.id, open?.id)
        assert.isAbove(Date.parse(renewed?.expiresAt ?? ""), Date.parse(open?.expiresAt ?? ""))
      }
      const id = yield* generateId(ClaimId)
      const claims = yield* store.claim({ ...request, count: 3, ids: [id] })
      assert.deepStrictEqual(listSampleIds(claims), ids.slice(0, 2))
      assert.strictEqual(claims[1]?.id, id)
      const other = yield* addPerson("bob")
      assert.deepStrictEqual(yield* store.claim({ ...request, user: other, count: 1, ids: [] }), [])
    },
  ),

  "releases a claim on request, and the sample keeps its place": Effect.gen(function* () {
    const { store, ann, bob, dataset, claim } = yield* addClaimed()
    const other = yield* addDataset(ann, "other")
    yield* store.release(other.id, [claim.sampleId], "released")
    assert.isTrue(yield* isOpen(claim))
    yield* store.release(dataset.id, [yield* generateId(SampleId)], "released")
    yield* store.release(dataset.id, [], "released")
    yield* store.release(dataset.id, [claim.sampleId], "released")
    assert.isFalse(yield* isOpen(claim))
    yield* store.release(dataset.id, [claim.sampleId], "released")
    assert.deepStrictEqual(listSampleIds(yield* take(dataset, bob)), [claim.sampleId])
  }),

  "frees ended leases in batches, of one dataset or of all": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset } = yield* addQueue([{}, {}, {}, {}])
    const other = yield* addDataset(ann, "other")
    yield* placeSamples(other, yield* addSamples(other, [{}]))
    yield* take(other, ann, "labeling", 1, ended)
    const [open] = yield* take(dataset, ann)
    yield* store.release(dataset.id, open === undefined ? [] : [open.sampleId], "released")
    yield* take(dataset, ann, "labeling", 3, ended)
    const bob = yield* addPerson("bob")
    assert.strictEqual(yield* store.expire(dataset.id, 2), 2)
    assert.strictEqual(yield* store.expire(dataset.id, 2), 1)
    assert.strictEqual(yield* store.expire(dataset.id, 2), 0)
    const renewable = yield* take(dataset, bob, "labeling", 4)
    assert.lengthOf(renewable, 4)
    assert.strictEqual(yield* store.expire(null, 100), 1)
    assert.strictEqual(yield* store.expire(null, 100), 0)
    assert.lengthOf(yield* store.ofUser(bob), 4)
  }),

  "returns the dataset of a claim, and how it ended": Effect.gen(function* () {
    const store = yield* ClaimStore
    const samples = yield* SampleStore
    const bob = yield* addPerson("bob")
    const { ann, dataset } = yield* addQueue([{}, {}, {}])
    const makeEnding = (reason: ClaimEnd | null) => Option.some({ datasetId: dataset.id, reason })
    assert.deepStrictEqual(yield* store.endOf(yield* generateId(ClaimId)), Option.none())
    const [given, deleted] = yield* take(dataset, ann, "labeling", 2)
    const [expired] = yield* take(dataset, bob, "labeling", 1, ended)
    if (given === undefined || deleted === undefined || expired === undefined) return assert.fail()
    const all = [given, deleted, expired]
    const ends = Effect.forEach(all, ({ id }) => store.endOf(id))
    assert.deepStrictEqual(yield* ends, [makeEnding(null), makeEnding(null), makeEnding("expired")])
    yield* store.release(dataset.id, [given.sampleId], "released")
    yield* store.release(dataset.id, [deleted.sampleId], "superseded")
    yield* samples.markDeleted(dataset.id, [deleted.sampleId], instant)
    const over = [makeEnding("released"), makeEnding("superseded"), makeEnding("expired")]
    assert.deepStrictEqual(yield* ends, over)
    const again = yield* take(dataset, ann, "labeling", 2)
    assert.sameMembers(listSampleIds(again), [given.sampleId, expired.sampleId])
    assert.deepStrictEqual(yield* ends, over)
    yield* take(dataset, ann, "labeling", 2, ended)
    assert.strictEqual(yield* store.expire(null, 9), 2)
    assert.deepStrictEqual(yield* Effect.forEach(again, ({ id }) => store.endOf(id)), [
      makeEnding("expired"),
      makeEnding("expired"),
    ])
  }),

  "deletes old ended claims in batches": Effect.gen(function* () {
    const store = yield* ClaimStore
    const { ann, dataset } = yield* addQueue([{}, {}, {}, {}])
    const claims = yield* take(dataset, ann, "labeling", 4)
    yield* store.release(dataset.id, listSampleIds(claims).slice(0, 3), "released")
    const at = toMillis(yield* now)
    assert.strictEqual(yield* store.forgetEnded(fromMillis(at - 60_000), 9), 0)
    const later = fromMillis(at + 60_000)
    const forgotten = [
      yield* store.forgetEnded(later, 2),
      yield* store.forgetEnded(later, 2),
      yield* store.forgetEnded(later, 2),
    ]
    assert.deepStrictEqual(forgotten, [2, 1, 0])
    assert.deepStrictEqual((yield* Effect.forEach(claims, ({ id }) => store.endOf(id))).map(Option.isSome), [
      false,
      false,
      false,
      true,
    ])
  }),

  "finishes a claim without recording how it ended, and the sample keeps its place": Effect.gen(function* () {
    const { store, bob, dataset, claim } = yield* addClaimed()
    yield* store.finish({ ...claim, id: yield* generateId(ClaimId) })
    yield* store.finish({ ...claim, datasetId: yield* generateId(DatasetId) })
    assert.isTrue(yield* isOpen(claim))
    yield* store.finish(claim)
    assert.isFalse(yield* isOpen(claim))
    assert.deepStrictEqual(yield* store.endOf(claim.id), Option.none())
    yield* store.finish(claim)
    const [theirs] = yield* take(dataset, bob)
    assert.strictEqual(theirs?.sampleId, claim.sampleId)
    yield* store.finish(claim)
    assert.lengthOf(yield* store.ofUser(bob), 1)
  }),

  "finishes a claim and sets the place of its sample": Effect.gen(function* () {
    const { store, ann: alice, bob, dataset, claim } = yield* addClaimed()
    const key = {
      sampleId: claim.sampleId,
      np: -5,
      own: { step: 2, user: bob },
      open: null,
      labeler: alice,
    } as const
    yield* store.finish({ ...claim, id: yield* generateId(ClaimId) }, key)
    assert.isTrue(yield* isOpen(claim))
    yield* store.finish(claim, key)
    assert.isFalse(yield* isOpen(claim))
    assert.deepStrictEqual(yield* take(dataset, alice), [])
    const [theirs] = yield* take(dataset, bob)
    assert.strictEqual(theirs?.sampleId, claim.sampleId)
    assert.strictEqual(theirs?.step, 2)
    yield* store.finish(claim, { ...key, own: { step: 1, user: alice } })
    assert.lengthOf(yield* store.ofUser(bob), 1)
  }),

  "returns the open claims of the locked samples": Effect.gen(function* () {
    const store = yield* ClaimStore
    const transaction = yield* Transaction
    const { ann, dataset, ids } = yield* addQueue([{}, {}, {}])
    const claims = yield* take(dataset, ann, "labeling", 2)
    const locked = yield* transaction.run(store.lock(dataset.id, [...ids, yield* generateId(SampleId)]))
    assert.sameDeepMembers(
      [...locked],
      claims.map((claim) => [claim.sampleId, claim]),
    )
    assert.strictEqual((yield* transaction.run(store.lock(dataset.id, []))).size, 0)
    const other = yield* addDataset(ann, "other")
    assert.strictEqual((yield* transaction.run(store.lock(other.id, ids))).size, 0)
  }),

  "ends a claim in one of two transactions that find it for update": Effect.gen(function* () {
    const { store, dataset, claim } = yield* addClaimed()
    const end = Effect.flatMap(store.findForUpdate(claim.id), (found) =>
      Option.isSome(found)
        ? Effect.as(store.release(dataset.id, [claim.sampleId], "released"), true)
        : Effect.succeed(false),
    )
    assert.sameMembers([...(yield* runInterleaved(end, end))], [true, false])
  }),

  "shows the second of two transactions that lock a sample the changes of the first": Effect.gen(
    function* () {
      const { store, dataset, claim } = yield* addClaimed()
      const end = Effect.flatMap(store.lock(dataset.id, [claim.sampleId]), (open) =>
        open.size === 1
          ? Effect.as(store.release(dataset.id, [claim.sampleId], "released"), true)
          : Effect.succeed(false),
      )
      assert.sameMembers([...(yield* runInterleaved(end, end))], [true, false])
    },
  ),

  "does not renew a claim that another transaction has locked and then ends": Effect.gen(function* () {
    const { store, dataset, claim } = yield* addClaimed()
    const end = Effect.flatMap(store.findForUpdate(claim.id), (found) =>
      Option.isSome(found)
        ? Effect.as(store.release(dataset.id, [claim.sampleId], "released"), true)
        : Effect.succeed(false),
    )
    const [, renewed] = yield* runInterleaved(end, store.renew(claim, 900))
    assert.isFalse(yield* isOpen(claim))
    assert.isTrue(Option.isNone(renewed))
  }),

  "keeps a claim whose release is rolled back": Effect.gen(function* () {
    const { store, bob, dataset, claim } = yield* addClaimed()
    const taken = yield* runBesideRollback(
      store.release(dataset.id, [claim.sampleId], "released"),
      take(dataset, bob),
    )
    assert.deepStrictEqual(taken, [])
    assert.isTrue(yield* isOpen(claim))
  }),
})
