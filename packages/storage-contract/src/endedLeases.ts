/** ClaimStore: the leases of claims that ended without work, each of which is counted once. */
import {
  type Claim,
  ClaimId,
  ClaimStore,
  type Dataset,
  type EndedLeaseScope,
  ErasureStore,
  fromMillis,
  generateId,
  measureEarlier,
  now,
  type Sample,
  Transaction,
  toMillis,
  type Username,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Array as Arr, Effect, Option } from "effect"
import { names } from "./erasure.ts"
import { addDataset, addPerson, makeWorkunit } from "./fixtures.ts"
import { addQueue, take } from "./placing.ts"
import { makeSuite, runBesideRollback, runInterleaved } from "./suite.ts"

/** A lease that has already expired by the storage's clock. */
const ended = -1

/** One sample, whose claim `ann` has lost. */
const addLost = Effect.gen(function* () {
  const store = yield* ClaimStore
  const world = yield* addQueue([{}, {}])
  const bob = yield* addPerson("bob")
  const [claim] = yield* take(world.dataset, world.ann)
  if (claim === undefined) return yield* Effect.dieMessage("nothing to claim")
  yield* store.release(world.dataset.id, [claim.sampleId], "released")
  return { ...world, store, bob, claim }
})

const claimSample = (dataset: Dataset, user: Username, sample: Sample, leaseMillis: number) =>
  Effect.gen(function* () {
    const id = yield* generateId(ClaimId)
    const place = { datasetId: dataset.id, sampleId: sample.id, user, queue: "labeling" as const, id }
    const claims = yield* ClaimStore
    return Option.getOrNull(
      yield* claims.claimSample({ ...place, leaseSeconds: leaseMillis / 1000, maxOpen: 50 }),
    )
  })

/** Numbers from 0 to 1, the same for the same seed. */
const makeRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Work on a claim that reports `unsent` more milliseconds than it can have lasted, as the engine counts it: 0 where the lease is lost.
 */
const countWork = (claim: Claim, sample: Sample, unsent: number) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const workunits = yield* WorkunitStore
    const count = Effect.gen(function* () {
      const open = Option.getOrNull(yield* claims.findForUpdate(claim.id))
      if (open === null) return 0
      const [own] = yield* workunits.sessions(claim.datasetId, [claim.id])
      const leases = yield* claims.findEnded(claim)
      const sessions = yield* workunits.sessions(
        claim.datasetId,
        leases.map(({ id }) => id),
      )
      // The lease may end after it was locked.
      const createdAt = fromMillis(Math.min(toMillis(yield* now), toMillis(open.expiresAt)))
      const since = Math.max(0, toMillis(createdAt) - toMillis(own?.lastAt ?? claim.claimedAt))
      let time = Math.floor(since)
      if (Arr.isNonEmptyReadonlyArray(leases)) {
        const { millis, until } = measureEarlier(leases, sessions, claim.claimedAt, unsent)
        yield* claims.countEnded(claim, until)
        time += millis
      }
      const fields = { action: "save", claimId: claim.id, createdAt, createdBy: claim.holder, time } as const
      yield* workunits.insert(yield* makeWorkunit(sample, fields))
      return time
    })
    return yield* (yield* Transaction).run(count)
  })

/** Counts all that is left of the leases. */
const countAll = (scope: EndedLeaseScope) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const leases = yield* claims.findEnded(scope)
    yield* claims.countEnded(scope, farthest)
    return leases
  })

const farthest = fromMillis(Date.UTC(9999, 0))

/** A lease that a person was granted on a sample, and the milliseconds of work that were counted under it. */
interface Grant extends Claim {
  readonly sample: Sample
  counted: number
  /** The last moment at which the lease can have lasted, in milliseconds since 1970. */
  end: number
}

/** The milliseconds that are in any of the leases. */
const sumUnion = (grants: ReadonlyArray<Grant>): number => {
  let sum = 0
  let last = 0
  for (const { claimedAt, end } of grants.toSorted((a, b) => toMillis(a.claimedAt) - toMillis(b.claimedAt))) {
    sum += Math.max(0, end - Math.max(last, toMillis(claimedAt)))
    last = Math.max(last, end)
  }
  return sum
}

