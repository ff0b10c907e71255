/** The right to upload is leased: it comes back, and is nobody else's meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream, TestClock } from "effect"
import { AssetStore } from "../../src/assets/AssetStore.ts"
import { Assets } from "../../src/assets/Assets.ts"
import { fromMillis, now, toMillis } from "../../src/domain/Timestamp.ts"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { collected, create, open, png, services, upload } from "./support.ts"

describe("an upload", () => {
  it.effect("can be uploaded a minute after the process that received it was killed", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const { id } = made.asset
      const at = yield* now
      const until = fromMillis(toMillis(at) + 60_000)
      assert.isTrue(yield* (yield* AssetStore).takeUpload(id, { token: "killed", at, until }))
      assert.strictEqual((yield* Effect.flip(upload(made, png)))._tag, "Conflict")
      yield* TestClock.adjust("1 minute")
      yield* upload(made, png)
      assert.strictEqual((yield* open(made)).size, 12)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is not another's while it is received, however long that takes", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const { id } = made.asset
      const assets = yield* Assets
      const goOn = yield* Deferred.make<void>()
      const slow = Stream.concat(Stream.make(png), Stream.drain(Stream.fromEffect(Deferred.await(goOn))))
      const fiber = yield* Effect.fork(assets.upload(id, made.presignedPostFields.fields, slow))
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* Effect.flip(upload(made, png)))._tag, "Conflict")
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* open(made)).size, 12)
    }).pipe(Effect.provide(services())),
  )

  it.effect("leaves another's file alone when the right was lost meanwhile", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const { id } = made.asset
      const store = yield* AssetStore
      const goOn = yield* Deferred.make<void>()
      const slow = Stream.concat(
        Stream.make(new Uint8Array(5)),
        Stream.drain(Stream.fromEffect(Deferred.await(goOn))),
      )
      const assets = yield* Assets
      const fiber = yield* Effect.fork(assets.upload(id, made.presignedPostFields.fields, slow))
      yield* Effect.yieldNow()
      const at = fromMillis(toMillis(yield* now) + 120_000)
      const other = { token: "other", at, until: fromMillis(toMillis(at) + 60_000) }
      yield* Effect.repeat(store.takeUpload(id, other), { until: (taken) => taken })
      yield* (yield* BlobStore).put(`assets/${id}`, Stream.make(png))
      yield* store.setUploaded(id, "other", { contentType: "image/png", sizeBytes: 12, at })
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual((yield* Effect.flip(Fiber.join(fiber)))._tag, "Conflict")
      assert.strictEqual((yield* collected((yield* open(made)).stream())).length, 12)
    }).pipe(Effect.provide(services())),
  )
})
