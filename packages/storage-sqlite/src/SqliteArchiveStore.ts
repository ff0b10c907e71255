/**
 * ArchiveStore on SQLite. A worker thread reads the file in one read transaction. A database in memory has only one connection: it is
 * copied to a temporary file first.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ArchiveStore } from "@annotary/core/effect"
import { type Database, type DatabaseShape, makeArchiveSqlStore } from "@annotary/storage-sql"
import { Effect, type Layer, type Scope } from "effect"
import { readTransaction } from "./worker.ts"

const operation = "ArchiveStore.open"

export const SqliteArchiveStore = (filename: string): Layer.Layer<ArchiveStore, never, Database> =>
  makeArchiveSqlStore((database) =>
    filename === ":memory:"
      ? Effect.flatMap(copyToFile(database), (copy) => readTransaction(copy, operation))
      : readTransaction(filename, operation),
  )

/** A copy of the database in a file, which is deleted with the scope. */
const copyToFile = ({ query, sql }: DatabaseShape): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "annotary-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true })),
    )
    const file = join(folder, "copy.db")
    yield* query(operation, sql`VACUUM INTO ${file}`)
    return file
  })
