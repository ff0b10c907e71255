/**
 * The `SqlClient` on one connection of better-sqlite3. It is ours, because @effect/sql-sqlite-node looks every statement up in an
 * Effect `Cache`, which costs several times what a short statement does; see docs/decisions. It has that package's own type and
 * tag too, so that what is written for them runs on it. Transactions begin IMMEDIATE, so that only BEGIN can fail because of the
 * write lock.
 */
import { closeSync, existsSync, openSync } from "node:fs"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type Sqlite from "better-sqlite3"
import { Context, Effect, Layer, Scope } from "effect"
import { makeConnection } from "./connection.ts"
import { openFile } from "./driver.ts"

/** Options of the connection to the database file. */
export interface ClientOptions {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** `full`, the default, survives a power failure; `normal` is faster and may lose the last commits in one. */
  readonly synchronous?: "full" | "normal"
}

/** The limit of the connection's page cache, in KiB. */
const cacheKib = 64 * 1024

/** After a checkpoint the write-ahead log is truncated to this many bytes. */
const journalBytes = 16 * 1024 * 1024

/**
 * Provides a SQL client with one connection to the file, which closes with the layer. Statements and transactions run one after
 * another. A file that cannot be opened is a defect.
 */
export const sqliteClient = (
  options: ClientOptions,
): Layer.Layer<SqlClient.SqlClient | SqliteClient.SqliteClient> =>
  Layer.scopedContext(
    Effect.map(make(options), (client) =>
      Context.make(SqlClient.SqlClient, client).pipe(Context.add(SqliteClient.SqliteClient, client)),
    ),
  ).pipe(Layer.provide(Reactivity.layer))

const make = ({ filename, synchronous = "full" }: ClientOptions) =>
  Effect.gen(function* () {
    if (filename !== ":memory:") makeForOwner(filename)
    const database = yield* Effect.acquireRelease(
      Effect.sync(() => openFile(filename)),
      (open) => Effect.sync(() => open.close()),
    )
    // Waits up to the driver's timeout: processes that start at once on a new file all switch it.
    if (filename !== ":memory:") database.pragma("journal_mode = WAL")
    // The retry schedule waits for locks and lets other fibers run; a busy timeout would block the whole process.
    database.pragma("busy_timeout = 0")
    database.pragma("foreign_keys = ON")
    database.pragma(`synchronous = ${synchronous}`)
    database.pragma(`cache_size = ${-cacheKib}`)
    database.pragma(`journal_size_limit = ${journalBytes}`)
    const connection = makeConnection(database, synchronous === "full")
    const { group, inside, turns } = connection
    yield* Effect.addFinalizer(() => Effect.sync(group.flush))
    // A transaction of the application, which may wait for more than the database: nobody shares its COMMIT.
    const reserve = Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        turns.take(restore),
        Effect.flatMap(Effect.scope, (scope) => {
          group.flush()
          return Scope.addFinalizer(scope, Effect.sync(turns.end))
        }),
      ),
    )
    const client = yield* SqlClient.make({
      acquirer: Effect.succeed(connection),
      transactionAcquirer: Effect.as(reserve, inside),
      compiler: Statement.makeCompilerSqlite(),
      beginTransaction: "BEGIN IMMEDIATE",
      spanAttributes: [["db.system.name", "sqlite"]],
    })
    // That client's type only forbids `updateValues`, which SQLite has not.
    return Object.assign(client, {
      config: { filename },
      ...makeFileMembers(database),
    }) as SqliteClient.SqliteClient
  })

/** The members of @effect/sql-sqlite-node's client beside those of every client. */
const makeFileMembers = (
  database: Sqlite.Database,
): Pick<SqliteClient.SqliteClient, SqliteClient.TypeId | "export" | "backup" | "loadExtension"> => ({
  [SqliteClient.TypeId]: SqliteClient.TypeId,
  export: Effect.try({ try: () => database.serialize(), catch: makeError("export the database") }),
  backup: (destination) =>
    Effect.tryPromise({ try: () => database.backup(destination), catch: makeError("back up the database") }),
  loadExtension: (path) =>
    Effect.try({ try: () => void database.loadExtension(path), catch: makeError("load the extension") }),
})

const makeError =
  (purpose: string) =>
  (cause: unknown): SqlError.SqlError =>
    new SqlError.SqlError({ cause, message: `Failed to ${purpose}` })

/** Creates the file for its owner only. SQLite would let others read it, and gives its other files the mode of this one. */
const makeForOwner = (filename: string): void => {
  try {
    if (!existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
  } catch {
    // Opening the database fails with SQLite's own message.
  }
}
