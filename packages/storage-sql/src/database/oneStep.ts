/**
 * A client whose statements run in one step on a connection: without the span, the scope and the look-up of a connection that
 * @effect/sql adds to each of them, which cost several times what a short statement does.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Option } from "effect"
import type { RawRow } from "../rows/columns.ts"
import type { ListQuery } from "../statements/Statements.ts"

/** Runs a text on the caller's connection. */
export type RunHere = (
  text: string,
  params: ReadonlyArray<unknown>,
) => Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

/** Runs a text without RETURNING on the caller's connection, and returns the number of rows that it inserted, changed or deleted. */
export type ChangeHere = (
  text: string,
  params: ReadonlyArray<unknown>,
) => Effect.Effect<number, SqlError.SqlError>

/** A connection of a synchronous driver, which can run a statement in the caller's step. */
export interface SynchronousConnection extends SqlConnection.Connection {
  /** Runs the statement before it returns, unless another transaction has the turn. The effect has the result, and may wait for a COMMIT. */
  readonly executeNow: RunHere
  /** The same for a statement without RETURNING: the number of rows that it inserted, changed or deleted. */
  readonly changeNow: ChangeHere
}

const isSynchronous = (connection: SqlConnection.Connection): connection is SynchronousConnection =>
  "executeNow" in connection

/** Runs texts on the connection of the caller's transaction; outside of one on `outside`. */
export const runHere =
  (outside: SqlConnection.Connection): RunHere =>
  (text, params) =>
    Effect.withFiberRuntime((fiber) => {
      const connection = getConnection(fiber.currentContext, outside)
      return isSynchronous(connection)
        ? connection.executeNow(text, params)
        : connection.execute(text, params, undefined)
    })

/**
 * Counts the rows that a text changes: a driver that reports their number is asked for it, because RETURNING may make a
 * database copy each page before it changes it; elsewhere RETURNING counts.
 */
export const countChanges = (outside: SqlConnection.Connection, run: RunHere): ChangeHere => {
  // The map stays small: texts contain no values, so there are few of them.
  const countingTexts = new Map<string, string>()
  const count: ChangeHere = (text, params) => {
    const countingText = countingTexts.get(text) ?? `${text} RETURNING 1 AS n`
    countingTexts.set(text, countingText)
    return Effect.map(run(countingText, params), (rows) => rows.length)
  }
  return (text, params) =>
    Effect.withFiberRuntime((fiber) => {
      const connection = getConnection(fiber.currentContext, outside)
      return isSynchronous(connection) ? connection.changeNow(text, params) : count(text, params)
    })
}

const getConnection = (
  context: Context.Context<never>,
  outside: SqlConnection.Connection,
): SqlConnection.Connection => {
  const transactionConnection = Context.getOption(context, SqlClient.TransactionConnection)
  return Option.isSome(transactionConnection) ? transactionConnection.value[0] : outside
}

/** The connection that statements outside of transactions use. A statement has it, but its type does not show it. */
export const getOutsideConnection = (
  sql: SqlClient.SqlClient,
): Effect.Effect<SqlConnection.Connection, SqlError.SqlError> =>
  Effect.scoped(Reflect.get(sql.unsafe("SELECT 1"), "acquirer") as SqlConnection.Connection.Acquirer)

/** The same client, but its statements run in one step. */
export const runInOneStep = (sql: SqlClient.SqlClient, run: RunHere): SqlClient.SqlClient => {
  function commit(this: { readonly compile: () => readonly [string, ListQuery["params"]] }) {
    const [text, params] = this.compile()
    return run(text, params)
  }
  const makeStatement = (...args: ReadonlyArray<unknown>): unknown => {
    const made: unknown = Reflect.apply(sql, undefined, args)
    // `commit` is what Effect runs; an identifier has none.
    if (typeof made === "object" && made !== null && "compile" in made) Object.assign(made, { commit })
    return made
  }
  // Every overload of the client is passed on.
  return Object.assign(makeStatement, sql) as SqlClient.SqlClient
}
