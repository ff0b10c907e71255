/** What every store is built on: the client, the dialect, and the one place where a failed statement becomes a defect. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Layer, Option } from "effect"
import { type Dialect, dialectOf } from "./Dialect.ts"
import { insideTransaction, patience, storageFailure } from "./failures.ts"
import type { Run } from "./query.ts"
import { makeTransaction, type TransactionShape } from "./SqlTransaction.ts"

export interface DatabaseShape {
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  readonly transaction: TransactionShape
  /** Runs one statement. Outside of a transaction a conflict with another writer is waited out. */
  readonly query: <A>(operation: string, statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /** Runs several statements as one: within the caller's transaction, else in one of their own. */
  readonly atomic: <A>(operation: string, statements: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /**
   * Runs texts on one connection, the transaction's inside of one; outside of one, others may come in between two texts. No
   * template, no span, an eighth of the time: for the claim, whose statements are short enough that all this would be most of it.
   */
  readonly direct: <A>(
    work: (run: Run) => Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<A, SqlError.SqlError>
}

export class Database extends Context.Tag("@annotary/storage-sql/Database")<Database, DatabaseShape>() {
  static readonly layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.effect(
    Database,
    Effect.map(SqlClient.SqlClient, (sql) => makeDatabase(sql)),
  )
}

const makeDatabase = (sql: SqlClient.SqlClient): DatabaseShape => {
  const dialect = dialectOf(sql)
  const transaction = makeTransaction(sql, dialect)
  const isConflict = (error: SqlError.SqlError) => dialect.failure(error.cause) === "conflict"
  const orDefect =
    (operation: string) =>
    <A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
      Effect.catchAll(effect, (error) => Effect.die(storageFailure(dialect, operation, error.cause)))
  /** The schedule is set up only when it is needed, which is hardly ever. */
  const waiting = <A>(effect: Effect.Effect<A, SqlError.SqlError>) =>
    Effect.catchIf(effect, isConflict, () => Effect.retry(effect, { schedule: patience, while: isConflict }))
  return {
    sql,
    dialect,
    transaction,
    query: (operation, statement) =>
      Effect.flatMap(insideTransaction, (inside) =>
        orDefect(operation)(inside ? statement : waiting(statement)),
      ),
    atomic: (operation, statements) =>
      Effect.flatMap(insideTransaction, (inside) => {
        const safe = orDefect(operation)(statements)
        return inside ? safe : transaction.run(safe)
      }),
    direct: (work) =>
      Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (found) =>
        Option.isSome(found)
          ? work(runOn(found.value[0]))
          : Effect.scoped(Effect.flatMap(sql.reserve, (connection) => work(runOn(connection)))),
      ),
  }
}

const runOn =
  (connection: SqlConnection.Connection): Run =>
  ({ text, params }) =>
    connection.execute(text, params, undefined)