export const endedLeases = makeSuite("ClaimStore, ended leases", {
  "returns the leases of a person's ended claims on a sample in a queue, and how they ended": Effect.gen(
    function* () {
      const { ann, bob, claim, dataset, store } = yield* addLost
      const other = yield* addDataset(ann, "other")
      const [again] = yield* take(dataset, ann, "labeling", 1, ended)
      if (again === undefined) return assert.fail()
      assert.strictEqual(again.sampleId, claim.sampleId)
      yield* store.expire(dataset.id, 9)
      assert.deepStrictEqual(yield* store.findEnded({ ...claim, holder: bob }), [])
      assert.deepStrictEqual(yield* store.findEnded({ ...claim, datasetId: other.id }), [])
      assert.deepStrictEqual(yield* store.findEnded({ ...claim, queue: "reviewing" }), [])
      const leases = yield* store.findEnded(claim)
      assert.sameMembers(
        leases.map(({ id }) => id),
        [claim.id, again.id],
      )
      const [released, expired] = [claim, again].map((one) => leases.find(({ id }) => id === one.id))
      if (released === undefined) return assert.fail()
      assert.strictEqual(released.startsAt, claim.claimedAt)
      // Both by the storage's clock: the next claim began after the release.
      assert.isAtMost(toMillis(released.endsAt), toMillis(again.claimedAt))
      assert.isAtLeast(toMillis(released.endsAt), toMillis(released.startsAt))
      assert.deepStrictEqual(expired, { id: again.id, startsAt: again.claimedAt, endsAt: again.expiresAt })
      assert.lengthOf(yield* countAll(claim), 2)
      assert.deepStrictEqual(yield* store.findEnded(claim), [])
      const ends = yield* Effect.forEach([claim, again], ({ id }) => store.endOf(id))
      assert.deepStrictEqual(
        ends.map((end) => Option.getOrNull(end)?.reason),
        ["released", "expired"],
      )
    },
  ),

  "returns what is later than the moment until which leases are counted": Effect.gen(function* () {
    const { ann, bob, dataset, samples, store } = yield* addLost
    const [, sample] = samples
    if (sample === undefined) return assert.fail()
    const first = yield* claimSample(dataset, ann, sample, 200)
    yield* Effect.sleep(30)
    yield* store.release(dataset.id, [sample.id], "released")
    const theirs = yield* claimSample(dataset, bob, sample, 200)
    yield* Effect.sleep(5)
    yield* store.release(dataset.id, [sample.id], "released")
    const second = yield* claimSample(dataset, ann, sample, 200)
    if (first === null || theirs === null || second === null) return assert.fail()
    yield* Effect.sleep(30)
    yield* store.release(dataset.id, [sample.id], "released")
    const find = Effect.map(store.findEnded(first), (leases) =>
      leases.toSorted((a, b) => toMillis(a.startsAt) - toMillis(b.startsAt)),
    )
    const [early, late] = yield* find
    if (early === undefined || late === undefined) return assert.fail()
    yield* store.countEnded(first, early.startsAt)
    assert.deepStrictEqual(yield* find, [early, late])
    const inside = fromMillis(toMillis(early.startsAt) + 10)
    yield* store.countEnded(first, inside)
    assert.deepStrictEqual(yield* find, [{ ...early, startsAt: inside }, late])
    // Never back.
    yield* store.countEnded(first, early.startsAt)
    assert.deepStrictEqual(yield* find, [{ ...early, startsAt: inside }, late])
    yield* store.countEnded(first, early.endsAt)
    assert.deepStrictEqual(yield* find, [late])
    const next = fromMillis(toMillis(late.startsAt) + 10)
    yield* store.countEnded({ ...first, queue: "reviewing" }, farthest)
    yield* store.countEnded(first, next)
    assert.deepStrictEqual(yield* find, [{ ...late, startsAt: next }])
    assert.lengthOf(yield* store.findEnded(theirs), 1)
    yield* store.countEnded(first, farthest)
    assert.deepStrictEqual(yield* find, [])
    assert.lengthOf(yield* store.findEnded(theirs), 1)
  }),

  "returns none of claims that are open, that work ended, or that are forgotten": Effect.gen(function* () {
    const { ann, claim, dataset, store } = yield* addLost
    const [open] = yield* take(dataset, ann)
    if (open === undefined) return assert.fail()
    assert.lengthOf(yield* countAll(open), 1)
    yield* store.finish(open)
    assert.deepStrictEqual(yield* store.findEnded(claim), [])
    const [last] = yield* take(dataset, ann)
    yield* store.release(dataset.id, last === undefined ? [] : [last.sampleId], "withdrawn")
    yield* store.forgetEnded(farthest, 9)
    assert.deepStrictEqual(yield* store.findEnded(claim), [])
  }),

  "records a lease that another claim of the sample replaces": Effect.gen(function* () {
    const { ann, bob, dataset, samples, store } = yield* addLost
    const [, second] = samples
    if (second === undefined) return assert.fail()
    const lost = yield* claimSample(dataset, ann, second, -1)
    const theirs = yield* claimSample(dataset, bob, second, 60_000)
    if (lost === null || theirs === null) return assert.fail()
    assert.deepStrictEqual(
      (yield* store.findEnded(lost)).map(({ id }) => id),
      [lost.id],
    )
  }),

  "gives a lease to one of two callers": Effect.gen(function* () {
    const { claim } = yield* addLost
    const count = Effect.flatMap(Transaction, (transaction) => transaction.run(countAll(claim)))
    const [first, second] = yield* runInterleaved(count, count)
    assert.lengthOf([...first, ...second], 1)
  }),

  "gives a lease again when the first caller's transaction is rolled back": Effect.gen(function* () {
    const { claim, store } = yield* addLost
    yield* runBesideRollback(countAll(claim), Effect.void)
    assert.lengthOf(yield* store.findEnded(claim), 1)
  }),

  "knows the leases of a renamed person": Effect.gen(function* () {
    const { claim, dataset, store } = yield* addLost
    const renaming = { from: claim.holder, to: names.to }
    yield* (yield* ErasureStore).rename(renaming, dataset.id)
    assert.deepStrictEqual(yield* store.findEnded(claim), [])
    assert.lengthOf(yield* store.findEnded({ ...claim, holder: names.to }), 1)
  }),

  "counts each moment of the leases of a person and a sample at most once, in any order of calls": Effect.gen(
    function* () {
      const { ann, bob, dataset, samples, store } = yield* addLost
      for (const seed of [1, 2, 3, 4]) {
        const random = makeRandom(seed)
        const choose = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)] as A
        const granted = new Map<ClaimId, Grant>()
        /** The open claims on the samples have ended, at the latest now. */
        const end = (sample: Sample) =>
          Effect.gen(function* () {
            const at = toMillis(yield* now)
            for (const grant of granted.values())
              if (grant.sampleId === sample.id) grant.end = Math.min(grant.end, at)
          })
        for (let step = 0; step < 60; step++) {
          const sample = choose(samples)
          const roll = random()
          const grant = choose([...granted.values()].slice(-4))
          if (roll < 0.35 || grant === undefined) {
            const next = yield* claimSample(dataset, choose([ann, ann, bob]), sample, 5 + random() * 40)
            if (next === null) continue
            const before = granted.get(next.id)
            const until = toMillis(next.expiresAt)
            if (before === undefined) granted.set(next.id, { ...next, sample, counted: 0, end: until })
            else before.end = Math.max(before.end, until)
          } else if (roll < 0.65) {
            grant.counted += yield* countWork(grant, grant.sample, 1 + Math.floor(random() * 60))
          } else if (roll < 0.75) {
            const both = Array.from({ length: 2 }, () => countWork(grant, grant.sample, 1e9))
            for (const time of yield* Effect.all(both, { concurrency: 2 })) grant.counted += time
          } else if (roll < 0.85) {
            yield* store.release(dataset.id, [sample.id], "released")
            yield* end(sample)
          } else if (roll < 0.9) {
            yield* store.expire(dataset.id, 100)
          } else {
            yield* Effect.sleep(1 + random() * 30)
          }
        }
        yield* store.release(
          dataset.id,
          samples.map(({ id }) => id),
          "released",
        )
        for (const sample of samples) yield* end(sample)
        for (const holder of [ann, bob]) {
          for (const sample of samples) {
            const own = [...granted.values()].filter((c) => c.holder === holder && c.sampleId === sample.id)
            const counted = own.reduce((sum, grant) => sum + grant.counted, 0)
            // The clocks of process and storage may differ by a millisecond for each claim.
            assert.isAtMost(counted, sumUnion(own) + own.length, `seed ${seed}`)
          }
        }
        // Leases of this seed do not count in the next.
        for (const grant of granted.values()) yield* countAll(grant)
      }
    },
  ),
})
