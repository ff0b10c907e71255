/** Leases of places. `leaseFirst` is the common claim: a storage may leave each one to the search, and none may give out what that would not. */
import {
  ClaimId,
  ClaimStore,
  type Dataset,
  DatasetStore,
  generateId,
  makeLease,
  OverlapStore,
  type Sample,
  savePlace,
  Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { instant } from "./fixtures.ts"
import { ann, aWorld, bob, eve, lease, leaseAtOnce, makeOpen, makeOverlapLabel } from "./overlapFixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

const leaseFirst = (dataset: Dataset, user: Username) =>
  Effect.gen(function* () {
    const store = yield* OverlapStore
    const id = yield* generateId(ClaimId)
    return Option.getOrNull(yield* store.leaseFirst({ datasetId: dataset.id, user, leaseSeconds: 60, id }))
  })

const listHolders = (dataset: Dataset) =>
  Effect.gen(function* () {
    const claims = yield* (yield* OverlapStore).listClaims({ dataset: dataset.id, limit: 99 })
    return claims.map(({ holder }) => holder as string)
  })

/** A sample without overlap in the queue. */
const place = (dataset: Dataset, sample: Sample, user: Username | null = null) =>
  Effect.flatMap(ClaimStore, (claims) =>
    claims.place(dataset.id, [
      {
        sampleId: sample.id,
        np: 5,
        own: null,
        open: user === null ? { step: 4, user: null } : { step: 3, user },
        labeler: null,
      },
    ]),
  )

type World = Effect.Effect.Success<typeof aWorld>

/** Reasons for which `a`, which is before `b`, may not be the first sample of the person. */
const rivals: Readonly<
  Record<string, (world: World) => Effect.Effect<unknown, unknown, ClaimStore | DatasetStore | OverlapStore>>
> = {
  "a claim of the person": ({ c, store }) =>
    Effect.zipRight(store.put([makeOpen(c, 2, { np: 9 })]), lease(c, bob, "wait")),
  "a claim of the person on a sample without overlap": ({ c, dataset }) =>
    Effect.gen(function* () {
      yield* place(dataset, c)
      const ids = [yield* generateId(ClaimId)]
      yield* (yield* ClaimStore).claim({
        datasetId: dataset.id,
        user: bob,
        queue: "labeling",
        count: 1,
        leaseSeconds: 60,
        ids,
      })
    }),
  "a sample without overlap": ({ c, dataset }) => place(dataset, c),
  "a sample without overlap on which the person saved work": ({ c, dataset }) =>
    Effect.flatMap(ClaimStore, (claims) =>
      claims.place(dataset.id, [
        { sampleId: c.id, np: 5, own: { step: 1, user: bob }, open: null, labeler: null },
      ]),
    ),
  "a lease of a sample without overlap that has ended": ({ c, dataset }) =>
    Effect.gen(function* () {
      yield* place(dataset, c)
      const ids = [yield* generateId(ClaimId)]
      yield* (yield* ClaimStore).claim({
        datasetId: dataset.id,
        user: eve,
        queue: "labeling",
        count: 1,
        leaseSeconds: 0,
        ids,
      })
    }),
  "work of the person on a gold sample": ({ c, store }) =>
    store.put([savePlace({ ...makeOpen(c, 2, { np: 9 }), state: "gold" }, 1, bob, 0)]),
  "a sample without overlap that is assigned to the person": ({ c, dataset }) => place(dataset, c, bob),
  "work that the person saved": ({ c, store }) =>
    store.put([savePlace(makeOpen(c, 2, { np: 9 }), 1, bob, 0)]),
  "a place that is assigned to the person": ({ c, store }) =>
    store.put([makeOpen(c, 2, { np: 9, labeler: bob })]),
  "an assignee of the first sample": ({ a, store }) => store.put([makeOpen(a, 2, { labeler: eve })]),
  "a lease of the first sample that has ended, while another place of it is free": ({ a }) =>
    lease(a, eve, "wait", 0),
  "a lease of the first sample that has ended": ({ a, store }) =>
    Effect.zipRight(store.put([makeOpen(a, 1)]), lease(a, eve, "wait", 0)),
  "a label of the first sample that the person began": ({ a, store }) =>
    Effect.flatMap(makeOverlapLabel(a, bob, { status: "LABELING_IN_PROGRESS" }), store.addLabel),
  "the deletion of the dataset": ({ dataset }) =>
    Effect.flatMap(DatasetStore, (datasets) => datasets.markDeleted(dataset.id, instant)),
}

/** Changes of the overlap of `a`, of which one place is free, after which nobody else may lease it. */
const changes: Readonly<Record<string, (world: World) => Effect.Effect<void>>> = {
  "an assignment": ({ a, store }) => store.put([makeOpen(a, 1, { labeler: eve })]),
  "a decision": ({ a, store }) => store.put([{ ...makeOpen(a, 1), state: "decided", places: [] }]),
  "the end of an overlap": ({ a, dataset, store }) => store.remove(dataset.id, [a.id]),
}

export const overlapLeases = makeSuite("OverlapStore, leases", {
  "replaces the lease of one place": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 2)])
    yield* lease(a, bob, "wait")
    const before = (yield* store.find(dataset.id, [a.id])).get(a.id) ?? assert.fail("has no overlap")
    const next = makeLease({ id: yield* generateId(ClaimId), leaseSeconds: 60, user: eve }, 4, Date.now())
    yield* store.putLease(before, 2, next)
    const after = (yield* store.find(dataset.id, [a.id])).get(a.id)
    assert.deepStrictEqual(after, {
      ...before,
      places: before.places.map((place) => (place.place === 2 ? { ...place, lease: next } : place)),
    })
  }),

  "leases the first free place to a person without claims, once": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 1), makeOpen(b, 2, { np: -1 })])
    const claim = yield* leaseFirst(dataset, bob)
    // Left to the search.
    if (claim === null) return assert.deepStrictEqual(yield* listHolders(dataset), [])
    assert.deepInclude(claim, { sampleId: b.id, queue: "labeling", holder: bob, step: 4 })
    assert.strictEqual(Date.parse(claim.expiresAt) - Date.parse(claim.claimedAt), 60_000)
    assert.deepStrictEqual(yield* store.listClaims({ user: bob }), [claim])
    assert.isNull(yield* leaseFirst(dataset, bob))
    assert.strictEqual((yield* leaseFirst(dataset, eve))?.sampleId, b.id)
    assert.strictEqual((yield* leaseFirst(dataset, ann))?.sampleId, a.id)
    assert.isNull(yield* leaseFirst(dataset, Username.make("person0")))
    assert.sameMembers(yield* listHolders(dataset), [ann, bob, eve])
  }),

  "passes over samples that the person has labeled": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(b, 2, { np: -1 }), makeOpen(a, 2)])
    yield* store.addLabel(yield* makeOverlapLabel(b, bob))
    const claim = yield* leaseFirst(dataset, bob)
    if (claim !== null) assert.strictEqual(claim.sampleId, a.id)
  }),

  ...Object.fromEntries(
    Object.entries(rivals).map(([name, makeRival]) => [
      `leases nothing beside ${name}`,
      Effect.gen(function* () {
        const world = yield* aWorld
        const { a, b, dataset, store } = world
        yield* store.put([makeOpen(a, 2), makeOpen(b, 2, { np: 1 })])
        yield* makeRival(world)
        const before = yield* listHolders(dataset)
        assert.isNull(yield* leaseFirst(dataset, bob))
        assert.deepStrictEqual(yield* listHolders(dataset), before)
      }),
    ]),
  ),

  "leases each place once to many people at once": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 4), makeOpen(b, 3)])
    const claims = yield* runTwenty((index) => leaseFirst(dataset, Username.make(`person${index}`)))
    const leased = claims.flatMap((claim) => claim ?? [])
    const holders = yield* listHolders(dataset)
    assert.sameMembers(
      leased.map(({ holder }) => holder as string),
      holders,
    )
    assert.isAtMost(holders.length, 7)
  }),

  "leases one place to a person who asks many times at once": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 4), makeOpen(b, 3)])
    yield* runTwenty(() => leaseFirst(dataset, bob))
    assert.isAtMost((yield* listHolders(dataset)).length, 1)
  }),

  "leaves a place to a search that has locked it, and meets what that did": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 1)])
    const [searched, first] = yield* runInterleaved(lease(a, eve, "wait"), leaseFirst(dataset, bob))
    assert.isNotNull(searched)
    assert.isNull(first)
    assert.deepStrictEqual(yield* listHolders(dataset), [eve])
  }),

  ...Object.fromEntries(
    Object.entries(changes).flatMap(([name, makeChange]) => [
      [
        `leases no place beside ${name}, which is not yet committed`,
        Effect.gen(function* () {
          const world = yield* aWorld
          const { a, dataset, store } = world
          yield* store.put([makeOpen(a, 1)])
          const change = Effect.zipRight(store.lock(dataset.id, [a.id], "wait"), makeChange(world))
          const [, claim] = yield* runInterleaved(change, leaseFirst(dataset, bob))
          assert.isNull(claim)
          assert.deepStrictEqual(yield* listHolders(dataset), [])
        }),
      ],
      [
        `is met by ${name} that waits for it`,
        Effect.gen(function* () {
          const world = yield* aWorld
          const { a, dataset, store } = world
          yield* store.put([makeOpen(a, 1)])
          const change = Effect.gen(function* () {
            const { overlaps } = yield* store.lock(dataset.id, [a.id], "wait")
            yield* makeChange(world)
            return overlaps.get(a.id)?.places.map(({ lease: held }) => held?.holder ?? null)
          })
          const [claim, met] = yield* runInterleaved(leaseFirst(dataset, bob), change)
          if (claim !== null) assert.deepStrictEqual(met, [bob])
        }),
      ],
    ]),
  ),

  "is met by a search that waits for it": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 1)])
    const [first, searched] = yield* runInterleaved(leaseFirst(dataset, bob), lease(a, eve, "wait"))
    assert.deepStrictEqual(yield* listHolders(dataset), first === null ? [eve] : [bob])
    assert.strictEqual(searched === null, first !== null)
    assert.isNull(yield* leaseAtOnce(a, ann, "wait"))
  }),
})
