/** The base of every store: the client, the dialect, and the one place where a failed statement becomes a defect. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Option } from "effect"
import { Dialect, type DialectShape } from "../dialect/Dialect.ts"
import type { InsertRows } from "../statements/manyRows.ts"
import type { ListQuery, Run, Statements } from "../statements/Statements.ts"
import { insideTransaction, isInside, makeStorageFailure } from "./failures.ts"
import { countChanges, getOutsideConnection, runHere, runInOneStep } from "./oneStep.ts"
import { RecentBodies } from "./RecentBodies.ts"
import { makeTransaction, type TransactionShape } from "./SqlTransaction.ts"

/** The service of `Database`. */
export interface DatabaseShape extends Statements {
  readonly dialect: DialectShape
  readonly transaction: TransactionShape
  readonly insertRows: InsertRows
  readonly recentBodies: RecentBodies
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
      return makeDatabase(sql, yield* Dialect, yield* Effect.orDie(getOutsideConnection(sql)))
    }),
  )
}

const makeDatabase = (
  client: SqlClient.SqlClient,
  dialect: DialectShape,
  outside: SqlConnection.Connection,
): DatabaseShape => {
  const here = dialect.resolveLookups(runHere(outside))
  const sql = runInOneStep(client, here)
  const transaction = makeTransaction(dialect.transactions(client, outside), dialect)
  const isConflict = (error: SqlError.SqlError) => dialect.failure(error.cause) === "conflict"
  const toDefect =
    (operation: string) =>
    <A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
      Effect.catchAll(effect, (error) => Effect.die(makeStorageFailure(dialect, operation, error.cause)))
  /** Runs one of two effects: inside of a transaction, or outside. */
  const runEither = <A, E, R>(
    inside: () => Effect.Effect<A, E, R>,
    otherwise: () => Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => (isInside(fiber.currentContext) ? inside() : otherwise()))
  const run: Run = ({ params, text }) => here(text, params)
  // In a savepoint: outside of one, a failed statement would abort the whole transaction.
  const runUnless: Statements["unless"] = (isExpected, statement) =>
    Effect.catchIf(
      Effect.asSome(transaction.run(statement)),
      (error) => isExpected(error.cause),
      () => Effect.succeedNone,
    )
  const statements: Statements = {
    sql,
    run,
    unless: runUnless,
    execute: runNative(here, dialect),
    change: runNative(countChanges(outside, here), dialect),
    query: (operation, statement) =>
      toDefect(operation)(
        runEither(
          () => statement,
          () => dialect.retry(statement, isConflict),
        ),
      ),
    atomic: (operation, all) => {
      const safe = toDefect(operation)(all)
      return runEither(
        () => safe,
        () => transaction.run(safe),
      )
    },
    send: (operation, statement) => {
      const safe = toDefect(operation)(statement)
      return runEither(
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
    recentBodies: new RecentBodies(),
    unlessTaken: (statement) => runUnless(dialect.isUniqueViolation, statement),
  }
}

/** Gives texts with `?` the parameters of the database. */
const runNative = <A>(
  here: (text: string, params: ListQuery["params"]) => Effect.Effect<A, SqlError.SqlError>,
  { parameters }: DialectShape,
): typeof here => {
  // The map stays small: texts contain no values, so there are few of them.
  const written = new Map<string, string>()
  return (text, params) => {
    let nativeText = written.get(text)
    if (nativeText === undefined) {
      nativeText = parameters(text)
      written.set(text, nativeText)
    }
    return here(nativeText, params)
  }
}
