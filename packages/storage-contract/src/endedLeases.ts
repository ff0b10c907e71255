/** ClaimStore: the leases of claims that ended without work, each of which is counted once. */
import {
  type Claim,
  ClaimId,
  ClaimStore,
  type Dataset,
  ErasureStore,
  fromMillis,
  generateId,
  now,
  type Sample,
  sumEarlierTime,
  Transaction,
  toMillis,
  type Username,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
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

/** Work on a claim that reports more than it can have lasted, as the engine counts it: 0 where the lease is lost. */
const countWork = (claim: Claim, sample: Sample, taken: Set<ClaimId>) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const workunits = yield* WorkunitStore
    const count = Effect.gen(function* () {
      if (Option.isNone(yield* claims.findForUpdate(claim.id))) return 0
      const [own] = yield* workunits.sessions(claim.datasetId, [claim.id])
      const leases = yield* claims.takeEnded(claim)
      for (const { id } of leases) {
        assert.isFalse(taken.has(id), "a lease was taken twice")
        taken.add(id)
      }
      const sessions = yield* workunits.sessions(
        claim.datasetId,
        leases.map(({ id }) => id),
      )
      const createdAt = yield* now
      const since = Math.max(0, toMillis(createdAt) - toMillis(own?.lastAt ?? claim.claimedAt))
      const time = Math.floor(since + sumEarlierTime(leases, sessions, claim.claimedAt))
      const fields = { action: "save", claimId: claim.id, createdAt, createdBy: claim.holder, time } as const
      yield* workunits.insert(yield* makeWorkunit(sample, fields))
      return time
    })
    return yield* (yield* Transaction).run(count)
  })

