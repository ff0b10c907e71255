/** The workunits that are kept of deleted datasets: who lists them, and when they go. */
import {
  Archives,
  Datasets,
  DeletedWork,
  type EngineSettingsValues,
  JobStore,
  Maintenance,
  Organizations,
  PermissionDenied,
  Purge,
  Queue,
  Samples,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const day = 24 * 3600 * 1000
const engine = (settings: Partial<EngineSettingsValues> = { keepDeletedWorkMillis: day }) =>
  Layer.provideMerge(Maintenance.Default, world(settings))

const cats = named("ada", "cats")
const mine = Effect.flatMap(DeletedWork, (work) => work.mine()).pipe(as("ada"))

/** A dataset in which one label was written in the queue. */
const worked = Effect.gen(function* () {
  yield* people("ada", "bob")
  yield* datasetOf("ada")
  yield* Effect.gen(function* () {
    yield* Effect.flatMap(Samples, (samples) => samples.createMany(cats, [{ name: "one" }]))
    const queue = yield* Queue
    const { claim } = yield* Effect.flatten(Stream.runHead(yield* queue.claim(cats, "labeling")))
    yield* queue.perform(claim.id, "submit", { attributes: { annotations: [] } })
  }).pipe(as("ada"))
})

const remove = Effect.flatMap(Datasets, (datasets) => datasets.remove(cats)).pipe(as("ada"))

/** Carries out all purges, as a worker does, and returns their number. */
const purged = Effect.gen(function* () {
  const [jobs, { handler }] = yield* Effect.all([JobStore, Purge])
  for (let count = 0; ; count++) {
    const leased = yield* jobs.lease({ kinds: ["purge"], leaseSeconds: 60, token: "test" })
    if (Option.isNone(leased)) return count
    yield* yield* handler.run(leased.value.job, () => Effect.void)
    yield* jobs.finish(leased.value, { status: "SUCCEEDED", error: null })
  }
})

describe("the work in deleted datasets", () => {
  it.effect("is kept as long as the settings say, for the owner alone", () =>
    Effect.gen(function* () {
      yield* worked
      assert.deepStrictEqual(yield* mine, [])
      yield* remove
      assert.strictEqual(yield* purged, 1)
      const [kept] = yield* mine
      assert.strictEqual(kept?.dataset, "ada/cats")
      const { action, createdBy, sampleName } = kept?.workunit ?? assert.fail("no workunit")
      assert.deepStrictEqual(
        { action, createdBy, sampleName },
        { action: "submit", createdBy: "ada", sampleName: "one" },
      )
      const work = yield* DeletedWork
      assert.lengthOf(yield* work.mine({ user: "ADA" }).pipe(as("ada")), 1)
      for (const query of [{ user: "bob" }, { user: "nobody" }, { page: 2 }])
        assert.deepStrictEqual(yield* work.mine(query).pipe(as("ada")), [])
      assert.deepStrictEqual(yield* work.mine().pipe(as("bob")), [])

      const forget = Effect.flatMap(Maintenance, (maintenance) => maintenance.forget)
      yield* TestClock.adjust(day - 1000)
      yield* forget
      assert.lengthOf(yield* mine, 1)
      yield* TestClock.adjust(1000)
      yield* forget
      assert.deepStrictEqual(yield* mine, [])
      assert.strictEqual(yield* purged, 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not kept by default", () =>
    Effect.gen(function* () {
      yield* worked
      yield* remove
      assert.deepStrictEqual(yield* mine, [])
    }).pipe(Effect.provide(engine({}))),
  )

  it.effect("of an organization is listed for its admins", () =>
    Effect.gen(function* () {
      yield* worked
      yield* Effect.flatMap(Organizations, (organizations) =>
        organizations.create({ username: "acme" }),
      ).pipe(as("ada"))
      yield* Effect.flatMap(Datasets, (datasets) => datasets.transfer(cats, "acme")).pipe(as("ada"))
      yield* Effect.flatMap(Datasets, (datasets) => datasets.remove(named("acme", "cats"))).pipe(as("ada"))
      const listed = Effect.flatMap(DeletedWork, (work) => work.ofOrganization("acme"))
      assert.deepStrictEqual(
        (yield* listed.pipe(as("ada"))).map(({ dataset }) => dataset),
        ["acme/cats"],
      )
      assert.instanceOf(yield* Effect.flip(listed.pipe(as("bob"))), PermissionDenied)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is in the archive, so that a restoration ends what was kept", () =>
    Effect.gen(function* () {
      yield* worked
      const archives = yield* Archives
      const parts = yield* Stream.runCollect(archives.read(cats)).pipe(as("ada"))
      yield* remove
      yield* purged
      assert.lengthOf(yield* mine, 1)
      yield* archives.restore(Stream.fromChunk(parts)).pipe(asSystem)
      assert.deepStrictEqual(yield* mine, [])
      yield* Effect.flatMap(Datasets, (datasets) => datasets.get(cats)).pipe(as("ada"))
    }).pipe(Effect.provide(engine())),
  )
})
