/**
 * BlobStore on Postgres: files are stored in chunks, so that every process can serve every file. A file is written under a new id,
 * chunk by chunk; then one statement assigns it to the key. A file without a key is kept for an hour after the last activity of
 * its readers or writer, and is then removed in the background by any process.
 */
import { randomUUID } from "node:crypto"
import { BlobStore, type ByteRange, StorageFailure } from "@annotary/core/effect"
import { Database } from "@annotary/storage-sql"
import { Effect, Layer, Option, Schedule, Stream } from "effect"
import { startSweeper } from "../sweeper.ts"
import { makeFileReads, makeFileRemovals, makeFileWrites } from "./files.ts"
import { splitBytes } from "./splitBytes.ts"

const chunkBytes = 1024 * 1024
/** Chunks that are sent at the same time: one is written while the next is prepared. */
const writers = 2

export const PostgresBlobStore = Layer.scoped(
  BlobStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { discard, begin, publish, write } = makeFileWrites(database)
    const { find, keep, read } = makeFileReads(database)
    const { remove, sweep } = makeFileRemovals(database)
    const sweepNow = yield* startSweeper("files", sweep)

    const put = <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>): Effect.Effect<number, E, R> =>
      Effect.acquireUseRelease(
        Effect.tap(Effect.sync(randomUUID), begin),
        (file) =>
          Stream.zipWithIndex(splitBytes(bytes, chunkBytes)).pipe(
            Stream.mapEffect(
              ([chunk, position]) => Effect.as(failIfLost("put", write(file, position, chunk)), chunk.length),
              { concurrency: writers },
            ),
            Stream.runSum,
            Effect.tap((size) => failIfLost("put", publish(file, key, size))),
          ),
        (file, exit) => (exit._tag === "Success" ? Effect.void : Effect.zipRight(discard(file), sweepNow)),
      )

    const size = (key: string): Effect.Effect<Option.Option<number>> =>
      Effect.map(
        find(key),
        Option.map((found) => found.size),
      )

    const get = (key: string, range?: ByteRange): Stream.Stream<Uint8Array> =>
      Stream.unwrapScoped(
        Effect.gen(function* () {
          const stored = Option.getOrUndefined(yield* find(key))
          if (stored === undefined) return yield* Effect.die(missing)
          const { start, end } = range ?? { start: 0, end: stored.size - 1 }
          if (end >= stored.size) return yield* Effect.die(beyond)
          // Keeps a file that is replaced meanwhile until it is read.
          yield* Effect.forkScoped(Effect.schedule(keep(stored.file), Schedule.spaced("15 minutes")))
          return start > end ? Stream.empty : readRange(stored.file, start, end + 1)
        }),
      )

    /** Reads a range of a file; the next chunk is read while one is sent. */
    const readRange = (file: string, start: number, end: number): Stream.Stream<Uint8Array> =>
      Stream.paginateEffect(start, (at) => {
        const position = Math.floor(at / chunkBytes)
        const from = at - position * chunkBytes
        const length = Math.min(chunkBytes - from, end - at)
        const next = at + length < end ? Option.some(at + length) : Option.none()
        return Effect.flatMap(read({ file, position, from, length }), (bytes) =>
          bytes?.length === length ? Effect.succeed([bytes, next] as const) : failLost("get"),
        )
      }).pipe(Stream.bufferChunks({ capacity: 1 }))

    return BlobStore.of({ put, size, get, remove })
  }),
)

const makeFailure = (operation: string, transient: boolean, reason: string) =>
  new StorageFailure({ operation: `BlobStore.${operation}`, transient, cause: new Error(reason) })

const missing = makeFailure("get", false, "There is no such file.")
const beyond = makeFailure("get", false, "The range goes beyond the end of the file.")

const failLost = (operation: string) =>
  Effect.die(
    makeFailure(operation, true, "The chunks of the file were removed, because it was considered abandoned."),
  )

const failIfLost = (operation: string, there: Effect.Effect<boolean>): Effect.Effect<void> =>
  Effect.flatMap(there, (is) => (is ? Effect.void : failLost(operation)))
