/** Files on a real S3 server, beyond the contract: mainly the borders of parts. */
import { randomUUID } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { BlobStore } from "@annotary/core/effect"
import { makeBucket, type TestBucket } from "@annotary/test-support/s3"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option, Schedule, Stream } from "effect"
import { layer, type S3Options } from "../src/effect.ts"

v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")

const MiB = 1024 * 1024
const partBytes = 5 * MiB

let bucket: TestBucket
beforeAll(async () => {
  bucket = await makeBucket()
})
afterAll(() => bucket.remove())

/** Runs the test with a store under a separate prefix. */
const inBucket = <A, E>(
  test: (blobs: typeof BlobStore.Service, prefix: string) => Effect.Effect<A, E>,
  options: Partial<S3Options> = {},
) =>
  Effect.suspend(() => {
    const prefix = randomUUID()
    return Effect.flatMap(BlobStore, (blobs) => test(blobs, prefix)).pipe(
      Effect.provide(layer({ ...bucket.options, prefix, partBytes, ...options })),
    )
  })

/** What is under the prefix: keys of files, and of uploads that are open. */
const remains = (prefix: string) =>
  Effect.promise(async () =>
    [...(await bucket.keys()), ...(await bucket.uploads())].filter((key) => key.startsWith(prefix)),
  )

/** Bytes that encode their positions. */
const patterned = (length: number): Buffer => {
  const all = Buffer.alloc(length)
  for (let at = 0; at < length; at++) all[at] = (at * 7 + (at >>> 8) + (at >>> 16)) & 255
  return all
}

const inPieces = (all: Uint8Array, length: number): Stream.Stream<Uint8Array> =>
  Stream.unfold(0, (at) =>
    at < all.length ? Option.some([all.subarray(at, at + length), at + length] as const) : Option.none(),
  )

const bytesOf = (stream: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Buffer.concat([...pieces]))

const diesOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.exit(effect), (exit) => Exit.isFailure(exit) && Cause.isDie(exit.cause))

