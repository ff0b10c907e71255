import { assert, describe, it } from "@effect/vitest"
import { type Clock, Data, Deferred, Effect, Fiber, FiberId, Layer, Option, Stream, TestClock } from "effect"
import { AssetStore } from "../../src/assets/AssetStore.ts"
import { Assets } from "../../src/assets/Assets.ts"
import { CurrentActor, system } from "../../src/domain/Actor.ts"
import { Username } from "../../src/domain/Names.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { Transaction } from "../../src/storage/Transaction.ts"
import { collected, create, open, png, segmentOf, services, upload } from "./support.ts"

class Broken extends Data.TaggedError("Broken") {}

describe("Assets.create", () => {
  it.effect("answers a URL that reads and a form with the eight fields that uploads", () =>
    Effect.gen(function* () {
      const made = yield* create("street 1.PNG")
      assert.match(made.url, /^https:\/\/labels\.example\.com\/assets\/[0-9a-f-]{36}\/[0-9a-f]{32}\.png$/)
      assert.strictEqual(
        made.presignedPostFields.url,
        `https://labels.example.com/assets/${made.asset.id}/upload/`,
      )
      assert.deepStrictEqual(Object.keys(made.presignedPostFields.fields).toSorted(), [
        "Content-Type",
        "acl",
        "key",
        "policy",
        "x-amz-algorithm",
        "x-amz-credential",
        "x-amz-date",
        "x-amz-signature",
      ])
      assert.strictEqual(made.asset.filename, "street 1.PNG")
    }).pipe(Effect.provide(services({ publicUrl: () => "https://labels.example.com" }))),
  )

  it.effect("keeps digests of the tokens, never the tokens", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const stored = JSON.stringify(yield* Effect.flatten((yield* AssetStore).byId(made.asset.id)))
      assert.notInclude(stored, segmentOf(made).slice(0, 32))
      assert.notInclude(stored, made.presignedPostFields.fields["x-amz-signature"])
    }).pipe(Effect.provide(services())),
  )

  it.effect("puts nothing of a name into the URL but a short plain extension", () =>
    Effect.gen(function* () {
      for (const [name, extension] of [
        ["../../etc/passwd", ""],
        ["a.tar.gz", ".gz"],
        ["noextension", ""],
        ["a.<script>", ""],
        ["ümläut.JPEG", ".jpeg"],
        ["a.averyverylongextension", ""],
      ] as const) {
        assert.strictEqual(segmentOf(yield* create(name)).slice(32), extension)
      }
      assert.strictEqual((yield* Effect.flip(create("")))._tag, "InvalidInput")
      assert.strictEqual((yield* Effect.flip(create("a\u0000")))._tag, "InvalidInput")
    }).pipe(Effect.provide(services())),
  )

  it.effect("records the engine's own assets under a name as well", () =>
    Effect.gen(function* () {
      const made = yield* Effect.provideService(create("a.png"), CurrentActor, system)
      assert.strictEqual(made.asset.createdBy, Username.make("system"))
    }).pipe(Effect.provide(services())),
  )
})

