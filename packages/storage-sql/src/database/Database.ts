/** What every store is built on: the client, the dialect, and the one place where a failed statement becomes a defect. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import { Context, Effect, Layer, Option } from "effect"
import { type Dialect, dialectOf } from "../dialect/Dialect.ts"
import type { Run } from "../statements/query.ts"
import { insideTransaction, storageFailure } from "./failures.ts"
import { makeTransaction, type TransactionShape } from "./SqlTransaction.ts"
import { send } from "./sentWrites.ts"
import { makeWaiting } from "./waiting.ts"
import { withTransaction } from "./withTransaction.ts"

export interface DatabaseShape {
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  readonly transaction: TransactionShape
  /** Runs one statement. Outside of a transaction a conflict with another writer is waited out. */
  readonly query: <A>(operation: string, statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /** Runs several statements as one: within the caller's transaction, else in one of their own. */
  readonly atomic: <A>(operation: string, statements: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A>
  /** As `atomic`, for one write whose answer nobody needs: within a transaction the caller may go on before it has come. */
  readonly send: (
    operation: string,
    statement: Effect.Effect<unknown, SqlError.SqlError>,
  ) => Effect.Effect<void>
  /** Runs a statement inside a transaction; none when it would have made something twice that must be unique. */
  readonly unlessTaken: <A>(
    statement: Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<Option.Option<A>, SqlError.SqlError>
  /** The same; none when it waited too long for a lock. */
  readonly unlessLocked: <A>(
    statement: Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<Option.Option<A>, SqlError.SqlError>
  /** A clause that locks what a SELECT reads, inside a transaction; outside of one, where a lock would be for nothing, none. */
  readonly whileInside: (clause: string) => Effect.Effect<Statement.Fragment>
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
  const waiting = makeWaiting(dialect)
  const transacted = withTransaction(sql, dialect)
  const transaction = makeTransaction(transacted, dialect, waiting)
  const isConflict = (error: SqlError.SqlError) => dialect.failure(error.cause) === "conflict"
  /** The client gives back no connection that comes after its caller has gone: who waits for one is not interrupted. */
  const reserved = <A, E, R>(use: (connection: SqlConnection.Connection) => Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(sql.reserve, (connection) => restore(use(connection))),
    )
  const orDefect =
    (operation: string) =>
    <A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
      Effect.catchAll(effect, (error) => Effect.die(storageFailure(dialect, operation, error.cause)))
  /** In a savepoint: a failed statement would take the whole transaction with it. */
  const unless =
    (isExpected: (cause: unknown) => boolean) =>
    <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
      Effect.catchIf(
        Effect.asSome(transacted(statement)),
        (error) => isExpected(error.cause),
        () => Effect.succeedNone,
      )
  return {
    sql,
    dialect,
    transaction,
    query: (operation, statement) =>
      Effect.flatMap(insideTransaction, (inside) =>
        orDefect(operation)(inside ? statement : waiting(statement, isConflict)),
      ),
    atomic: (operation, statements) =>
      Effect.flatMap(insideTransaction, (inside) => {
        const safe = orDefect(operation)(statements)
        return inside ? safe : transaction.run(safe)
      }),
    send: (operation, statement) =>
      Effect.flatMap(insideTransaction, (inside) => {
        const safe = orDefect(operation)(statement)
        return inside ? send(safe) : Effect.asVoid(transaction.run(safe))
      }),
    unlessTaken: unless(dialect.isTaken),
    unlessLocked: unless(dialect.isLockTimeout),
    whileInside: (clause) => Effect.map(insideTransaction, (inside) => sql.literal(inside ? clause : "")),
    direct: (work) =>
      Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (found) =>
        Option.isSome(found)
          ? work(runOn(found.value[0]))
          : Effect.scoped(reserved((connection) => work(runOn(connection)))),
      ),
  }
}

const runOn =
  (connection: SqlConnection.Connection): Run =>
  ({ text, params }) =>
    connection.execute(text, params, undefined)
