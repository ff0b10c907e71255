/** The base of every store: the client, the dialect, and the one place where a failed statement becomes a defect. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Layer, Option } from "effect"
import { Dialect, type DialectShape } from "../dialect/Dialect.ts"
import type { InsertRows } from "../statements/manyRows.ts"
import type { Execute, Run, Statements } from "../statements/Statements.ts"
import { insideTransaction, storageFailure } from "./failures.ts"
import { makeTransaction, type TransactionShape } from "./SqlTransaction.ts"

/** The service of `Database`. */
export interface DatabaseShape extends Statements {
  readonly dialect: DialectShape
  readonly transaction: TransactionShape
  readonly insertRows: InsertRows
  /** Runs a statement inside a transaction; none when it violates a unique key. */
  readonly unlessTaken: <A>(
    statement: Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<Option.Option<A>, SqlError.SqlError>
}

/** The database of the SQL storage: transactions, statements and inserts that its ports share. */
export class Database extends Context.Tag("@annotary/storage-sql/Database")<Database, DatabaseShape>() {
  static readonly layer: Layer.Layer<Database, never, SqlClient.SqlClient | Dialect> = Layer.effect(
    Database,
    Effect.zipWith(SqlClient.SqlClient, Dialect, (sql, dialect) => makeDatabase(sql, dialect)),
  )
}

const makeDatabase = (sql: SqlClient.SqlClient, dialect: DialectShape): DatabaseShape => {
  const transacted = dialect.transaction(sql)
  const transaction = makeTransaction(transacted, dialect)
  const isConflict = (error: SqlError.SqlError) => dialect.failure(error.cause) === "conflict"
  const orDefect =
    (operation: string) =>
    <A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
      Effect.catchAll(effect, (error) => Effect.die(storageFailure(dialect, operation, error.cause)))
  const direct = directOn(sql)
  // In a savepoint: outside of one, a failed statement would abort the whole transaction.
  const unless: Statements["unless"] = (isExpected, statement) =>
    Effect.catchIf(
      Effect.asSome(transacted(statement)),
      (error) => isExpected(error.cause),
      () => Effect.succeedNone,
    )
  const statements: Statements = {
    sql,
    direct,
    unless,
    execute: executeOn(direct, dialect),
    query: (operation, statement) =>
      Effect.flatMap(insideTransaction, (inside) =>
        orDefect(operation)(inside ? statement : dialect.retry(statement, isConflict)),
      ),
    atomic: (operation, all) =>
      Effect.flatMap(insideTransaction, (inside) => {
        const safe = orDefect(operation)(all)
        return inside ? safe : transaction.run(safe)
      }),
    send: (operation, statement) =>
      Effect.flatMap(insideTransaction, (inside) => {
        const safe = orDefect(operation)(statement)
        return inside ? dialect.send(safe) : Effect.asVoid(transaction.run(safe))
      }),
    whileInside: (clause) => Effect.map(insideTransaction, (inside) => sql.literal(inside ? clause : "")),
  }
  return {
    ...statements,
    dialect,
    transaction,
    insertRows: dialect.insertRows(statements),
    unlessTaken: (statement) => unless(dialect.isUniqueViolation, statement),
  }
}

const directOn = (sql: SqlClient.SqlClient): Statements["direct"] => {
  /** Waiting for a connection is not interruptible: the client does not return one that arrives after its caller was interrupted. */
  const reserved = <A, E, R>(use: (connection: SqlConnection.Connection) => Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(sql.reserve, (connection) => restore(use(connection))),
    )
  return (work) =>
    Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (found) =>
      Option.isSome(found)
        ? work(runOn(found.value[0]))
        : Effect.scoped(reserved((connection) => work(runOn(connection)))),
    )
}

const runOn =
  (connection: SqlConnection.Connection): Run =>
  ({ text, params }) =>
    connection.execute(text, params, undefined)

const executeOn = (direct: Statements["direct"], { parameters }: DialectShape): Execute => {
  // The map stays small: texts contain no values, so there are few of them.
  const written = new Map<string, string>()
  return (text, params) => {
    let known = written.get(text)
    if (known === undefined) {
      known = parameters(text)
      written.set(text, known)
    }
    const query = { text: known, params }
    return direct((run) => run(query))
  }
}