describe("Assets.upload", () => {
  it.effect("stores the bytes, which the URL then reads, whole and in ranges", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      assert.strictEqual((yield* Effect.flip(open(made)))._tag, "NotFound")
      yield* upload(made, png.subarray(0, 5), png.subarray(5), new Uint8Array(1000))
      const file = yield* open(made)
      assert.strictEqual(file.size, 1012)
      assert.strictEqual(file.contentType, "image/png")
      assert.isTrue(file.inline)
      assert.isTrue((yield* collected(file.stream())).subarray(0, 12).equals(png))
      assert.isTrue(
        (yield* collected(file.stream({ start: 1, end: 3 }))).equals(Uint8Array.of(0x50, 0x4e, 0x47)),
      )
      assert.strictEqual((yield* open(made, segmentOf(made).slice(0, 32))).size, 1012)
    }).pipe(Effect.provide(services())),
  )

  it.effect("goes by the first bytes, not by the name", () =>
    Effect.gen(function* () {
      const webp = Buffer.from("RIFF\u0001\u0002\u0003\u0004WEBPVP8 ")
      for (const [bytes, contentType] of [
        [png, "image/png"],
        [Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "image/jpeg"],
        [webp, "image/webp"],
        [Buffer.from("<svg onload='alert(1)'/>"), "application/octet-stream"],
        [Buffer.from("RIFF....WAVE"), "application/octet-stream"],
        [png.subarray(0, 7), "application/octet-stream"],
        [new Uint8Array(0), "application/octet-stream"],
      ] as const) {
        const made = yield* create("picture.png")
        yield* upload(made, ...[...bytes].map((byte) => Uint8Array.of(byte)))
        const file = yield* open(made)
        assert.strictEqual(file.contentType, contentType)
        assert.strictEqual(file.inline, contentType !== "application/octet-stream")
      }
    }).pipe(Effect.provide(services())),
  )

  it.effect("is possible once", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      yield* upload(made, png)
      assert.strictEqual((yield* Effect.flip(upload(made, new Uint8Array(5))))._tag, "Conflict")
      assert.strictEqual((yield* open(made)).size, 12)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is done by one of two at the same time", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const gate = yield* Deferred.make<void>()
      const slow = Stream.fromEffect(Effect.as(Deferred.await(gate), png))
      const { id } = made.asset
      const assets = yield* Assets
      const first = yield* Effect.fork(assets.upload(id, made.presignedPostFields.fields, slow))
      yield* Effect.yieldNow()
      assert.strictEqual((yield* Effect.flip(upload(made, new Uint8Array(5))))._tag, "Conflict")
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(first)
      assert.strictEqual((yield* open(made)).size, 12)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused when any of the eight fields was changed or left out", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const assets = yield* Assets
      const { fields } = made.presignedPostFields
      for (const [name, value] of Object.entries(fields)) {
        const { [name]: _, ...without } = fields as Record<string, string>
        for (const changed of [without, { ...fields, [name]: `${value}x` }]) {
          const refused = yield* Effect.flip(assets.upload(made.asset.id, changed, Stream.make(png)))
          assert.strictEqual(refused._tag, "PermissionDenied")
        }
      }
      const other = yield* create("b.png")
      const swapped = yield* Effect.flip(assets.upload(other.asset.id, fields, Stream.make(png)))
      assert.strictEqual(swapped._tag, "PermissionDenied")
      yield* assets.upload(made.asset.id, { ...fields, extra: "is nothing to us" }, Stream.make(png))
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused after an hour, before the body is read too", () =>
    Effect.gen(function* () {
      const [early, late] = [yield* create("a.png"), yield* create("b.png")]
      yield* TestClock.adjust("3599 seconds")
      yield* upload(early, png)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Effect.flip(upload(late, png)))._tag, "UrlExpired")
      const unread = yield* Effect.flip((yield* Assets).requireExpected(late.asset.id))
      assert.strictEqual(unread._tag, "UrlExpired")
    }).pipe(Effect.provide(services())),
  )

  it.effect("says so when its file is gone from the store", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      yield* upload(made, png)
      yield* (yield* BlobStore).remove(`assets/${made.asset.id}`)
      assert.strictEqual((yield* Effect.flip(open(made)))._tag, "FileGone")
    }).pipe(Effect.provide(services())),
  )

  it.effect("leaves nothing when it is too large, and can be tried again", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const refused = yield* Effect.flip(upload(made, png, png, png))
      assert.strictEqual(refused._tag === "TooLarge" && refused.limit, 24)
      assert.isTrue(Option.isNone(yield* (yield* BlobStore).size(`assets/${made.asset.id}`)))
      yield* upload(made, png, png)
      assert.strictEqual((yield* open(made)).size, 24)
    }).pipe(Effect.provide(services({ maxUploadBytes: 24 }))),
  )

  it.effect("stops reading as soon as it is too large", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const assets = yield* Assets
      const endless = Stream.forever(Stream.make(png))
      const refused = yield* Effect.flip(
        assets.upload(made.asset.id, made.presignedPostFields.fields, endless),
      )
      assert.strictEqual(refused._tag, "TooLarge")
    }).pipe(Effect.provide(services({ maxUploadBytes: 1000 }))),
  )

  it.effect("leaves nothing when the connection breaks or the caller goes away, and can be tried again", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const assets = yield* Assets
      const { id } = made.asset
      const { fields } = made.presignedPostFields
      const half = Stream.make(png).pipe(Stream.concat(Stream.fail(new Broken())))
      assert.strictEqual((yield* Effect.flip(assets.upload(id, fields, half)))._tag, "Broken")
      const hanging = Stream.make(png).pipe(Stream.concat(Stream.never))
      const fiber = yield* Effect.fork(assets.upload(id, fields, hanging))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      assert.isTrue(Option.isNone(yield* (yield* BlobStore).size(`assets/${id}`)))
      yield* upload(made, png)
      assert.strictEqual((yield* open(made)).size, 12)
    }).pipe(Effect.provide(services())),
  )

  it.effect("stays when its caller goes away after it was stored", () => {
    const stored = Deferred.unsafeMake<void>(FiberId.none)
    const slow = Layer.effect(
      AssetStore,
      Effect.map(AssetStore, (store) => ({
        ...store,
        setUploaded: (...file: Parameters<typeof store.setUploaded>) =>
          Effect.zipRight(store.setUploaded(...file), Deferred.succeed(stored, undefined)).pipe(
            Effect.zipRight(Effect.never),
          ),
      })),
    )
    return Effect.gen(function* () {
      const made = yield* create("a.png")
      const fiber = yield* Effect.fork(upload(made, png))
      yield* Deferred.await(stored)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual((yield* collected((yield* open(made)).stream())).length, 12)
      assert.strictEqual((yield* Effect.flip(upload(made, new Uint8Array(5))))._tag, "Conflict")
    }).pipe(Effect.provide(services({}, Layer.provideMerge(slow, makeLayer()))))
  })
})

