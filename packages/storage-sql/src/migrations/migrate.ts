/**
 * Migrates a database to the schema of this version, or fails with a reason. A new database gets most of the schema at once, by the
 * baseline of its dialect; then, as an older one, the migrations that it lacks. Many processes may start at once: each returns
 * only when all migrations have run. Every migration has a transaction of its own, so that its locks end with it, and a
 * migration that is interrupted leaves those before it.
 */
import { StorageFailure } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect, Option } from "effect"
import { insideTransaction, makeStorageFailure } from "../database/failures.ts"
import { Dialect, type DialectShape } from "../dialect/Dialect.ts"
import { type RawRow, toNumber } from "../rows/columns.ts"
import { lastInBaseline, type Migrations, migrations as ours } from "./index.ts"
import { type Migration, makeMigration } from "./migration.ts"

const table = "annotary_migrations"

/** Runs the missing migrations. Fails the layer with a `StorageFailure` defect when the database cannot be migrated. */
export const migrate = (
  migrations: Migrations = ours,
): Effect.Effect<void, never, SqlClient.SqlClient | Dialect> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    if (yield* insideTransaction) return yield* refuse("cannot run inside a transaction")
    const steps = sortMigrations(migrations)
    yield* runOrDie(dialect, "migrate", createTable(sql, dialect))
    const read = runOrDie(dialect, "migrate", readRecordedIds(sql))
    let ids = yield* read
    yield* compare(ids, steps)
    if (ids.length === 0 && Object.keys(ours).every((key) => key in migrations)) {
      yield* run(sql, dialect, baselineStep)
      ids = yield* read
    }
    for (;;) {
      const next = steps.find(({ id }) => !ids.includes(id))
      if (next === undefined) return
      ids = (yield* run(sql, dialect, toStep(next))) ? [...ids, next.id] : yield* read
    }
  })

interface NumberedMigration {
  readonly id: number
  readonly name: string
  readonly migration: Migration
}

/** Runs in one transaction, and is recorded under the numbers that it stands for. */
interface Step {
  readonly title: string
  readonly rows: ReadonlyArray<{ readonly migration_id: number; readonly name: string }>
  /** Decides by the recorded numbers: another process may have been earlier. */
  readonly isMissing: (ids: ReadonlyArray<number>) => boolean
  readonly migration: Migration
}

const toRow = ({ id, name }: NumberedMigration) => ({ migration_id: id, name })

const toStep = (numbered: NumberedMigration): Step => ({
  title: `migration ${numbered.id}_${numbered.name}`,
  rows: [toRow(numbered)],
  isMissing: (ids) => !ids.includes(numbered.id),
  migration: numbered.migration,
})

const sortMigrations = (migrations: Migrations): ReadonlyArray<NumberedMigration> =>
  Object.entries(migrations)
    .map(([key, migration]) => ({
      id: Number.parseInt(key, 10),
      name: key.replace(/^\d+_/, ""),
      migration,
    }))
    .sort((a, b) => a.id - b.id)

const baselineStep: Step = {
  title: "baseline",
  rows: sortMigrations(ours)
    .filter(({ id }) => id <= lastInBaseline)
    .map(toRow),
  isMissing: (ids) => ids.length === 0,
  migration: makeMigration(({ baseline }) => baseline),
}

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

const readRecordedIds = (sql: SqlClient.SqlClient): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError> =>
  sql<RawRow>`SELECT migration_id FROM ${sql(table)} ORDER BY migration_id`.pipe(
    Effect.map((rows) => rows.map((row) => toNumber("migration_id", row.migration_id))),
  )

/** Runs a step, as soon as no other process migrates and its locks are free. False: another process has run it. */
const run = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  { isMissing, migration, rows, title }: Step,
): Effect.Effect<boolean, never, SqlClient.SqlClient | Dialect> => {
  const body = Effect.gen(function* () {
    if (!isMissing(yield* readRecordedIds(sql))) return false
    yield* Effect.logDebug("Running a migration.")
    yield* migration
    yield* sql`INSERT INTO ${sql(table)} ${sql.insert(rows)}`
    return true
  })
  const attempt = runOrDie(dialect, `migrate: ${title} failed`, dialect.migrationStep(sql, table, body))
  const tried: Effect.Effect<boolean, never, SqlClient.SqlClient | Dialect> = Effect.flatMap(
    attempt,
    Option.match({ onNone: () => Effect.delay(tried, "200 millis"), onSome: Effect.succeed }),
  )
  const waiting = Effect.zipRight(Effect.delay(logWaiting, "3 seconds"), Effect.never)
  return Effect.annotateLogs(Effect.raceFirst(tried, waiting), { migration: title })
}

const logWaiting = Effect.logInfo("Waiting to migrate the database.")

const compare = (
  ids: ReadonlyArray<number>,
  migrations: ReadonlyArray<NumberedMigration>,
): Effect.Effect<void> => {
  const knownIds = migrations.map(({ id }) => id)
  const last = ids.at(-1) ?? 0
  const newest = knownIds.at(-1) ?? 0
  if (last > newest)
    return refuse(`the database is at migration ${last}, this version knows ${newest}: run a newer version`)
  const strange = ids.find((id) => !knownIds.includes(id))
  if (strange !== undefined)
    return refuse(`migration ${strange} was run on this database and is unknown to this version`)
  const skipped = knownIds.find((id) => id < last && !ids.includes(id))
  return skipped === undefined
    ? Effect.void
    : refuse(`migration ${skipped} was never run although ${last} was`)
}

const refuse = (reason: string): Effect.Effect<never> =>
  Effect.die(
    new StorageFailure({ operation: `migrate: ${reason}`, transient: false, cause: new Error(reason) }),
  )

const runOrDie = <A, R>(
  dialect: DialectShape,
  operation: string,
  effect: Effect.Effect<A, SqlError.SqlError, R>,
): Effect.Effect<A, never, R> =>
  dialect
    .retry(effect, (error) => dialect.failure(error.cause) === "conflict")
    .pipe(Effect.catchAll((error) => Effect.die(makeStorageFailure(dialect, operation, error.cause))))
