/**
 * One connection of better-sqlite3 for one process. Statements and transactions take turns. A statement that need not wait runs at
 * once, in the caller's step: the driver is synchronous, so that no other fiber can run in between. A statement outside of a
 * transaction waits while one is running, so that it cannot run within the transaction of another fiber.
 */
import type { SynchronousConnection } from "@annotary/storage-sql"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import type Sqlite from "better-sqlite3"
import { Effect, identity, Stream } from "effect"
import { words } from "./dialect/words.ts"
import { type GroupCommit, makeGroupCommit } from "./groupCommit.ts"
import { makePreparedStatements, type PreparedStatements, type Text } from "./preparedStatements.ts"
import { makeTurns, type Turns } from "./turns.ts"

export interface SqliteConnection extends SynchronousConnection {
  /** The connection inside of the transaction that has the turn. */
  readonly inside: SynchronousConnection
  readonly turns: Turns
  readonly group: GroupCommit
}

export const isSqliteConnection = (connection: SqlConnection.Connection): connection is SqliteConnection =>
  "turns" in connection && "group" in connection

/** `shares`: transactions that end in one turn of the event loop share a COMMIT. */
export const makeConnection = (database: Sqlite.Database, shares: boolean): SqliteConnection => {
  const statements = makePreparedStatements(database)
  const turns = makeTurns()
  const group = makeGroupCommit(database, (text) => void statements.execute({ text, params: [] }), shares)
  return {
    ...toConnection(runOutside(statements, turns, group)),
    inside: toConnection(runInside(statements, database)),
    turns,
    group,
  }
}

/** Runs a statement at once, and shapes what the driver returns in the same step. */
type Run = <A>(statement: Text, shape: (found: unknown) => A) => Effect.Effect<A, SqlError.SqlError>

const toConnection = (runNow: Run): SynchronousConnection => {
  const run: Run = (statement, shape) => Effect.suspend(() => runNow(statement, shape))
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    run({ text, params }, (found) => (transform === undefined ? toRows(found) : transform(toRows(found))))
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, params) => run({ text, params }, identity),
    executeValues: (text, params) => run({ text, params, values: true }, toRows),
    executeNow: (text, params) => runNow({ text, params }, toRows),
    changeNow: (text, params) => runNow({ text, params }, toChanges),
    executeStream: () => Stream.dieMessage("SQLite has no streams of rows."),
  }
}

/** The rows of a statement; none of one that returns a summary. */
const toRows = (found: unknown) => (Array.isArray(found) ? found : [])

/** The number of rows in the summary of a statement. Throws for the rows of one that returns some. */
const toChanges = (found: unknown): number => {
  const changes: unknown = Reflect.get(Object(found), "changes")
  if (typeof changes === "number") return changes
  throw new TypeError("A statement that returns rows has no number of changes.")
}

/**
 * A ROLLBACK may follow a BEGIN that did not get the lock, or an error after which SQLite has already rolled back: it does not fail.
 * A COMMIT that fails is rolled back, so that the connection is never left inside of a transaction.
 */
const runInside = ({ execute }: PreparedStatements, database: Sqlite.Database): Run => {
  const undoAll = () => (database.inTransaction ? execute({ text: "ROLLBACK", params: [] }) : [])
  return (statement, shape) => {
    try {
      return Effect.succeed(shape(statement.text === "ROLLBACK" ? undoAll() : execute(statement)))
    } catch (cause) {
      if (statement.text === "COMMIT") undoAll()
      return Effect.fail(makeError(cause))
    }
  }
}

/** Statements that may be part of a transaction; others, such as VACUUM, may not. */
const changesRows = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i

const runOutside = ({ execute, reads }: PreparedStatements, turns: Turns, group: GroupCommit): Run => {
  /** Runs the statement before it returns. The effect has the result, and waits for a COMMIT where there is one to wait for. */
  const runNow: Run = (statement, shape) => {
    const run = () => shape(execute(statement))
    try {
      if (reads(statement.text)) {
        if (statement.text.startsWith(words.onlyCommitted)) group.flush()
        return Effect.succeed(run())
      }
      if (changesRows.test(statement.text)) return group.write(run)
      group.flush()
      return Effect.succeed(run())
    } catch (cause) {
      return Effect.fail(makeError(cause))
    }
  }
  const runInTurn: Run = (statement, shape) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(turns.take(restore), () => {
        const running = runNow(statement, shape)
        turns.end()
        return running
      }),
    )
  return (statement, shape) => (turns.taken() ? runInTurn : runNow)(statement, shape)
}

const makeError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({ cause, message: "Failed to execute statement" })
