import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { BlobStore } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option, Stream, TestClock } from "effect"
import { folder } from "../src/FolderBlobStore.ts"

v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")

/** Runs the test with a store in a separate folder. */
const inFolder = <A, E>(test: (blobs: typeof BlobStore.Service, directory: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "annotary-folder-"))),
    (directory) =>
      Effect.provide(
        Effect.flatMap(BlobStore, (blobs) => test(blobs, directory)),
        folder(directory),
      ),
    (directory) => Effect.promise(() => rm(directory, { recursive: true })),
  )

const textOf = (stream: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Buffer.concat([...pieces]).toString())

const bytes = (...texts: ReadonlyArray<string>) => Stream.fromIterable(texts.map((text) => Buffer.from(text)))

const files = (directory: string) =>
  Effect.promise(async () =>
    (await readdir(directory, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name),
  )

describe("folder", () => {
  it.effect("keeps bytes under a key and gives them back, whole and in ranges", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* blobs.put("releases/a/1.json", bytes("hello", " ", "world")), 11)
        assert.deepStrictEqual(yield* blobs.size("releases/a/1.json"), Option.some(11))
        assert.strictEqual(yield* textOf(blobs.get("releases/a/1.json")), "hello world")
        assert.strictEqual(yield* textOf(blobs.get("releases/a/1.json", { start: 0, end: 0 })), "h")
        assert.strictEqual(yield* textOf(blobs.get("releases/a/1.json", { start: 4, end: 8 })), "o wor")
        assert.strictEqual(yield* textOf(blobs.get("releases/a/1.json", { start: 10, end: 10 })), "d")
      }),
    ),
  )

  it.effect("gives every range of a file of many pieces", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        const all = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
        yield* blobs.put("a", Stream.make(all.subarray(0, 7), all.subarray(7)))
        for (const [start, end] of [
          [0, 299_999],
          [1, 262_144],
          [262_143, 262_145],
          [262_144, 299_999],
          [299_999, 299_999],
        ] as const) {
          const pieces = yield* Stream.runCollect(blobs.get("a", { start, end }))
          assert.isTrue(Buffer.concat([...pieces]).equals(all.subarray(start, end + 1)))
        }
      }),
    ),
  )

  it.effect("keeps an empty file", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* blobs.put("empty", Stream.empty), 0)
        assert.deepStrictEqual(yield* blobs.size("empty"), Option.some(0))
        assert.strictEqual(yield* textOf(blobs.get("empty")), "")
      }),
    ),
  )

  it.effect("does not take a folder that keys lie in for a file", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        yield* blobs.put("releases/a/1.json", bytes("x"))
        assert.deepStrictEqual(yield* blobs.size("releases/a"), Option.none())
        assert.deepStrictEqual(yield* blobs.size("releases/a/1.json/2"), Option.none())
      }),
    ),
  )

  it.effect("knows nothing of a key that was never written or was removed", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* blobs.size("a/b"), Option.none())
        yield* blobs.remove("a/b")
        yield* blobs.put("a/b", bytes("x"))
        yield* blobs.remove("a/b")
        assert.deepStrictEqual(yield* blobs.size("a/b"), Option.none())
        const exit = yield* Effect.exit(textOf(blobs.get("a/b")))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      }),
    ),
  )

  it.effect("leaves nothing of a stream that fails, and keeps the old file", () =>
    inFolder((blobs, directory) =>
      Effect.gen(function* () {
        yield* blobs.put("a", bytes("old"))
        const half = Stream.concat(bytes("new and "), Stream.fail("cut off"))
        assert.strictEqual(yield* Effect.flip(blobs.put("a", half)), "cut off")
        assert.strictEqual(yield* Effect.flip(blobs.put("b", half)), "cut off")
        assert.strictEqual(yield* textOf(blobs.get("a")), "old")
        assert.deepStrictEqual(yield* files(directory), ["a"])
      }),
    ),
  )

  it.effect("leaves nothing of a writer that is interrupted", () =>
    inFolder((blobs, directory) =>
      Effect.gen(function* () {
        const hanging = Stream.concat(bytes("half"), Stream.never)
        const writer = yield* Effect.fork(blobs.put("a", hanging))
        yield* Effect.promise(async () => {
          while ((await readdir(join(directory, ".unfinished"))).length === 0) await Promise.resolve()
        })
        yield* Fiber.interrupt(writer)
        assert.deepStrictEqual(yield* files(directory), [])
      }),
    ),
  )

  it.effect("shows readers the old file until the new one is whole, and to the end of their reading", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        const large = (letter: string) =>
          Stream.map(Stream.range(1, 20), () => Buffer.from(letter.repeat(50_000)))
        yield* blobs.put("a", large("o"))
        const during = yield* textOf(
          Stream.mapEffect(blobs.get("a"), (piece) => Effect.as(blobs.put("a", large("n")), piece)),
        )
        assert.strictEqual(during, "o".repeat(1_000_000))
        assert.strictEqual(yield* textOf(blobs.get("a")), "n".repeat(1_000_000))
      }),
    ),
  )

  it.effect("refuses keys that are not of the engine's making", () =>
    inFolder((blobs, directory) =>
      Effect.gen(function* () {
        for (const key of [
          "",
          "/a",
          "a/",
          "../a",
          "a/../../b",
          "a//b",
          ".hidden",
          "A",
          "a\\b",
          "a\u0000",
          "ä",
          "a/.b",
        ]) {
          for (const call of [
            blobs.put(key, bytes("x")),
            blobs.size(key),
            textOf(blobs.get(key)),
            blobs.remove(key),
          ]) {
            const exit = yield* Effect.exit<unknown, never, never>(call)
            assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause), key)
          }
        }
        assert.deepStrictEqual(yield* files(directory), [])
      }),
    ),
  )

  it.effect("dies when a file is shorter than the range that is asked for", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        yield* blobs.put("a", bytes("short"))
        const exit = yield* Effect.exit(textOf(blobs.get("a", { start: 0, end: 9 })))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      }),
    ),
  )

  const age = (directory: string, name: string) =>
    Effect.promise(async () => {
      const longAgo = new Date(Date.now() - 11 * 60_000)
      await utimes(join(directory, ".unfinished", name), longAgo, longAgo)
    })

  it.effect("clears away what a process that died left behind, at the start and from then on", () =>
    Effect.acquireUseRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "annotary-folder-"))),
      (directory) =>
        Effect.gen(function* () {
          yield* Effect.promise(async () => {
            await mkdir(join(directory, ".unfinished"))
            for (const name of ["old", "young"]) await writeFile(join(directory, ".unfinished", name), "half")
          })
          yield* age(directory, "old")
          yield* Effect.provide(
            Effect.gen(function* () {
              assert.deepStrictEqual(yield* files(directory), ["young"])
              yield* age(directory, "young")
              yield* TestClock.adjust("5 minutes")
              yield* Effect.promise(async () => {
                while ((await readdir(join(directory, ".unfinished"))).length > 0) await setImmediate()
              })
            }).pipe(Effect.zipLeft(BlobStore)),
            folder(directory),
          )
        }),
      (directory) => Effect.promise(() => rm(directory, { recursive: true })),
    ),
  )

  it.effect("touches what it writes, however long nothing comes, and removes none of it", () =>
    inFolder((blobs, directory) =>
      Effect.gen(function* () {
        const goOn = yield* Deferred.make<void>()
        const slow = Stream.concat(bytes("half"), Stream.drain(Stream.fromEffect(Deferred.await(goOn))))
        const writer = yield* Effect.fork(blobs.put("a", slow))
        const names = Effect.promise(() => readdir(join(directory, ".unfinished")))
        const [name = ""] = yield* Effect.repeat(names, { until: (found) => found.length === 1 })
        const touched = Effect.promise(() => stat(join(directory, ".unfinished", name)))
        yield* age(directory, name)
        yield* TestClock.adjust("1 minute")
        yield* Effect.repeat(touched, { until: ({ mtimeMs }) => Date.now() - mtimeMs < 60_000 })
        yield* Deferred.succeed(goOn, undefined)
        assert.strictEqual(yield* Fiber.join(writer), 4)
      }),
    ),
  )

  it.effect("writes and reads sixty megabytes in the memory of a few pieces", () =>
    inFolder((blobs) =>
      Effect.gen(function* () {
        const alive = () => {
          collectGarbage()
          const { heapUsed, external } = process.memoryUsage()
          return heapUsed + external
        }
        const start = alive()
        let peak = 0
        /** Looks after every six megabytes. */
        const watched = <E>(stream: Stream.Stream<Uint8Array, E>) =>
          Stream.mapAccum(stream, 0, (since, piece) => {
            if (since < 6_000_000) return [since + piece.length, piece]
            peak = Math.max(peak, alive() - start)
            return [0, piece]
          })
        const source = Stream.map(Stream.rechunk(Stream.range(1, 1000), 1), () => new Uint8Array(60_000))
        assert.strictEqual(yield* blobs.put("large", watched(source)), 60_000_000)
        assert.strictEqual(
          yield* Stream.runFold(watched(blobs.get("large")), 0, (sum, piece) => sum + piece.length),
          60_000_000,
        )
        assert.isBelow(peak, 16 * 1024 * 1024)
      }),
    ),
  )
})
