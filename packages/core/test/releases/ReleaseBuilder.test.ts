import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Ref, Stream, TestClock } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { now } from "../../src/domain/Timestamp.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { JobHandlers } from "../../src/jobs/JobHandlers.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { JobWorker } from "../../src/jobs/JobWorker.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"
import { releaseJob } from "../../src/releases/fileKeys.ts"
import { ReleaseStore } from "../../src/releases/ReleaseStore.ts"
import { Releases } from "../../src/releases/Releases.ts"
import { SnapshotStore } from "../../src/releases/SnapshotStore.ts"
import { verifyRelease } from "../../src/releases/verify.ts"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { addSamples, build, bytesOf, current, datasetId, prepare, ref, services } from "./support.ts"

/** Stops every snapshot after `after` samples until the gate opens; `reached` says that one got there. */
class Gate extends Effect.Service<Gate>()("Gate", {
  effect: Effect.all({ reached: Deferred.make<void>(), open: Deferred.make<void>(), after: Ref.make(3) }),
}) {}

/** The storage in memory with the gate in its snapshots; `broken` makes the reading of them fail instead. */
const gated = (broken = false): Layer.Layer<Storage | Gate> => {
  const snapshots = Layer.effect(
    SnapshotStore,
    Effect.gen(function* () {
      const { isOpen, open } = yield* SnapshotStore
      const gate = yield* Gate
      const wait = Effect.zipRight(
        Deferred.succeed(gate.reached, undefined),
        broken ? Effect.die("The disk is gone.") : Deferred.await(gate.open),
      )
      return SnapshotStore.of({
        isOpen,
        open: (dataset) =>
          Effect.map(open(dataset), (snapshot) => {
            if (snapshot === null) return null
            const samples = Stream.zipWithIndex(snapshot.samples).pipe(
              Stream.tap(([, index]) =>
                Effect.flatMap(Ref.get(gate.after), (after) => (index === after ? wait : Effect.void)),
              ),
              Stream.map(([sample]) => sample),
            )
            return { ...snapshot, samples }
          }),
      })
    }),
  )
  const storage = makeLayer()
  return Layer.provideMerge(snapshots, Layer.provideMerge(storage, Gate.Default))
}

const roomsAtGate = (broken = false) => {
  const storage = gated(broken)
  return services({}, storage).pipe(Layer.provideMerge(storage))
}

const keys = (release: { readonly id: string }) =>
  Effect.flatMap(BlobStore, (blobs) =>
    Effect.filter(
      [1, 2, 3, 4, 5].map((attempt) => `releases/${release.id}/${attempt}.json`),
      (key) => Effect.map(blobs.size(key), Option.isSome),
    ),
  )

const idsIn = (file: Buffer): ReadonlyArray<string> =>
  JSON.parse(file.toString()).dataset.samples.map((sample: { uuid: string }) => sample.uuid)

