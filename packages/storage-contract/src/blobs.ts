/** BlobStore: atomic writes, ranges and removal. */
import { BlobStore, type ByteRange } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Chunk, Deferred, Effect, Fiber, Option, Stream } from "effect"
import { makeSuite } from "./suite.ts"

const key = "releases/0199-a.b/file.json"

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

const put = (text: string, at = key) =>
  Effect.flatMap(BlobStore, (store) => store.put(at, Stream.make(...[...text].map(encodeText))))

const read = (range?: ByteRange, at = key) =>
  Effect.flatMap(BlobStore, (store) =>
    Effect.map(Stream.runCollect(store.get(at, range)), (parts) => {
      const all = Chunk.toReadonlyArray(parts).flatMap((part) => [...part])
      return new TextDecoder().decode(Uint8Array.from(all))
    }),
  )

const size = (at = key) => Effect.flatMap(BlobStore, (store) => Effect.map(store.size(at), Option.getOrNull))

export const blobs = makeSuite(
  "BlobStore",
  {
    "stores the bytes and returns their number": Effect.gen(function* () {
      assert.strictEqual(yield* put("hé 𝒳"), 8)
      assert.strictEqual(yield* size(), 8)
      assert.strictEqual(yield* read(), "hé 𝒳")
      assert.isNull(yield* size("releases/other"))
    }),

    "stores an empty file": Effect.gen(function* () {
      const store = yield* BlobStore
      assert.strictEqual(yield* store.put(key, Stream.empty), 0)
      assert.strictEqual(yield* size(), 0)
      assert.strictEqual(yield* read(), "")
    }),

    "reads a range, with both ends inclusive": Effect.gen(function* () {
      yield* put("0123456789")
      assert.strictEqual(yield* read({ start: 0, end: 0 }), "0")
      assert.strictEqual(yield* read({ start: 3, end: 6 }), "3456")
      assert.strictEqual(yield* read({ start: 9, end: 9 }), "9")
      assert.strictEqual(yield* read({ start: 0, end: 9 }), "0123456789")
    }),

    "stores large files, and reads ranges across their parts": Effect.gen(function* () {
      const store = yield* BlobStore
      const piece = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251)
      assert.strictEqual(yield* store.put(key, Stream.range(1, 30).pipe(Stream.map(() => piece))), 3_000_000)
      const range = { start: 1_048_570, end: 2_097_160 }
      const length = yield* Stream.runFold(
        store.get(key, range),
        { at: range.start, wrong: 0 },
        ({ at, wrong }, part) => ({
          at: at + part.length,
          wrong: wrong + part.filter((byte, i) => byte !== ((at + i) % 100_000) % 251).length,
        }),
      )
      assert.deepStrictEqual(length, { at: range.end + 1, wrong: 0 })
    }),

    "replaces a file": Effect.gen(function* () {
      yield* put("a longer one")
      yield* put("new")
      assert.strictEqual(yield* read(), "new")
      assert.strictEqual(yield* size(), 3)
    }),

    "keeps files with different keys separate": Effect.gen(function* () {
      const keys = ["a", "a/b", "a/b.c", "a-b/c"]
      for (const key of keys.slice(1)) yield* put(key, key)
      for (const key of keys.slice(1)) assert.strictEqual(yield* read(undefined, key), key)
      assert.isNull(yield* size("a"))
    }),

    "returns the old file until the new one is complete": Effect.gen(function* () {
      const store = yield* BlobStore
      yield* put("old")
      const half = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const rest = Stream.fromEffect(
        Effect.zipRight(Deferred.succeed(half, undefined), Effect.as(Deferred.await(goOn), encodeText("!"))),
      )
      const fiber = yield* Effect.fork(store.put(key, Stream.concat(Stream.make(encodeText("new")), rest)))
      yield* Deferred.await(half)
      assert.strictEqual(yield* read(), "old")
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual(yield* Fiber.join(fiber), 4)
      assert.strictEqual(yield* read(), "new!")
    }),

    "stores nothing of a stream that fails or is interrupted": Effect.gen(function* () {
      const store = yield* BlobStore
      const failing = Stream.concat(Stream.make(encodeText("half")), Stream.fail("broken"))
      assert.strictEqual(yield* Effect.flip(store.put(key, failing)), "broken")
      assert.isNull(yield* size())
      const begun = yield* Deferred.make<void>()
      const endless = Stream.concat(
        Stream.make(encodeText("half")),
        Stream.fromEffect(Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)),
      )
      const fiber = yield* Effect.fork(store.put(key, endless))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      assert.isNull(yield* size())
      yield* put("old")
      yield* Effect.flip(store.put(key, failing))
      assert.strictEqual(yield* read(), "old")
    }),

    "removes a file, and accepts a missing one": Effect.gen(function* () {
      const store = yield* BlobStore
      yield* put("x")
      yield* store.remove(key)
      assert.isNull(yield* size())
      yield* store.remove(key)
      yield* store.remove("never/was")
    }),

    "allows a reader to stop early": Effect.gen(function* () {
      const store = yield* BlobStore
      yield* store.put(key, Stream.make(new Uint8Array(500_000)))
      const first = yield* Stream.runHead(store.get(key))
      assert.isTrue(Option.isSome(first))
      yield* store.remove(key)
    }),
  },
  "files",
)
