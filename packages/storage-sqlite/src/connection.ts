/**
 * One connection of better-sqlite3 for one process. Statements and transactions take turns. What need not wait runs at once, in the
 * caller's step: the driver is synchronous, so that nobody can come between. A statement outside of a transaction waits while one
 * is running, so that it cannot run within the transaction of another fiber.
 */
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import type Sqlite from "better-sqlite3"
import { Effect, Stream } from "effect"
import { type GroupCommit, makeGroupCommit } from "./groupCommit.ts"
import { type PreparedStatements, preparedStatements, type Text } from "./preparedStatements.ts"
import { makeTurns, type Turns } from "./turns.ts"

export interface SqliteConnection extends SqlConnection.Connection {
  /** The connection inside of the transaction that has the turn. */
  readonly inside: SqlConnection.Connection
  readonly turns: Turns
  readonly group: GroupCommit
}

export const isSqliteConnection = (connection: SqlConnection.Connection): connection is SqliteConnection =>
  "turns" in connection && "group" in connection

/** `shares`: transactions that end in one turn of the event loop share a COMMIT. */
export const makeConnection = (database: Sqlite.Database, shares: boolean): SqliteConnection => {
  const statements = preparedStatements(database)
  const turns = makeTurns()
  const group = makeGroupCommit(database, (text) => void statements.execute({ text, params: [] }), shares)
  return {
    ...connectionOf(outside(statements, turns, group)),
    inside: connectionOf(inside(statements, database)),
    turns,
    group,
  }
}

type Run = (statement: Text) => Effect.Effect<unknown, SqlError.SqlError>

const connectionOf = (run: Run): SqlConnection.Connection => {
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    Effect.map(run({ text, params }), (found) => {
      const rows = Array.isArray(found) ? found : []
      return transform === undefined ? rows : transform(rows)
    })
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, params) => run({ text, params }),
    executeValues: (text, params) =>
      Effect.map(run({ text, params, values: true }), (found) => (Array.isArray(found) ? found : [])),
    executeStream: () => Stream.dieMessage("SQLite has no streams of rows."),
  }
}

const step = <A>(run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({
    try: run,
    catch: (cause) => new SqlError.SqlError({ cause, message: "Failed to execute statement" }),
  })

/**
 * A ROLLBACK may follow a BEGIN that did not get the lock, or an error after which SQLite has already rolled back: it does not fail.
 * A COMMIT that fails is rolled back, so that the connection is never left inside of a transaction.
 */
const inside = ({ execute }: PreparedStatements, database: Sqlite.Database): Run => {
  const rollback = () => (database.inTransaction ? execute({ text: "ROLLBACK", params: [] }) : [])
  return (statement) =>
    step(() => {
      if (statement.text === "ROLLBACK") return rollback()
      try {
        return execute(statement)
      } catch (cause) {
        if (statement.text === "COMMIT") rollback()
        throw cause
      }
    })
}

/** Statements that may be part of a transaction; others, such as VACUUM, may not. */
const changesRows = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i

const outside = ({ execute, reads }: PreparedStatements, turns: Turns, group: GroupCommit): Run => {
  /** Runs the statement before it returns. The effect has the result, and waits for a COMMIT where there is one to wait for. */
  const runNow = (statement: Text): Effect.Effect<unknown, SqlError.SqlError> => {
    try {
      if (reads(statement.text)) return Effect.succeed(execute(statement))
      if (changesRows.test(statement.text)) return group.write(() => execute(statement))
      group.flush()
      return Effect.succeed(execute(statement))
    } catch (cause) {
      return Effect.fail(new SqlError.SqlError({ cause, message: "Failed to execute statement" }))
    }
  }
  const runInTurn = (statement: Text) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(turns.take(restore), () => {
        const running = runNow(statement)
        turns.end()
        return running
      }),
    )
  return (statement) => Effect.suspend(() => (turns.taken() ? runInTurn(statement) : runNow(statement)))
}