describe("S3BlobStore", () => {
  it.scopedLive.each([0, 1, partBytes - 1, partBytes, partBytes + 1, 2 * partBytes, 2 * partBytes + 12_345])(
    "keeps %d bytes",
    (length) =>
      inBucket((blobs, prefix) =>
        Effect.gen(function* () {
          const all = patterned(length)
          assert.strictEqual(yield* blobs.put("releases/a.json", inPieces(all, 100_000)), length)
          assert.deepStrictEqual(yield* blobs.size("releases/a.json"), Option.some(length))
          assert.isTrue((yield* bytesOf(blobs.get("releases/a.json"))).equals(all))
          assert.deepStrictEqual(yield* remains(prefix), [`${prefix}/releases/a.json`])
        }),
      ),
  )

  it.scopedLive("gives every range, within parts and across them", () =>
    inBucket((blobs) =>
      Effect.gen(function* () {
        const all = patterned(2 * partBytes + 1000)
        yield* blobs.put("a", inPieces(all, 300_007))
        const last = all.length - 1
        for (const [start, end] of [
          [0, 0],
          [0, last],
          [partBytes - 1, partBytes - 1],
          [partBytes - 1, partBytes],
          [partBytes, partBytes],
          [partBytes, 2 * partBytes - 1],
          [partBytes + 1, 2 * partBytes],
          [2 * partBytes, last],
          [last, last],
        ] as const) {
          const range = yield* bytesOf(blobs.get("a", { start, end }))
          assert.isTrue(range.equals(all.subarray(start, end + 1)), `${start}-${end}`)
        }
      }),
    ),
  )

  it.scopedLive("dies when a range goes beyond the end of the file", () =>
    inBucket((blobs) =>
      Effect.gen(function* () {
        yield* blobs.put("a", Stream.make(Buffer.from("short")))
        assert.isTrue(yield* diesOf(bytesOf(blobs.get("a", { start: 0, end: 9 }))))
        assert.isTrue(yield* diesOf(bytesOf(blobs.get("a", { start: 7, end: 9 }))))
      }),
    ),
  )

  it.scopedLive("refuses keys that are not of the engine's making", () =>
    inBucket((blobs, prefix) =>
      Effect.gen(function* () {
        for (const key of ["", "/a", "a/", "../a", "a/../../b", "a//b", ".a", "A", "a\\b", "ä", "a?b"]) {
          const calls = [
            blobs.put(key, Stream.make(Buffer.from("x"))),
            blobs.size(key),
            bytesOf(blobs.get(key)),
            blobs.remove(key),
          ]
          for (const call of calls) assert.isTrue(yield* diesOf<unknown, never>(call), key)
        }
        assert.deepStrictEqual(yield* remains(prefix), [])
      }),
    ),
  )

  it.scopedLive("of two writers of one key keeps the whole file of one", () =>
    inBucket((blobs, prefix) =>
      Effect.gen(function* () {
        const of = (letter: string) => Stream.repeatEffect(Effect.sync(() => Buffer.alloc(MiB, letter)))
        const sizes = yield* Effect.forEach(
          ["a", "b", "c", "d"],
          (letter, index) => blobs.put("one", Stream.take(of(letter), 6 + index)),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(sizes, [6 * MiB, 7 * MiB, 8 * MiB, 9 * MiB])
        const kept = yield* bytesOf(blobs.get("one"))
        const letter = String.fromCharCode(kept[0] ?? 0)
        assert.isTrue(kept.equals(Buffer.alloc(kept.length, letter)))
        assert.strictEqual(kept.length, (6 + "abcd".indexOf(letter)) * MiB)
        assert.deepStrictEqual(yield* remains(prefix), [`${prefix}/one`])
      }),
    ),
  )

  it.scopedLive("leaves nothing of a stream that fails or dies amid the parts, and keeps the old file", () =>
    inBucket((blobs, prefix) =>
      Effect.gen(function* () {
        yield* blobs.put("a", Stream.make(Buffer.from("old")))
        const parts = inPieces(patterned(2 * partBytes + 100), MiB)
        const failing = Stream.concat(parts, Stream.fail("cut off"))
        const dying = Stream.concat(parts, Stream.die("broken"))
        for (const key of ["a", "b"]) {
          assert.strictEqual(yield* Effect.flip(blobs.put(key, failing)), "cut off")
          assert.isTrue(yield* diesOf(blobs.put(key, dying)))
        }
        assert.strictEqual((yield* bytesOf(blobs.get("a"))).toString(), "old")
        assert.deepStrictEqual(yield* remains(prefix), [`${prefix}/a`])
      }),
    ),
  )

  it.scopedLive("leaves nothing of a writer that is interrupted, whenever that is", () =>
    inBucket((blobs, prefix) =>
      Effect.gen(function* () {
        for (const length of [100, partBytes, 2 * partBytes + 100]) {
          const begun = yield* Deferred.make<void>()
          const hanging = inPieces(patterned(length), MiB).pipe(
            Stream.concat(
              Stream.fromEffect(Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)),
            ),
          )
          const writer = yield* Effect.fork(blobs.put("a", hanging))
          yield* Deferred.await(begun)
          yield* Fiber.interrupt(writer)
          assert.deepStrictEqual(yield* remains(prefix), [], `${length} bytes`)
        }
      }),
    ),
  )

  it.scopedLive("lets go of the connection of a file that is left half-read", () =>
    Effect.gen(function* () {
      const proxy = yield* Effect.promise(() => bucket.proxy())
      const endpoint = `http://127.0.0.1:${proxy.port}`
      yield* inBucket(
        (blobs) =>
          Effect.gen(function* () {
            yield* blobs.put("a", inPieces(patterned(20 * MiB), MiB))
            const idle = proxy.open()
            for (let time = 0; time < 5; time++) {
              assert.isTrue(Option.isSome(yield* Stream.runHead(blobs.get("a"))))
            }
            yield* Effect.repeat(
              Effect.sync(() => proxy.open()),
              { until: (open) => open <= idle, schedule: Schedule.spaced(10) },
            )
          }),
        { endpoint },
      )
      yield* Effect.promise(() => proxy.stop())
    }),
  )

  it.scopedLive(
    "writes and reads 64 MiB in the memory of a few parts",
    () =>
      inBucket(
        (blobs) =>
          Effect.gen(function* () {
            /** What a collection frees is gone only a moment after it. */
            const alive = Effect.promise(async () => {
              for (let round = 0; round < 2; round++) {
                collectGarbage()
                await setImmediate()
              }
              const { arrayBuffers, heapUsed } = process.memoryUsage()
              return heapUsed + arrayBuffers
            })
            const start = yield* alive
            let peak = 0
            /** Looks after every sixteen MiB. */
            const watched = <E>(stream: Stream.Stream<Uint8Array, E>) =>
              Stream.mapAccumEffect(stream, 0, (since, piece) => {
                if (since < 16 * MiB) return Effect.succeed([since + piece.length, piece])
                return Effect.map(alive, (now) => {
                  peak = Math.max(peak, now - start)
                  return [0, piece]
                })
              })
            const source = Stream.map(
              Stream.rechunk(Stream.range(1, 1024), 1),
              () => new Uint8Array(64 * 1024),
            )
            assert.strictEqual(yield* blobs.put("large", watched(source)), 64 * MiB)
            const read = yield* Stream.runFold(
              watched(blobs.get("large")),
              0,
              (sum, piece) => sum + piece.length,
            )
            assert.strictEqual(read, 64 * MiB)
            // Two that are sent, one that waits, one that fills and grows.
            assert.isBelow(peak, 6 * partBytes)
          }),
        { concurrency: 2 },
      ),
    60_000,
  )
})
