/** BlobStore: files in a folder. A file is written under a temporary name and then renamed. Files are not part of transactions. */
import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdir, open, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { BlobStore, type ByteRange, StorageFailure } from "@annotary/core/effect"
import { Effect, Option, Stream } from "effect"
import type { Database } from "../Database.ts"
import { flushFolder } from "../Journal.ts"

const failed = (method: string) => (cause: unknown) =>
  new StorageFailure({ operation: `BlobStore.${method}`, transient: false, cause })

const attempt = <A>(method: string, act: () => Promise<A>): Effect.Effect<A> =>
  Effect.orDie(Effect.tryPromise({ try: act, catch: failed(method) }))

export const makeBlobStore = ({ folder }: Database) =>
  Effect.gen(function* () {
    const files = join(folder, "files")
    yield* attempt("open", () => mkdir(files, { recursive: true }))
    // All files are in one folder with encoded names, because `a` and `a/b` may both be keys.
    const pathOf = (key: string) => join(files, encodeURIComponent(key))

    const put = <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>): Effect.Effect<number, E, R> => {
      const temporary = join(files, `${randomUUID()} new`)
      return Effect.acquireUseRelease(
        attempt("put", () => open(temporary, "wx")),
        (file) =>
          Effect.gen(function* () {
            const size = yield* Stream.runFoldEffect(bytes, 0, (sum, part) =>
              Effect.as(
                attempt("put", () => file.appendFile(part)),
                sum + part.length,
              ),
            )
            yield* attempt("put", () => file.sync())
            yield* attempt("put", () => rename(temporary, pathOf(key)))
            yield* attempt("put", () => flushFolder(files))
            return size
          }),
        // Removes the temporary file of a failed write. After a successful write it no longer exists.
        (file) => attempt("put", () => file.close().finally(() => rm(temporary, { force: true }))),
      )
    }

    const read = (key: string, range: ByteRange | undefined) =>
      Stream.fromAsyncIterable(createReadStream(pathOf(key), range), failed("get"))

    return BlobStore.of({
      put,
      size: (key) =>
        attempt("size", async () => {
          const found = await stat(pathOf(key)).catch((cause: NodeJS.ErrnoException) => {
            if (cause.code === "ENOENT") return null
            throw cause
          })
          return Option.map(Option.fromNullable(found), ({ size }) => size)
        }),
      get: (key, range) => Stream.orDie(Stream.suspend(() => read(key, range))),
      remove: (key) => attempt("remove", () => rm(pathOf(key), { force: true })),
    })
  })
