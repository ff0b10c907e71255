/** The purge of a deleted dataset: batches until nothing is left, once no release needs it. */
import {
  BlobStore,
  DatasetStore,
  Datasets,
  type Job,
  JobStore,
  Purge,
  ReleaseBuilder,
  Releases,
  Samples,
  SnapshotStore,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Ref, Stream, TestClock } from "effect"
import { as, datasetOf, named, people, world } from "../world.ts"

const annCats = named("ann", "cats")

/** The next job of that kind, whoever asked for it. */
const nextJob = (kind: "purge" | "release") =>
  Effect.flatMap(JobStore, (jobs) =>
    Effect.map(jobs.lease({ kinds: [kind], leaseSeconds: 60, token: "test" }), (leased) =>
      Option.getOrNull(Option.map(leased, ({ job }): Job => job)),
    ),
  )

const deleted = (count: number) =>
  Effect.gen(function* () {
    yield* people("ann")
    const { record } = yield* datasetOf("ann")
    const samples = yield* Samples
    const inputs = Array.from({ length: count }, (_, index) => ({ name: `${index}` }))
    yield* as("ann")(samples.createMany(annCats, inputs))
    return record.dataset.id
  })

/** Whether somebody reads the dataset, as the tests want it. */
class Reading extends Effect.Service<Reading>()("Reading", { effect: Ref.make(false) }) {}

/** The storage in memory, in which a snapshot counts as open as long as somebody is `Reading`. */
const readable = () => {
  const snapshots = Layer.effect(
    SnapshotStore,
    Effect.gen(function* () {
      const { open } = yield* SnapshotStore
      const reading = yield* Reading
      return SnapshotStore.of({ open, isOpen: () => Ref.get(reading) })
    }),
  )
  return Layer.provideMerge(snapshots, Layer.merge(memory(), Reading.Default))
}

const readableWorld = () => {
  const storage = readable()
  return Layer.provideMerge(world({}, storage), storage)
}

describe("the purge", () => {
  it.effect("is asked for by the deletion, and removes everything in batches", () =>
    Effect.gen(function* () {
      const id = yield* deleted(2500)
      assert.isNull(yield* nextJob("purge"))
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(annCats)))
      const job = yield* nextJob("purge")
      if (job === null) return yield* Effect.dieMessage("no purge was asked for")
      assert.strictEqual(job.datasetId, id)
      const { handler } = yield* Purge
      const reports: Array<number> = []
      yield* Effect.flatten(handler.run(job, (done) => Effect.sync(() => reports.push(done))))
      assert.deepStrictEqual(reports.slice(0, 2), [1000, 2000])
      assert.isAtLeast(reports.at(-1) ?? 0, 2500)
      const store = yield* DatasetStore
      assert.strictEqual(yield* store.purge(id, 1000), 0)
      assert.isNull(yield* nextJob("purge"))
    }).pipe(Effect.provide(world())),
  )

  it.effect("waits for a release that is being made, whose end asks for it again", () =>
    Effect.gen(function* () {
      const id = yield* deleted(10)
      const releases = yield* Releases
      const release = yield* as("ann")(releases.create(annCats, { name: "v1" }))
      const blobs = yield* BlobStore
      const key = `releases/${release.id}/1.json`
      yield* blobs.put(key, Stream.make(new Uint8Array([1])))
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(annCats)))
      const { handler } = yield* Purge
      const purged = (job: Job | null) =>
        job === null
          ? Effect.dieMessage("no purge was asked for")
          : Effect.flatten(handler.run(job, () => Effect.void))
      yield* purged(yield* nextJob("purge"))
      assert.isTrue(yield* releases.hasPending(id))
      assert.isNull(yield* nextJob("purge"))
      const building = yield* nextJob("release")
      if (building === null) return yield* Effect.dieMessage("no release was asked for")
      const builder = (yield* ReleaseBuilder).handler
      yield* Effect.flatten(builder.run(building, () => Effect.void))
      yield* builder.settled?.(building) ?? Effect.void
      assert.isFalse(yield* releases.hasPending(id))
      yield* purged(yield* nextJob("purge"))
      assert.isTrue(Option.isNone(yield* blobs.size(key)))
      assert.strictEqual(yield* (yield* DatasetStore).purge(id, 1000), 0)
    }).pipe(Effect.provide(world())),
  )

  it.effect("removes nothing while somebody reads, and asks for itself again", () =>
    Effect.gen(function* () {
      const id = yield* deleted(10)
      const reading = yield* Reading
      yield* Ref.set(reading, true)
      yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.remove(annCats)))
      const { handler } = yield* Purge
      const run = Effect.gen(function* () {
        const job = yield* nextJob("purge")
        if (job === null) return yield* Effect.dieMessage("no purge was asked for")
        const fiber = yield* Effect.fork(Effect.flatten(handler.run(job, () => Effect.void)))
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(fiber)
      })
      yield* run
      yield* Ref.set(reading, false)
      yield* run
      assert.isNull(yield* nextJob("purge"))
      assert.strictEqual(yield* (yield* DatasetStore).purge(id, 1000), 0)
    }).pipe(Effect.provide(readableWorld())),
  )
})