describe("ReleaseBuilder", () => {
  it.effect("holds nothing of what changed while it was reading", () =>
    Effect.gen(function* () {
      const samples = yield* prepare(8)
      const gate = yield* Gate
      const release = yield* (yield* Releases).create(ref, { name: "v1" })
      const worker = yield* Effect.fork((yield* JobWorker).step)
      yield* Deferred.await(gate.reached)
      const [, , , , , second, third] = samples
      if (second === undefined || third === undefined) return assert.fail("eight samples")
      const store = yield* SampleStore
      yield* store.update({ ...second, priority: 9 }, second.version)
      yield* store.markDeleted(datasetId, [third.id], yield* now)
      yield* addSamples(3)
      yield* Deferred.succeed(gate.open, undefined)
      yield* Fiber.join(worker)
      const file = yield* bytesOf(yield* current(release))
      assert.deepStrictEqual(
        idsIn(file),
        samples.map(({ id }) => id),
      )
      assert.notInclude(file.toString(), '"priority":9')
    }).pipe(Effect.provide(roomsAtGate())),
  )

  it.effect("tells how far it is with its heartbeat", () =>
    Effect.gen(function* () {
      yield* prepare(400)
      const gate = yield* Gate
      yield* Ref.set(gate.after, 250)
      const release = yield* (yield* Releases).create(ref, { name: "v1" })
      const worker = yield* Effect.fork((yield* JobWorker).step)
      yield* Deferred.await(gate.reached)
      yield* TestClock.adjust("10 seconds")
      const { samplesDone, samplesCount } = yield* current(release)
      assert.isAbove(samplesDone, 0)
      assert.isBelow(samplesDone, 400)
      assert.strictEqual(samplesCount, 0)
      yield* Deferred.succeed(gate.open, undefined)
      yield* Fiber.join(worker)
      assert.strictEqual((yield* current(release)).samplesDone, 400)
    }).pipe(Effect.provide(roomsAtGate())),
  )

  it.effect("stops at the next heartbeat when the release was deleted, and leaves nothing", () =>
    Effect.gen(function* () {
      yield* prepare(8)
      const gate = yield* Gate
      const releases = yield* Releases
      const release = yield* releases.create(ref, { name: "v1" })
      const worker = yield* Effect.fork((yield* JobWorker).step)
      yield* Deferred.await(gate.reached)
      yield* releases.remove(ref, "v1")
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(worker)
      assert.deepStrictEqual(yield* keys(release), [])
      assert.lengthOf(yield* (yield* Outbox).read({ after: null, limit: 10 }), 0)
    }).pipe(Effect.provide(roomsAtGate())),
  )

  it.effect("leaves no record behind that a purge would wait for when the dataset was deleted", () =>
    Effect.gen(function* () {
      yield* prepare(8)
      const gate = yield* Gate
      const release = yield* (yield* Releases).create(ref, { name: "v1" })
      const worker = yield* Effect.fork((yield* JobWorker).step)
      yield* Deferred.await(gate.reached)
      yield* (yield* DatasetStore).markDeleted(datasetId, yield* now)
      assert.isTrue(yield* (yield* Releases).hasPending(datasetId))
      yield* Deferred.succeed(gate.open, undefined)
      yield* Fiber.join(worker)
      assert.isFalse(yield* (yield* Releases).hasPending(datasetId))
      assert.deepStrictEqual(yield* keys(release), [])
    }).pipe(Effect.provide(roomsAtGate())),
  )

  it.effect(
    "is finished by another worker when the first one dies, and the late first one changes nothing",
    () =>
      Effect.gen(function* () {
        yield* prepare(8)
        const gate = yield* Gate
        const release = yield* (yield* Releases).create(ref, { name: "v1" })
        const jobs = yield* JobStore
        // A worker that leased the job and was then stopped in its tracks: no heartbeat comes.
        const paused = yield* Effect.flatten(
          jobs.lease({ kinds: ["release"], leaseSeconds: 30, token: "paused" }),
        )
        const handler = (yield* JobHandlers).release
        if (handler === undefined) return assert.fail("a handler")
        const first = yield* Effect.fork(handler.run(paused.job, () => Effect.void))
        yield* Deferred.await(gate.reached)
        const second = yield* JobWorker
        assert.isFalse(yield* second.step)
        yield* addSamples(1)
        yield* TestClock.adjust("30 seconds")
        yield* Ref.set(gate.after, -1)
        assert.isTrue(yield* second.step)
        const done = yield* current(release)
        assert.strictEqual(done.status, "SUCCEEDED")
        assert.strictEqual(done.samplesCount, 9)
        // The first one wakes up, writes its file to the end, and is refused.
        yield* Deferred.succeed(gate.open, undefined)
        yield* Fiber.join(first)
        assert.isFalse(yield* jobs.finish(paused, { status: "SUCCEEDED", error: null }))
        assert.deepStrictEqual(yield* current(release), done)
        const file = yield* bytesOf(done)
        assert.lengthOf(idsIn(file), 9)
        yield* handler.settled?.(paused.job) ?? Effect.void
        assert.deepStrictEqual(yield* keys(release), [done.fileKey])
        assert.lengthOf(yield* (yield* Outbox).read({ after: null, limit: 10 }), 1)
      }).pipe(Effect.provide(roomsAtGate())),
  )

  it.effect("is given back at once when its process stops, without costing an attempt", () =>
    Effect.gen(function* () {
      yield* prepare(8)
      const gate = yield* Gate
      const release = yield* (yield* Releases).create(ref, { name: "v1" })
      const worker = yield* JobWorker
      const stopped = yield* Effect.fork(worker.run)
      yield* Deferred.await(gate.reached)
      yield* Fiber.interrupt(stopped)
      assert.deepStrictEqual(yield* keys(release), [])
      yield* Deferred.succeed(gate.open, undefined)
      assert.isTrue(yield* worker.step)
      const done = yield* current(release)
      assert.strictEqual(done.status, "SUCCEEDED")
      assert.strictEqual(done.fileKey, `releases/${release.id}/1.json`)
    }).pipe(Effect.provide(roomsAtGate())),
  )

  it.effect("fails with a reason after five attempts, without an event", () =>
    Effect.gen(function* () {
      yield* prepare(8)
      const release = yield* (yield* Releases).create(ref, { name: "v1" })
      const worker = yield* JobWorker
      for (let attempt = 1; attempt <= 5; attempt++) {
        assert.strictEqual((yield* current(release)).status, "PENDING")
        assert.isTrue(yield* worker.step)
        assert.isFalse(yield* worker.step)
        yield* TestClock.adjust("32 seconds")
      }
      const failed = yield* current(release)
      assert.strictEqual(failed.status, "FAILED")
      assert.strictEqual(failed.statusInfo, "An unexpected failure; the log of the server says more.")
      assert.isNull(yield* (yield* Releases).signUrl(failed))
      assert.deepStrictEqual(yield* keys(release), [])
      assert.lengthOf(yield* (yield* Outbox).read({ after: null, limit: 10 }), 0)
    }).pipe(Effect.provide(roomsAtGate(true))),
  )

  it.effect("builds again what a killed worker had half done, to the same bytes", () =>
    Effect.gen(function* () {
      yield* prepare(50)
      const release = yield* build("v1")
      const first = yield* bytesOf(release)
      const cleared = { sha256: null, sizeBytes: null, samplesSha256: null, fileKey: null, samplesCount: 0 }
      yield* (yield* ReleaseStore).update({ ...release, ...cleared, status: "PENDING" })
      yield* (yield* Jobs).enqueue(releaseJob(release))
      yield* TestClock.adjust("1 day")
      assert.isTrue(yield* (yield* JobWorker).step)
      const rebuilt = yield* current(release)
      assert.strictEqual(rebuilt.sha256, release.sha256)
      assert.isTrue(first.equals(yield* bytesOf(rebuilt)))
    }).pipe(Effect.provide(services())),
  )

  it.effect("makes a file that passes verification", () =>
    Effect.gen(function* () {
      yield* prepare(1_234)
      const release = yield* build("v1")
      const report = yield* verifyRelease((yield* BlobStore).get(release.fileKey ?? ""))
      assert.deepStrictEqual(report.problems, [])
      assert.strictEqual(report.sha256, release.sha256)
      assert.strictEqual(report.samplesSha256, release.samplesSha256)
    }).pipe(Effect.provide(services())),
  )
})