describe("Assets.open", () => {
  it.effect("refuses another token, and another asset's", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* create("a.png"), yield* create("b.png")]
      yield* upload(one, png)
      yield* upload(two, png)
      for (const segment of ["", "0".repeat(32), `${segmentOf(one).slice(0, 31)}`, segmentOf(two)]) {
        assert.strictEqual((yield* Effect.flip(open(one, segment)))._tag, "NotFound")
      }
    }).pipe(Effect.provide(services())),
  )
})

describe("Assets.removeAbandoned", () => {
  it.effect("forgets what was never uploaded a day after its time, and nothing else", () =>
    Effect.gen(function* () {
      const [done, never] = [yield* create("a.png"), yield* create("b.png")]
      yield* upload(done, png)
      const assets = yield* Assets
      yield* TestClock.adjust("24 hours")
      assert.strictEqual(yield* assets.removeAbandoned(100), 0)
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* assets.removeAbandoned(100), 1)
      assert.isTrue(Option.isNone(yield* (yield* AssetStore).byId(never.asset.id)))
      assert.strictEqual((yield* open(done)).size, 12)
    }).pipe(Effect.provide(services())),
  )

  it.effect("keeps no transaction open while it waits for the store of files", () => {
    const inside: Array<boolean> = []
    const watched = Layer.effect(
      BlobStore,
      Effect.zipWith(BlobStore, Transaction, (blobs, transaction) => ({
        ...blobs,
        remove: (key: string) =>
          Effect.zipRight(
            Effect.map(transaction.inside, (is) => void inside.push(is)),
            blobs.remove(key),
          ),
      })),
    )
    return Effect.gen(function* () {
      yield* create("a.png")
      yield* create("b.png")
      yield* TestClock.adjust("26 hours")
      assert.strictEqual(yield* Effect.flatMap(Assets, (assets) => assets.removeAbandoned(100)), 2)
      assert.deepStrictEqual(inside, [false, false])
    }).pipe(Effect.provide(services({}, Layer.provideMerge(watched, makeLayer()))))
  })

  it.effect("lets no upload come to its end that was given up meanwhile, and leaves nothing of it", () =>
    Effect.gen(function* () {
      const made = yield* create("a.png")
      const assets = yield* Assets
      const goOn = yield* Deferred.make<void>()
      const slow = Stream.make(png).pipe(Stream.concat(Stream.execute(Deferred.await(goOn))))
      const { fields } = made.presignedPostFields
      const uploading = yield* Effect.fork(assets.upload(made.asset.id, fields, slow))
      yield* Effect.yieldNow()
      const clock = yield* Effect.clock
      const tomorrow: Clock.Clock = Object.assign(Object.create(clock), {
        unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + 26 * 3_600_000,
        unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + 26n * 3600n * 1_000_000_000n,
      })
      assert.strictEqual(yield* Effect.withClock(assets.removeAbandoned(100), tomorrow), 1)
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual((yield* Effect.flip(Fiber.join(uploading)))._tag, "NotFound")
      assert.isTrue(Option.isNone(yield* (yield* BlobStore).size(`assets/${made.asset.id}`)))
      assert.isTrue(Option.isNone(yield* (yield* AssetStore).byId(made.asset.id)))
    }).pipe(Effect.provide(services())),
  )

  it.effect("forgets no record whose bytes could not be removed", () => {
    const stuck = Layer.effect(
      BlobStore,
      Effect.map(BlobStore, (blobs) => ({ ...blobs, remove: () => Effect.dieMessage("the disk is away") })),
    )
    return Effect.gen(function* () {
      const made = yield* create("a.png")
      yield* TestClock.adjust("26 hours")
      yield* Effect.exit(Effect.flatMap(Assets, (assets) => assets.removeAbandoned(100)))
      assert.isTrue(Option.isSome(yield* (yield* AssetStore).byId(made.asset.id)))
    }).pipe(Effect.provide(services({}, Layer.provideMerge(stuck, makeLayer()))))
  })
})
