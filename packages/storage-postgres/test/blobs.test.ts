/** Files on Postgres: no file is removed while it is read, and unused files are removed. */
import { BlobStore, StorageFailure } from "@annotary/core/effect"
import { Database } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Chunk, Deferred, Effect, Exit, Fiber, Layer, Option, Stream } from "effect"
import { layer } from "../src/effect.ts"
import { freshSchema } from "./storage.ts"
import { count, eventually, rows, storageAndRows, withRows } from "./withRows.ts"

const key = "releases/0199/1.json"
const mebibyte = 1024 * 1024

/** So many mebibytes and a half, all of this value. */
const file = (value: number, mebibytes: number) =>
  Stream.concat(
    Stream.range(1, mebibytes).pipe(Stream.map(() => new Uint8Array(mebibyte).fill(value))),
    Stream.make(new Uint8Array(mebibyte / 2).fill(value)),
  )

const put = (value: number, mebibytes = 3) =>
  Effect.flatMap(BlobStore, (store) => store.put(key, file(value, mebibytes)))

/** Length and the values that occur. */
const summary = (parts: Stream.Stream<Uint8Array>) =>
  Stream.runFold(parts, { length: 0, values: new Set<number>() }, ({ length, values }, part) => ({
    length: length + part.length,
    values: new Set([...values, ...new Set(part)]),
  }))

const counts = Effect.all({ names: count("blobs"), files: count("blob_files"), chunks: count("blob_chunks") })

/** As if so many hours had passed. */
const pass = (hours: number) => rows(`UPDATE blob_files SET remove_at = remove_at - ${hours} * 3600000`)

describe("files on Postgres", () => {
  it.scopedLive("are chunks of a mebibyte", () =>
    Effect.gen(function* () {
      yield* put(7)
      assert.deepStrictEqual(
        yield* rows<{ n: number }>("SELECT octet_length(bytes) AS n FROM blob_chunks ORDER BY position"),
        [mebibyte, mebibyte, mebibyte, mebibyte / 2].map((n) => ({ n })),
      )
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("are read to their end when they are replaced or removed meanwhile", () =>
    Effect.gen(function* () {
      const store = yield* BlobStore
      yield* put(1)
      for (const change of [Effect.asVoid(put(2, 1)), store.remove(key)]) {
        const before = yield* summary(store.get(key))
        const done = Effect.provideService(change, BlobStore, store)
        const reading = store.get(key).pipe(
          Stream.zipWithIndex,
          Stream.tap(([, index]) => (index === 0 ? done : Effect.void)),
          Stream.map(([part]) => part),
        )
        assert.deepStrictEqual(yield* summary(reading), before)
      }
      assert.isTrue(Option.isNone(yield* store.size(key)))
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("that were replaced or removed go an hour later", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      const context = yield* Layer.build(withRows(options))
      yield* Effect.gen(function* () {
        yield* put(1)
        yield* put(2, 1)
        yield* Effect.flatMap(BlobStore, (store) => store.put("other", file(3, 0)))
        assert.deepStrictEqual(yield* counts, { names: 2, files: 3, chunks: 7 })
        yield* Layer.build(layer(options))
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual(yield* counts, { names: 2, files: 3, chunks: 7 })
        yield* pass(1)
        yield* Layer.build(layer(options))
        yield* eventually(
          "the first file is gone",
          Effect.map(counts, ({ files, chunks }) => files === 2 && chunks === 3),
        )
        const store = yield* BlobStore
        yield* store.remove(key)
        yield* pass(1)
        yield* Layer.build(layer(options))
        yield* eventually(
          "the second one is gone",
          Effect.map(counts, ({ files, chunks }) => files === 1 && chunks === 1),
        )
        assert.deepStrictEqual(yield* summary(store.get("other")), {
          length: mebibyte / 2,
          values: new Set([3]),
        })
      }).pipe(Effect.provide(context))
    }),
  )

  it.scopedLive("stay when they are given their key at the very end of their time", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      const context = yield* Layer.build(withRows(options))
      yield* Effect.gen(function* () {
        yield* put(1)
        // Written, but without its key, and its time is over: what its writer saw a moment before.
        yield* rows("UPDATE blob_files SET remove_at = 1")
        const { transaction } = yield* Database
        const inTime = Effect.zipRight(
          rows("UPDATE blob_files SET remove_at = NULL"),
          Effect.sleep("300 millis"),
        )
        const writing = yield* Effect.fork(transaction.run(inTime))
        yield* Effect.sleep("50 millis")
        // Sweeps as it begins.
        yield* Layer.build(layer(options))
        yield* Fiber.join(writing)
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual(yield* counts, { names: 1, files: 1, chunks: 4 })
      }).pipe(Effect.provide(context))
    }),
  )

  it.scopedLive("leave nothing behind when they are not finished", () =>
    Effect.gen(function* () {
      const store = yield* BlobStore
      const failing = Stream.concat(file(1, 3), Stream.fail("broken"))
      assert.strictEqual(yield* Effect.flip(store.put(key, failing)), "broken")
      const begun = yield* Deferred.make<void>()
      const endless = Stream.concat(
        file(1, 2),
        Stream.fromEffect(Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)),
      )
      const fiber = yield* Effect.fork(store.put(key, endless))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      yield* eventually(
        "no row is left",
        Effect.map(counts, ({ files, chunks, names }) => files + chunks + names === 0),
      )
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("fail rather than being short when they were taken for left behind", () =>
    Effect.gen(function* () {
      const store = yield* BlobStore
      const late = Stream.concat(
        file(1, 1),
        Stream.fromEffect(Effect.as(pass(2), new Uint8Array(3 * mebibyte))),
      )
      const problem = Effect.map(Effect.exit(store.put(key, late)), (exit) =>
        Exit.isFailure(exit) ? Cause.squash(exit.cause) : exit,
      )
      assert.instanceOf(yield* problem, StorageFailure)
      assert.isTrue(Option.isNone(yield* store.size(key)))
      yield* put(1)
      yield* rows("DELETE FROM blob_chunks WHERE position = 2")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Stream.runDrain(store.get(key)))))
      assert.isTrue(
        Exit.isFailure(yield* Effect.exit(Stream.runDrain(store.get(key, { start: 0, end: 2 ** 40 })))),
      )
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("go when two put them under one key at once, but for one", () =>
    Effect.gen(function* () {
      const store = yield* BlobStore
      yield* Effect.all(
        Array.from({ length: 10 }, (_, value) => put(value, 1)),
        { concurrency: "unbounded" },
      )
      const [kept] = yield* rows<{ n: number }>(
        "SELECT count(*)::int AS n FROM blob_files WHERE remove_at IS NULL",
      )
      assert.deepStrictEqual(kept, { n: 1 })
      const { length, values } = yield* summary(store.get(key))
      assert.deepStrictEqual([length, values.size], [mebibyte * 1.5, 1])
      assert.lengthOf(Chunk.toReadonlyArray(yield* Stream.runCollect(store.get(key))), 2)
    }).pipe(Effect.provide(storageAndRows)),
  )
})
