/** Migrations on Postgres, beside servers of the earlier version that go on reading and writing. */
import { type DialectShape, type RawRow, readErrorCode } from "@annotary/storage-sql"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect, Option } from "effect"
import { readCommitted } from "../connection/sessionSettings.ts"

/**
 * A migration waits this long for a lock. Statements that come after it wait behind it, so that it is as short as a slow
 * request; a migration that was too late is tried again.
 */
const lockMillis = 1000

/** The pause before the next attempt, in which statements that waited run. */
const pause = "1 second"

/** The advisory lock of whoever changes the schema. */
export const migrationLock = 4710267303

/**
 * Building an index and copying rows take as long as they take. Other processes do not wait for the advisory lock: a statement
 * that waits keeps its snapshot, for which `buildIndex` would wait.
 */
const begin = `WITH unlimited AS (SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout')
  SELECT pg_try_advisory_xact_lock(${migrationLock}) AS locked,
  set_config('lock_timeout', '${lockMillis}', true),
  set_config('statement_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true),
  (SELECT count(*) FROM unlimited) AS unlimited`

export const runMigrationStep: DialectShape["migrationStep"] = (sql, _table, migration) =>
  sql
    .withTransaction(
      Effect.flatMap(Effect.zipRight(sql.unsafe(readCommitted), sql.unsafe<RawRow>(begin)), ([row]) =>
        row?.locked === true ? Effect.asSome(migration) : Effect.succeedNone,
      ),
    )
    .pipe(Effect.catchIf(isLockTimeout, () => Effect.delay(Effect.succeedNone, pause)))

const isLockTimeout = (error: unknown): error is SqlError.SqlError => readErrorCode(error) === "55P03"

/**
 * Builds the index on another connection than that of the transaction, because it cannot run inside of one; the transaction
 * keeps other migrations away meanwhile. With a pool of one connection, the transaction builds it and writers wait.
 */
export const buildIndex: DialectShape["buildIndex"] = (sql, name, on) =>
  Effect.scoped(
    Effect.flatMap(Effect.option(sql.reserve), (connection) =>
      Option.isSome(connection)
        ? buildConcurrently(connection.value, name, on)
        : Effect.asVoid(sql.unsafe(`CREATE INDEX ${name} ON ${on}`)),
    ),
  )

/** An index that a killed attempt left behind is invalid, and removed first. */
const buildConcurrently = (connection: SqlConnection.Connection, name: string, on: string) => {
  const run = (text: string) => connection.executeUnprepared(text, [], undefined)
  return Effect.acquireUseRelease(
    run(`SELECT set_config(name, '0', false) ${limits}`),
    () =>
      Effect.gen(function* () {
        const [found] = yield* run(
          `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
        )
        if (found?.valid === true) return
        yield* run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
        yield* run(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`)
      }),
    () => Effect.ignore(run(`SELECT set_config(name, reset_val, false) ${limits}`)),
  )
}

/** The time limits of a session. Postgres before 17 has no limit on transactions. */
const limits = "FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout')"
