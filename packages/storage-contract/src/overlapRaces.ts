/** Claims of samples with and without overlap beside changes of many samples. */
import {
  ClaimStore,
  Collaborators,
  Datasets,
  OverlapStore,
  Overlaps,
  Queue,
  type SampleId,
  Transaction,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { claim, makeWorld, runAs, type World } from "./overlapWorld.ts"
import { runInterleaved, type Suite } from "./suite.ts"

/** The time that a rival gets to reach the locks of an open transaction. */
const aWhile = "150 millis"

/** Counts transactions that the storage runs again, as it does after a deadlock. */
const countRetries = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    let retries = 0
    const run: typeof transaction.run = (effect, options) => {
      let runs = 0
      const counted = Effect.suspend(() => {
        if (runs++ > 0) retries++
        return effect
      })
      return transaction.run(counted, options)
    }
    yield* Effect.provideService(test, Transaction, Transaction.of({ ...transaction, run }))
    return retries
  })

/** Runs the calls beside a change of these samples, whose rows it locks one after the other. */
const runBesideChange = <A, E, R>(
  { dataset }: World,
  samples: ReadonlyArray<SampleId>,
  calls: Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const { run } = yield* Transaction
    const begun = yield* Deferred.make<void>()
    const change = run(
      Effect.forEach(
        samples.toSorted(),
        (id) =>
          claims
            .lock(dataset.id, [id])
            .pipe(Effect.zipRight(Deferred.succeed(begun, undefined)), Effect.zipRight(Effect.sleep(aWhile))),
        { discard: true },
      ),
    )
    yield* Effect.all([change, Effect.zipRight(Deferred.await(begun), calls)], { concurrency: "unbounded" })
  })

/** Samples `a` and `c` without overlap and `b` with it. */
const makeMixedWorld = Effect.gen(function* () {
  const world = yield* makeWorld(1)
  const [a, b, c] = world.sampleIds
  if (a === undefined || b === undefined || c === undefined) return yield* Effect.dieMessage("No samples.")
  return { world, a, b, c }
})

const setOverlap = (sample: SampleId) =>
  runAs("man")(Effect.flatMap(Overlaps, (overlaps) => overlaps.set(sample, { overlap: 2 })))

/** A claim of `person0` on `c` alone. */
const claimLast = (c: SampleId, world: World) =>
  runAs("person0")(Effect.flatMap(Queue, (queue) => queue.claimSample(world.ref, "labeling", c)))

export const overlapRaces: Suite["tests"] = {
  "leases several samples beside a change of many, without a deadlock": Effect.gen(function* () {
    const { a, b, c, world } = yield* makeMixedWorld
    yield* runAs("person0")(claim(world, "labeling"))
    yield* setOverlap(b)
    const { dataset, store } = world
    const leased = yield* Deferred.make<void>()
    const slowStore = OverlapStore.of({
      ...store,
      putLease: (...lease) =>
        store
          .putLease(...lease)
          .pipe(Effect.zipLeft(Deferred.succeed(leased, undefined)), Effect.zipLeft(Effect.sleep(aWhile))),
    })
    const claims = yield* ClaimStore
    const retries = yield* countRetries(
      Effect.gen(function* () {
        const { run } = yield* Transaction
        const change = run(
          Effect.zipRight(
            claims.lock(dataset.id, [a, b, c]),
            Effect.asVoid(store.lock(dataset.id, [a, b, c], "wait")),
          ),
        )
        const lease = Effect.provideService(
          runAs("person0")(claim(world, "labeling", 3)),
          OverlapStore,
          slowStore,
        )
        const [ids] = yield* Effect.all(
          [
            Effect.map(lease, (all) => all.map(({ sampleId }) => sampleId)),
            Effect.zipRight(Deferred.await(leased), change),
          ],
          { concurrency: "unbounded" },
        )
        assert.sameMembers(ids, [a, b, c])
      }),
    )
    assert.strictEqual(retries, 0)
  }),

  "ends the claims of a person who loses their role beside a change of many, without a deadlock": Effect.gen(
    function* () {
      const { a, c, world } = yield* makeMixedWorld
      yield* claimLast(c, world)
      yield* setOverlap(a)
      yield* runAs("person0")(claim(world, "labeling", 2))
      const remove = runAs("ann")(
        Effect.flatMap(Collaborators, (people) => people.remove(world.ref, "person0")),
      )
      assert.strictEqual(yield* countRetries(runBesideChange(world, [a, c], remove)), 0)
      assert.deepStrictEqual(yield* world.store.listClaims({ dataset: world.dataset.id, limit: 9 }), [])
    },
  ),

  "ends all claims beside a change of many samples, without a deadlock": Effect.gen(function* () {
    const { a, c, world } = yield* makeMixedWorld
    yield* claimLast(c, world)
    yield* setOverlap(a)
    yield* runAs("person0")(claim(world, "labeling", 2))
    const archive = runAs("ann")(
      Effect.flatMap(Datasets, (datasets) => datasets.update(world.ref, { archived: true })),
    )
    assert.strictEqual(yield* countRetries(runBesideChange(world, [a, c], archive)), 0)
    assert.deepStrictEqual(yield* world.store.listClaims({ dataset: world.dataset.id, limit: 9 }), [])
  }),

  "never gives a place to two people, one of whom renews a lease that has ended": Effect.gen(function* () {
    const { a, b, c, world } = yield* makeMixedWorld
    yield* setOverlap(a)
    const { dataset, store } = world
    const [own] = yield* runAs("person0")(claim(world, "labeling"))
    const id = own?.id ?? assert.fail("has no claim")
    // One place is left, whose lease has ended.
    const overlap = (yield* store.find(dataset.id, [a])).get(a) ?? assert.fail("has no overlap")
    const places = overlap.places.flatMap((place) =>
      place.lease?.claimId !== id
        ? []
        : [{ ...place, lease: { ...place.lease, expiresAt: place.lease.claimedAt } }],
    )
    yield* store.put([{ ...overlap, places }])
    const [taken, error] = yield* runInterleaved(
      runAs("person1")(claim(world, "labeling")),
      runAs("person0")(Effect.flatMap(Queue, (queue) => Effect.either(queue.renew(id)))),
    )
    assert.strictEqual(taken[0]?.sampleId, a)
    assert.strictEqual(error._tag, "Left")
    const claims = yield* runAs("person0")(claim(world, "labeling", 3))
    assert.sameMembers(
      claims.map(({ sampleId }) => sampleId),
      [b, c],
    )
    const holders = yield* store.listClaims({ dataset: dataset.id, limit: 9 })
    assert.deepStrictEqual(
      holders.map(({ holder }) => holder as string),
      ["person1"],
    )
  }),

  "renews claims beside a change of many samples, without a deadlock": Effect.gen(function* () {
    const { a, b, c, world } = yield* makeMixedWorld
    yield* claimLast(c, world)
    yield* setOverlap(b)
    yield* runAs("person0")(Effect.flatMap(Queue, (queue) => queue.claimSample(world.ref, "labeling", a)))
    const renew = Effect.flatMap(Transaction, ({ run }) => run(runAs("person0")(claim(world, "labeling", 2))))
    assert.strictEqual(yield* countRetries(runBesideChange(world, [a, c], renew)), 0)
  }),
}
