/**
 * The `SqlClient` on one SQLite connection of @effect/sql-sqlite-node, with three differences. Transactions begin IMMEDIATE, so
 * that only BEGIN can fail because of the write lock. A COMMIT that fails is rolled back, so that the connection is never left
 * inside a transaction. A statement outside of a transaction reserves the connection, so that it cannot run within a
 * transaction of another fiber.
 */
import { closeSync, existsSync, openSync } from "node:fs"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { Effect, Layer, Scope } from "effect"
import { sqliteModule } from "./driver.ts"

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
export const sqliteClient = (options: ClientOptions): Layer.Layer<SqlClient.SqlClient> =>
  Layer.scoped(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))

const make = ({ filename, synchronous = "full" }: ClientOptions) =>
  Effect.gen(function* () {
    if (filename !== ":memory:") makeForOwner(filename)
    const { make: open } = yield* sqliteModule
    const inner = yield* open({ filename, disableWAL: filename === ":memory:" })
    // The retry schedule waits for locks and lets other fibers run; a busy timeout would block the whole process.
    yield* inner`PRAGMA busy_timeout = 0`
    yield* inner`PRAGMA foreign_keys = ON`
    yield* inner`PRAGMA synchronous = ${inner.literal(synchronous)}`
    yield* inner`PRAGMA cache_size = ${inner.literal(String(-cacheKib))}`
    yield* inner`PRAGMA journal_size_limit = ${inner.literal(String(journalBytes))}`
    const connection = yield* Effect.scoped(inner.reserve)
    const turn = yield* Effect.makeSemaphore(1)
    const alone = <A>(effect: Effect.Effect<A, SqlError.SqlError>) => turn.withPermits(1)(effect)
    const acquire = Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(turn.take(1)),
        Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, turn.release(1))),
      ),
    )
    return yield* SqlClient.make({
      acquirer: Effect.succeed(wrapped(connection, alone)),
      transactionAcquirer: Effect.as(acquire, inTransaction(connection)),
      compiler: Statement.makeCompilerSqlite(),
      beginTransaction: "BEGIN IMMEDIATE",
      spanAttributes: [["db.system.name", "sqlite"]],
    })
  }).pipe(Effect.orDie)

/** Creates the file for its owner only. SQLite would let others read it, and gives its other files the mode of this one. */
const makeForOwner = (filename: string): void => {
  try {
    if (!existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
  } catch {
    // Opening the database fails with SQLite's own message.
  }
}

type Wrap = <A>(effect: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, SqlError.SqlError>

const wrapped = (connection: SqlConnection.Connection, wrap: Wrap): SqlConnection.Connection => ({
  ...connection,
  execute: (sql, params, transform) => wrap(connection.execute(sql, params, transform)),
  executeRaw: (sql, params) => wrap(connection.executeRaw(sql, params)),
  executeValues: (sql, params) => wrap(connection.executeValues(sql, params)),
  executeUnprepared: (sql, params, transform) =>
    wrap(Effect.suspend(() => connection.executeUnprepared(sql, params, transform))),
})

/**
 * The connection of a transaction. BEGIN, COMMIT and savepoints arrive as unprepared statements; they are prepared here, because
 * their texts are few. A ROLLBACK may follow a BEGIN that did not get the lock, or an error after which SQLite has already
 * rolled back: it does not fail.
 */
const inTransaction = (connection: SqlConnection.Connection): SqlConnection.Connection => {
  const rollback = connection
    .execute("ROLLBACK", [], undefined)
    .pipe(Effect.catchIf(isOver, () => Effect.succeed([])))
  return {
    ...connection,
    executeUnprepared: (sql, params, transform) => {
      if (sql === "ROLLBACK") return rollback
      const run = connection.execute(sql, params, transform)
      return sql === "COMMIT" ? Effect.tapError(run, () => Effect.ignore(rollback)) : run
    },
  }
}

const isOver = ({ cause }: SqlError.SqlError): boolean =>
  cause instanceof Error && cause.message.includes("no transaction is active")