export const endedLeases = makeSuite("ClaimStore, ended leases", {
  "returns the leases of a person's ended claims on a sample once, and how they ended ever after": Effect.gen(
    function* () {
      const { ann, bob, claim, dataset, store } = yield* addLost
      const other = yield* addDataset(ann, "other")
      const [again] = yield* take(dataset, ann, "labeling", 1, ended)
      if (again === undefined) return assert.fail()
      assert.strictEqual(again.sampleId, claim.sampleId)
      yield* store.expire(dataset.id, 9)
      assert.deepStrictEqual(yield* store.takeEnded({ ...claim, holder: bob }), [])
      assert.deepStrictEqual(yield* store.takeEnded({ ...claim, datasetId: other.id }), [])
      const leases = yield* store.takeEnded(claim)
      assert.sameMembers(
        leases.map(({ id }) => id),
        [claim.id, again.id],
      )
      const [released, expired] = [claim, again].map((one) => leases.find(({ id }) => id === one.id))
      if (released === undefined) return assert.fail()
      assert.strictEqual(released.claimedAt, claim.claimedAt)
      assert.isAtMost(toMillis(released.endedAt), toMillis(claim.expiresAt))
      assert.approximately(toMillis(released.endedAt), toMillis(yield* now), 60_000)
      assert.deepStrictEqual(expired, { id: again.id, claimedAt: again.claimedAt, endedAt: again.expiresAt })
      assert.deepStrictEqual(yield* store.takeEnded(claim), [])
      const ends = yield* Effect.forEach([claim, again], ({ id }) => store.endOf(id))
      assert.deepStrictEqual(
        ends.map((end) => Option.getOrNull(end)?.reason),
        ["released", "expired"],
      )
    },
  ),

  "returns none of claims that are open, that work ended, or that are forgotten": Effect.gen(function* () {
    const { ann, claim, dataset, store } = yield* addLost
    const [open] = yield* take(dataset, ann)
    if (open === undefined) return assert.fail()
    assert.lengthOf(yield* store.takeEnded(open), 1)
    yield* store.finish(open)
    assert.deepStrictEqual(yield* store.takeEnded(claim), [])
    const [last] = yield* take(dataset, ann)
    yield* store.release(dataset.id, last === undefined ? [] : [last.sampleId], "withdrawn")
    yield* store.forgetEnded(fromMillis(Date.UTC(9999, 0)), 9)
    assert.deepStrictEqual(yield* store.takeEnded(claim), [])
  }),

  "records a lease that another claim of the sample replaces": Effect.gen(function* () {
    const { ann, bob, dataset, samples, store } = yield* addLost
    const [, second] = samples
    if (second === undefined) return assert.fail()
    const lost = yield* claimSample(dataset, ann, second, -1)
    const theirs = yield* claimSample(dataset, bob, second, 60_000)
    if (lost === null || theirs === null) return assert.fail()
    assert.deepStrictEqual(
      (yield* store.takeEnded(lost)).map(({ id }) => id),
      [lost.id],
    )
  }),

  "gives a lease to one of two callers": Effect.gen(function* () {
    const { claim, store } = yield* addLost
    const [first, second] = yield* runInterleaved(store.takeEnded(claim), store.takeEnded(claim))
    assert.lengthOf([...first, ...second], 1)
  }),

  "gives a lease again when the first caller's transaction is rolled back": Effect.gen(function* () {
    const { claim, store } = yield* addLost
    yield* runBesideRollback(store.takeEnded(claim), Effect.void)
    assert.lengthOf(yield* store.takeEnded(claim), 1)
  }),

  "knows the leases of a renamed person": Effect.gen(function* () {
    const { claim, dataset, store } = yield* addLost
    const renaming = { from: claim.holder, to: names.to }
    yield* (yield* ErasureStore).rename(renaming, dataset.id)
    assert.deepStrictEqual(yield* store.takeEnded(claim), [])
    assert.lengthOf(yield* store.takeEnded({ ...claim, holder: names.to }), 1)
  }),

  "counts each moment of the leases of a person and a sample at most once, in any order of calls": Effect.gen(
    function* () {
      const { ann, bob, dataset, samples, store } = yield* addLost
      for (const seed of [1, 2, 3, 4]) {
        const random = makeRandom(seed)
        const choose = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)] as A
        const begin = toMillis(yield* now)
        const taken = new Set<ClaimId>()
        const granted = new Map<ClaimId, Claim & { readonly sample: Sample; counted: number }>()
        for (let step = 0; step < 60; step++) {
          const sample = choose(samples)
          const roll = random()
          const claim = choose([...granted.values()].slice(-4))
          if (roll < 0.35 || claim === undefined) {
            const next = yield* claimSample(dataset, choose([ann, ann, bob]), sample, 5 + random() * 40)
            if (next !== null && !granted.has(next.id)) granted.set(next.id, { ...next, sample, counted: 0 })
          } else if (roll < 0.65) {
            claim.counted += yield* countWork(claim, claim.sample, taken)
          } else if (roll < 0.75) {
            const both = Array.from({ length: 2 }, () => countWork(claim, claim.sample, taken))
            for (const time of yield* Effect.all(both, { concurrency: 2 })) claim.counted += time
          } else if (roll < 0.85) {
            yield* store.release(dataset.id, [sample.id], "released")
          } else if (roll < 0.9) {
            yield* store.expire(dataset.id, 100)
          } else {
            yield* Effect.sleep(1 + random() * 30)
          }
        }
        const end = toMillis(yield* now)
        for (const holder of [ann, bob]) {
          for (const sample of samples) {
            const mine = [...granted.values()].filter((c) => c.holder === holder && c.sampleId === sample.id)
            const counted = mine.reduce((sum, claim) => sum + claim.counted, 0)
            assert.isAtMost(counted, Math.ceil(end - begin) + 1, `seed ${seed}`)
          }
        }
        yield* store.release(
          dataset.id,
          samples.map(({ id }) => id),
          "released",
        )
        // Leases of this seed do not count in the next.
        for (const claim of granted.values()) yield* store.takeEnded(claim)
      }
    },
  ),
})
