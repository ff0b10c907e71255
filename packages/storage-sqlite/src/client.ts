/**
 * The `SqlClient` on one SQLite connection. @effect/sql-sqlite-node opens it and runs the statements; what is added here:
 * transactions begin IMMEDIATE, so that the first statement has the write lock and no later one can fail for the lack of it;
 * a COMMIT that fails is rolled back, so that the connection is never left inside a transaction; and a statement outside of
 * a transaction holds the connection while it runs, so that it cannot slip into a transaction of another fiber.
 */
import { closeSync, existsSync, openSync } from "node:fs"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Effect, Layer, Scope } from "effect"

export interface ClientOptions {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** `full` (the default) survives a loss of power; `normal` may lose the last commits then, and is faster. */
  readonly synchronous?: "full" | "normal"
}

/** What the connection may keep of the file in memory, in KiB; it takes what it uses. */
const cacheKib = 64 * 1024

/** After a checkpoint the write-ahead log is cut back to this many bytes. */
const journalBytes = 16 * 1024 * 1024

export const sqliteClient = (options: ClientOptions): Layer.Layer<SqlClient.SqlClient> =>
  Layer.scoped(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))

const make = ({ filename, synchronous = "full" }: ClientOptions) =>
  Effect.gen(function* () {
    if (filename !== ":memory:") makeForOwner(filename)
    const inner = yield* SqliteClient.make({ filename, disableWAL: filename === ":memory:" })
    // Others are waited for by schedules, which let other fibers run; this would stop the whole process.
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

/** SQLite would make the file readable for others, and the files beside it as readable as the file. */
const makeForOwner = (filename: string): void => {
  try {
    if (!existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
  } catch {
    // SQLite says what is wrong, in its own words.
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
 * BEGIN, COMMIT and savepoints arrive as unprepared statements; they are few, so their preparation is kept. A BEGIN that did
 * not get the lock is followed by a ROLLBACK, as is an error at which SQLite rolled back by itself: neither may fail for that.
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
