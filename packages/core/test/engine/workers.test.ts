import {
  AssetStore,
  Assets,
  BlobStore,
  ClaimStore,
  Datasets,
  fromMillis,
  IdempotencyStore,
  JobWorker,
  layerJobHandlers,
  layerWorkers,
  Maintenance,
  now,
  Queue,
  ReleaseStore,
  Releases,
  Samples,
  Transaction,
  Username,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

/** An engine whose workers are running. */
const running = () => {
  const workers = layerWorkers.pipe(
    Layer.provide(Layer.merge(JobWorker.Default, Maintenance.Default)),
    Layer.provide(layerJobHandlers),
  )
  return Layer.provideMerge(workers, world())
}

const cats = named("ada", "cats")

const prepared = Effect.gen(function* () {
  yield* people("ada")
  yield* datasetOf("ada")
  yield* as("ada")(Effect.flatMap(Samples, (samples) => samples.create(cats, { name: "one" })))
})

/** A release that the workers have built. */
const built = Effect.gen(function* () {
  yield* as("ada")(Effect.flatMap(Releases, (releases) => releases.create(cats, { name: "v1" })))
  yield* TestClock.adjust("2 seconds")
  return yield* as("ada")(Effect.flatMap(Releases, (releases) => releases.get(cats, "v1")))
})

describe("layerWorkers", () => {
  it.effect("builds releases", () =>
    Effect.gen(function* () {
      yield* prepared
      const release = yield* built
      assert.strictEqual(release.status, "SUCCEEDED")
      assert.strictEqual(release.samplesCount, 1)
    }).pipe(Effect.provide(running())),
  )

  it.effect("removes the file of a release that was deleted", () =>
    Effect.gen(function* () {
      yield* prepared
      const release = yield* built
      yield* as("ada")(Effect.flatMap(Releases, (releases) => releases.remove(cats, "v1")))
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(Option.isNone(yield* (yield* BlobStore).size(release.fileKey ?? "")))
    }).pipe(Effect.provide(running())),
  )

  it.effect("removes the rows and the files of a dataset that was deleted", () =>
    Effect.gen(function* () {
      yield* prepared
      const release = yield* built
      yield* as("ada")(Effect.flatMap(Datasets, (datasets) => datasets.remove(cats)))
      yield* TestClock.adjust("5 seconds")
      assert.isTrue(Option.isNone(yield* (yield* BlobStore).size(release.fileKey ?? "")))
      assert.lengthOf(yield* (yield* ReleaseStore).list(release.datasetId), 0)
    }).pipe(Effect.provide(running())),
  )

  it.effect("frees leases within six seconds of their end", () =>
    Effect.gen(function* () {
      yield* prepared
      const request = { count: 1, leaseSeconds: 30 }
      const claims = yield* as("ada")(
        Effect.flatMap(Queue, (queue) => queue.claim(cats, "labeling", request)),
      )
      assert.strictEqual(yield* Stream.runCount(claims), 1)
      yield* TestClock.adjust("36 seconds")
      assert.strictEqual(yield* (yield* ClaimStore).expire(null, 100), 0)
    }).pipe(Effect.provide(running())),
  )

  it.effect("leaves what is not of age", () =>
    Effect.gen(function* () {
      yield* prepared
      const request = { count: 1, leaseSeconds: 900 }
      yield* as("ada")(Effect.flatMap(Queue, (queue) => queue.claim(cats, "labeling", request)))
      yield* TestClock.adjust("10 minutes")
      const claims = yield* asSystem(
        Effect.flatMap(Datasets, (datasets) => datasets.get(cats)).pipe(
          Effect.flatMap(({ record }) =>
            Effect.flatMap(ClaimStore, (store) => store.ofDataset(record.dataset.id, 10)),
          ),
        ),
      )
      assert.lengthOf(claims, 1)
    }).pipe(Effect.provide(running())),
  )
})

describe("Maintenance.forget", () => {
  it.effect("forgets answers and unused uploads after a day", () =>
    Effect.gen(function* () {
      yield* prepared
      const { forget } = yield* Maintenance
      const store = yield* IdempotencyStore
      const request = { caller: Username.make("ada"), key: "once", fingerprint: "POST /" }
      const kept = Effect.map((yield* Transaction).run(store.begin(request, fromMillis(0))), Option.isSome)
      yield* store.keep(request, { status: 200, headers: "", body: "" }, yield* now)
      const made = yield* as("ada")(Effect.flatMap(Assets, (assets) => assets.create({ filename: "a.png" })))
      const asset = Effect.map((yield* AssetStore).byId(made.asset.id), Option.isSome)
      yield* TestClock.adjust("24 hours")
      yield* forget
      assert.deepStrictEqual([yield* kept, yield* asset], [true, true])
      yield* TestClock.adjust("1 second")
      yield* forget
      assert.deepStrictEqual([yield* kept, yield* asset], [false, true])
      yield* TestClock.adjust("1 hour")
      yield* forget
      assert.deepStrictEqual([yield* kept, yield* asset], [false, false])
    }).pipe(Effect.provide(Layer.provideMerge(Maintenance.Default, world()))),
  )
})
