/**
 * Copies a database file for a backup, while other processes write to it. The copy shows one point in time: all of its pages are
 * read in one read transaction, which neither waits for writers nor lets them wait.
 */
import { chmodSync, closeSync, openSync, statSync } from "node:fs"
import { StorageFailure } from "@annotary/core/effect"
import { newestMigration, storedFileKeys } from "@annotary/storage-sql"
import type Sqlite from "better-sqlite3"
import { Effect } from "effect"
import { openFile } from "./driver.ts"

export { newestMigration }

/** A copy of a database. */
export interface DatabaseCopy {
  /** The number of its schema. */
  readonly schema: number
  /** The keys in the file store that it names. */
  readonly fileKeys: ReadonlyArray<string>
  readonly bytes: number
}

/** Pages between two turns of the event loop, and the wait for a lock: a database that is not in WAL mode may have one. */
const pagesAtOnce = 2000
const lockMillis = 30_000

/** Copies the database to a new file, which only its owner can read and which needs no other file beside it. */
export const copyDatabase = (source: string, target: string): Effect.Effect<DatabaseCopy> =>
  tryOperation("copy the database", async (signal) => {
    closeSync(openSync(target, "wx", 0o600))
    await readFile(source, async (database) => {
      database.exec("BEGIN")
      // The transaction begins with its first read. The copy uses it, because it has the same connection.
      readSchemaNumber(database)
      await database.backup(target, {
        progress: () => {
          signal.throwIfAborted()
          return pagesAtOnce
        },
      })
    })
    const copy = openFile(target, { fileMustExist: true })
    try {
      copy.pragma("journal_mode = DELETE")
      return { schema: readSchemaNumber(copy), fileKeys: readFileKeys(copy), bytes: statSync(target).size }
    } finally {
      copy.close()
      chmodSync(target, 0o600)
    }
  })

/** The keys in the file store that a database names now. */
export const listFileKeys = (filename: string): Effect.Effect<ReadonlyArray<string>> =>
  tryOperation("read the files of the database", () =>
    readFile(filename, async (database) => readFileKeys(database)),
  )

/** The number of a database's schema. */
export const readSchema = (filename: string): Effect.Effect<number> =>
  tryOperation("read the schema of the database", () =>
    readFile(filename, async (database) => readSchemaNumber(database)),
  )

const readFile = async <A>(filename: string, read: (database: Sqlite.Database) => Promise<A>): Promise<A> => {
  const database = openFile(filename, { readonly: true, fileMustExist: true, timeout: lockMillis })
  try {
    return await read(database)
  } finally {
    database.close()
  }
}

const readSchemaNumber = (database: Sqlite.Database): number =>
  Number(database.prepare("SELECT MAX(migration_id) FROM annotary_migrations").pluck().get() ?? 0)

const readFileKeys = (database: Sqlite.Database): ReadonlyArray<string> => {
  const isTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
  return Object.entries(storedFileKeys).flatMap(([table, query]) =>
    isTable.get(table) === undefined ? [] : database.prepare(query).pluck().all().map(String),
  )
}

const tryOperation = <A>(operation: string, run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A> =>
  Effect.orDie(
    Effect.tryPromise({
      try: run,
      catch: (cause) => new StorageFailure({ operation, transient: false, cause }),
    }),
  )
