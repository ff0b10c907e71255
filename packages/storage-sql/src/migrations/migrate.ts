/**
 * Brings a database to the schema of this version, or refuses with a reason. Many processes may start at once: each
 * returns only when all migrations are there. Wraps @effect/sql's Migrator, which by itself skips a gap in silence,
 * accepts a database ahead of the code, and lets a second process go on before the first has finished.
 */
import { StorageFailure } from "@annotary/core/effect"
import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Cause, Effect, Option, Schedule } from "effect"
import { insideTransaction, storageFailure } from "../database/failures.ts"
import { patience } from "../database/waiting.ts"
import { type Dialect, dialectOf } from "../dialect/Dialect.ts"
import { type Migrations, migrations as ours } from "./index.ts"

const table = "annotary_migrations"

/** Fails the layer with a `StorageFailure` defect when the database cannot be brought to this version. */
export const migrate = (migrations: Migrations = ours): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = dialectOf(sql)
    if (yield* insideTransaction) return yield* refuse("cannot run inside a transaction")
    const known = numbered(migrations)
    yield* prepare(sql, dialect).pipe(waiting(dialect), orFailure(dialect))
    yield* Effect.flatMap(recorded(sql, dialect), (ids) => compare(ids, known, false))
    yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table }).pipe(
      Effect.sandbox,
      waitingFor((cause) => dialect.failure(Cause.squash(cause)) === "conflict"),
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

/** The migrations' table, made so that many first starts at once do not trip over each other. */
const prepare = (sql: SqlClient.SqlClient, dialect: Dialect): Effect.Effect<void, SqlError.SqlError> => {
  const create = (integer: string, instant: string) =>
    sql.unsafe(`CREATE TABLE IF NOT EXISTS ${table} (
      migration_id ${integer} PRIMARY KEY NOT NULL,
      created_at ${instant} NOT NULL DEFAULT CURRENT_TIMESTAMP,
      name VARCHAR(255) NOT NULL
    )`)
  return dialect.name === "sqlite"
    ? Effect.asVoid(create("integer", "datetime"))
    : sql.withTransaction(
        Effect.zipRight(
          sql`SELECT pg_advisory_xact_lock(4710267301)`,
          Effect.asVoid(create("integer", "timestamp with time zone")),
        ),
      )
}

const numbered = (migrations: Migrations): ReadonlyArray<number> =>
  Object.keys(migrations)
    .map((key) => Number.parseInt(key, 10))
    .sort((a, b) => a - b)

const recorded = (sql: SqlClient.SqlClient, dialect: Dialect): Effect.Effect<ReadonlyArray<number>> =>
  sql<{ readonly migration_id: number }>`SELECT migration_id FROM ${sql(table)} ORDER BY migration_id`.pipe(
    Effect.map((rows) => rows.map((row) => row.migration_id)),
    waiting(dialect),
    orFailure(dialect),
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

/** Names the migration that failed, so that the log says which. */
const failedIn = (cause: Cause.Cause<unknown>): string => {
  const problem = Cause.squash(cause)
  return problem instanceof Migrator.MigrationError ? `migrate: ${problem.message}` : "migrate"
}

const waitingFor =
  <E>(conflict: (error: E) => boolean) =>
  <A, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.retry(effect, { schedule: patience, while: conflict })

const waiting = (dialect: Dialect) =>
  waitingFor((error: SqlError.SqlError) => dialect.failure(error.cause) === "conflict")

const orFailure =
  (dialect: Dialect) =>
  <A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
    Effect.catchAll(effect, (error) => Effect.die(storageFailure(dialect, "migrate", error.cause)))
