/**
 * Migrates a database to the schema of this version, or fails with a reason. Many processes may start at once: each returns
 * only when all migrations have run. Wraps the Migrator of @effect/sql, which by itself skips a gap silently, accepts a
 * database that is ahead of the code, and lets a second process continue before the first has finished.
 */
import { StorageFailure } from "@annotary/core/effect"
import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Cause, Effect, Option, Record, Schedule } from "effect"
import { insideTransaction, storageFailure } from "../database/failures.ts"
import { Dialect, type DialectShape } from "../dialect/Dialect.ts"
import { type RawRow, toNumber } from "../rows/columns.ts"
import { type Migrations, migrations as ours } from "./index.ts"

const table = "annotary_migrations"

/** Runs the missing migrations. Fails the layer with a `StorageFailure` defect when the database cannot be migrated. */
export const migrate = (
  migrations: Migrations = ours,
): Effect.Effect<void, never, SqlClient.SqlClient | Dialect> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    if (yield* insideTransaction) return yield* refuse("cannot run inside a transaction")
    const known = numbered(migrations)
    const loader = Migrator.fromRecord(Record.map(migrations, Effect.provideService(Dialect, dialect)))
    yield* safely(dialect, createTable(sql, dialect))
    yield* Effect.flatMap(recorded(sql, dialect), (ids) => compare(ids, known, false))
    const run = Effect.sandbox(Migrator.make({})({ loader, table }))
    yield* dialect
      .retry(run, (cause) => dialect.failure(Cause.squash(cause)) === "conflict")
      .pipe(
        Effect.catchAll((cause) => Effect.die(storageFailure(dialect, failedIn(cause), Cause.squash(cause)))),
      )
    yield* Effect.flatMap(recorded(sql, dialect), (ids) => compare(ids, known, true)).pipe(
      Effect.sandbox,
      Effect.retry({
        schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo("60 seconds")),
        while: isPending,
      }),
      Effect.unsandbox,
    )
  })

/** Created by the dialect, because many processes may start on an empty database at once. */
const createTable = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
): Effect.Effect<void, SqlError.SqlError> =>
  dialect.createMigrationsTable(sql, (integer, instant) =>
    sql.unsafe(`CREATE TABLE IF NOT EXISTS ${table} (
      migration_id ${integer} PRIMARY KEY NOT NULL,
      created_at ${instant} NOT NULL DEFAULT CURRENT_TIMESTAMP,
      name VARCHAR(255) NOT NULL
    )`),
  )

const numbered = (migrations: Migrations): ReadonlyArray<number> =>
  Object.keys(migrations)
    .map((key) => Number.parseInt(key, 10))
    .sort((a, b) => a - b)

const recorded = (sql: SqlClient.SqlClient, dialect: DialectShape): Effect.Effect<ReadonlyArray<number>> =>
  safely(
    dialect,
    sql<RawRow>`SELECT migration_id FROM ${sql(table)} ORDER BY migration_id`.pipe(
      Effect.map((rows) => rows.map((row) => toNumber("migration_id", row.migration_id))),
    ),
  )

const compare = (
  ids: ReadonlyArray<number>,
  known: ReadonlyArray<number>,
  complete: boolean,
): Effect.Effect<void> => {
  const last = ids.at(-1) ?? 0
  const newest = known.at(-1) ?? 0
  if (last > newest)
    return refuse(`the database is at migration ${last}, this version knows ${newest}: run a newer version`)
  const strange = ids.find((id) => !known.includes(id))
  if (strange !== undefined)
    return refuse(`migration ${strange} was run on this database and is unknown to this version`)
  const skipped = known.find((id) => id < last && !ids.includes(id))
  if (skipped !== undefined) return refuse(`migration ${skipped} was never run although ${last} was`)
  return complete && last < newest ? refuse(pending) : Effect.void
}

const pending = "another process is still migrating"

const isPending = (cause: Cause.Cause<never>): boolean =>
  Option.exists(
    Cause.dieOption(cause),
    (defect) =>
      defect instanceof StorageFailure && defect.cause instanceof Error && defect.cause.message === pending,
  )

const refuse = (reason: string): Effect.Effect<never> =>
  Effect.die(
    new StorageFailure({ operation: `migrate: ${reason}`, transient: false, cause: new Error(reason) }),
  )

/** The operation for the log, with the name of the migration that failed. */
const failedIn = (cause: Cause.Cause<unknown>): string => {
  const problem = Cause.squash(cause)
  return problem instanceof Migrator.MigrationError ? `migrate: ${problem.message}` : "migrate"
}

const safely = <A>(dialect: DialectShape, effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
  dialect
    .retry(effect, (error) => dialect.failure(error.cause) === "conflict")
    .pipe(Effect.catchAll((error) => Effect.die(storageFailure(dialect, "migrate", error.cause))))
