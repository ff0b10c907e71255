/**
 * One connection of better-sqlite3 for one process. Statements and transactions take turns. What need not wait runs at once, in the
 * caller's step: the driver is synchronous, so that nobody can come between. A statement outside of a transaction waits while one
 * is open, so that it cannot run within the transaction of another fiber.
 */
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import type Sqlite from "better-sqlite3"
import { Effect } from "effect"

type Params = ReadonlyArray<unknown>

export interface SqliteConnection extends SqlConnection.Connection {
  readonly database: Sqlite.Database
  /** The connection inside of a transaction, whose turn it is. */
  readonly inside: SqlConnection.Connection
  /** Waits for the turn. The caller ends it with `endTurn`. */
  readonly takeTurn: Effect.Effect<void>
  readonly endTurn: Effect.Effect<void>
}

export const isSqliteConnection = (connection: SqlConnection.Connection): connection is SqliteConnection =>
  "takeTurn" in connection

export const makeConnection = (database: Sqlite.Database): SqliteConnection => {
  const run = preparing(database)
  const turns = Effect.unsafeMakeSemaphore(1)
  let taken = false
  const takeTurn = Effect.map(turns.take(1), () => {
    taken = true
  })
  const endTurn = Effect.suspend(() => {
    taken = false
    return Effect.asVoid(turns.release(1))
  })
  const alone = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    Effect.suspend(() => (taken ? turns.withPermits(1)(statement) : statement))
  const inside = connectionOf(database, run)
  return {
    database,
    inside,
    takeTurn,
    endTurn,
    execute: (text, params, transform) => alone(inside.execute(text, params, transform)),
    executeRaw: (text, params) => alone(inside.executeRaw(text, params)),
    executeValues: (text, params) => alone(inside.executeValues(text, params)),
    executeUnprepared: (text, params, transform) => alone(inside.executeUnprepared(text, params, transform)),
    executeStream: inside.executeStream,
  }
}

/**
 * BEGIN, COMMIT and savepoints arrive as unprepared statements; they are prepared too, because their texts are few. A ROLLBACK may
 * follow a BEGIN that did not get the lock, or an error after which SQLite has already rolled back: it does not fail. A COMMIT
 * that fails is rolled back, so that the connection is never left inside of a transaction.
 */
const connectionOf = (database: Sqlite.Database, run: Run): SqlConnection.Connection => {
  const rollback = () => {
    if (database.inTransaction) run("ROLLBACK", [])
  }
  const rows = (text: string, params: Params): ReadonlyArray<unknown> => {
    if (text === "ROLLBACK") {
      rollback()
      return []
    }
    try {
      const statement = run(text, params)
      return Array.isArray(statement) ? statement : []
    } catch (cause) {
      if (text === "COMMIT") rollback()
      throw cause
    }
  }
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    step(() => {
      // The driver returns plain objects, whose keys are the columns.
      const found = rows(text, params) as ReadonlyArray<object>
      return transform === undefined ? found : transform(found)
    })
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, params) => step(() => run(text, params)),
    executeValues: (text, params) =>
      step(() => run(text, params, true) as ReadonlyArray<ReadonlyArray<unknown>>),
    executeStream: () => {
      throw new TypeError("SQLite has no streams of rows.")
    },
  }
}

const step = <A>(run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({
    try: run,
    catch: (cause) => new SqlError.SqlError({ cause, message: "Failed to execute statement" }),
  })

/** Runs a text: its rows, as objects or as arrays, or the driver's result of a statement that returns none. */
type Run = (text: string, params: Params, values?: boolean) => unknown

/** The statements that stay prepared. Texts contain no values, so that there are fewer. */
const mostPrepared = 1000

const preparing = (database: Sqlite.Database): Run => {
  const prepared = new Map<string, Sqlite.Statement>()
  const prepare = (text: string): Sqlite.Statement => {
    const statement = database.prepare(text)
    const [oldest] = prepared.keys()
    if (prepared.size >= mostPrepared && oldest !== undefined) prepared.delete(oldest)
    prepared.set(text, statement)
    return statement
  }
  return (text, params, values = false) => {
    const statement = prepared.get(text) ?? prepare(text)
    if (!statement.reader) return statement.run(params)
    // `all`, also for one row: a statement with RETURNING that is not read to its end keeps the log from being truncated.
    return statement.raw(values).all(params)
  }
}
