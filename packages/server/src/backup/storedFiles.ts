/** The files of the file store: added to a backup, and put back from one. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { join } from "node:path"
import { BlobStore } from "@annotary/core/effect"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { getInnermostReason } from "../cli/innermostReason.ts"
import type { BackupFile } from "./BackupFile.ts"
import { findKey, makeFileEntryName } from "./manifest.ts"
import type { StagedBackup } from "./stageBackup.ts"

/** Adds the files and returns the keys of those that are not in the store. */
export const addFiles = (
  file: BackupFile,
  keys: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<string>, CommandFailed, BlobStore> =>
  Effect.gen(function* () {
    const blobs = yield* BlobStore
    const missing: Array<string> = []
    for (const key of [...new Set(keys)].sort()) {
      const size = yield* blobs.size(key)
      if (Option.isNone(size)) {
        missing.push(key)
        continue
      }
      const opened = yield* Effect.exit(
        Effect.promise(() => openFile(Stream.toAsyncIterable(blobs.get(key)))),
      )
      if (Exit.isSuccess(opened)) {
        yield* runWriting(() => file.add(makeFileEntryName(key), size.value, opened.value))
        continue
      }
      // It may have been removed between the two calls.
      if (Option.isSome(yield* blobs.size(key)))
        return yield* new CommandFailed({
          sentence: `The file ${key} cannot be read: ${getInnermostReason(Cause.squash(opened.cause))}.`,
        })
      missing.push(key)
    }
    return missing
  })

/** Reads the first chunk at once, so that a missing file is found before its entry begins. */
const openFile = async (bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> => {
  const iterator = bytes[Symbol.asyncIterator]()
  let next = await iterator.next()
  return (async function* () {
    try {
      for (; next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  })()
}

/** Runs a step of writing the backup; its failures are sentences already. */
export const runWriting = <A>(step: () => Promise<A>): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({
    try: step,
    catch: (cause) =>
      cause instanceof CommandFailed
        ? cause
        : new CommandFailed({ sentence: `${getInnermostReason(cause)}.` }),
  })

/** Puts the files of a backup into a store. A file that is there already must be the same. */
export const putFiles = ({ entries, folder }: StagedBackup): Effect.Effect<void, CommandFailed, BlobStore> =>
  Effect.gen(function* () {
    const blobs = yield* BlobStore
    for (const { name, sha256 } of entries) {
      const key = findKey(name)
      if (key === undefined) continue
      if (Option.isNone(yield* blobs.size(key))) {
        const bytes = Stream.fromAsyncIterable<Uint8Array, unknown>(
          createReadStream(join(folder, name)),
          (cause) => cause,
        )
        yield* blobs.put(key, Stream.orDie(bytes))
        continue
      }
      const hash = createHash("sha256")
      yield* Stream.runForEach(blobs.get(key), (chunk) => Effect.sync(() => void hash.update(chunk)))
      if (hash.digest("hex") !== sha256)
        return yield* new CommandFailed({
          sentence: `The store of files has another file under ${key}, which is not overwritten. Nothing was restored to the database.`,
        })
    }
  })
