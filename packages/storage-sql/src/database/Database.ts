/** The base of every store: the client, the dialect, and the one place where a failed statement becomes a defect. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Option } from "effect"
import { Dialect, type DialectShape } from "../dialect/Dialect.ts"
import type { InsertRows } from "../statements/manyRows.ts"
import type { Execute, Run, Statements } from "../statements/Statements.ts"
import { insideTransaction, isInside, storageFailure } from "./failures.ts"
import { connectionOutside, inOneStep, type RunHere, runHere } from "./oneStep.ts"
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
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return makeDatabase(sql, yield* Dialect, yield* Effect.orDie(connectionOutside(sql)))
    }),
  )
}

const makeDatabase = (
  client: SqlClient.SqlClient,
  dialect: DialectShape,
  outside: SqlConnection.Connection,
): DatabaseShape => {
  const here = dialect.adapted(runHere(outside))
  const sql = inOneStep(client, here)
  const transaction = makeTransaction(dialect.transactions(client, outside), dialect)
  const isConflict = (error: SqlError.SqlError) => dialect.failure(error.cause) === "conflict"
  const orDefect =
    (operation: string) =>
    <A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
      Effect.catchAll(effect, (error) => Effect.die(storageFailure(dialect, operation, error.cause)))
  /** Runs one of two effects: inside of a transaction, or outside. */
  const either = <A, E, R>(
    inside: () => Effect.Effect<A, E, R>,
    otherwise: () => Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => (isInside(fiber.currentContext) ? inside() : otherwise()))
  const run: Run = ({ params, text }) => here(text, params)
  // In a savepoint: outside of one, a failed statement would abort the whole transaction.
  const unless: Statements["unless"] = (isExpected, statement) =>
    Effect.catchIf(
      Effect.asSome(transaction.run(statement)),
      (error) => isExpected(error.cause),
      () => Effect.succeedNone,
    )
  const statements: Statements = {
    sql,
    run,
    unless,
    execute: executeOn(here, dialect),
    query: (operation, statement) =>
      orDefect(operation)(
        either(
          () => statement,
          () => dialect.retry(statement, isConflict),
        ),
      ),
    atomic: (operation, all) => {
      const safe = orDefect(operation)(all)
      return either(
        () => safe,
        () => transaction.run(safe),
      )
    },
    send: (operation, statement) => {
      const safe = orDefect(operation)(statement)
      return either(
        () => dialect.send(safe),
        () => Effect.asVoid(transaction.run(safe)),
      )
    },
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

const executeOn = (here: RunHere, { parameters }: DialectShape): Execute => {
  // The map stays small: texts contain no values, so there are few of them.
  const written = new Map<string, string>()
  return (text, params) => {
    let known = written.get(text)
    if (known === undefined) {
      known = parameters(text)
      written.set(text, known)
    }
    return here(known, params)
  }
}
