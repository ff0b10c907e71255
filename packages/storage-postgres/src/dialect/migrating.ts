/** Migrations on Postgres, beside servers of the earlier version that go on reading and writing. */
import { codeOf, type DialectShape, type RawRow } from "@annotary/storage-sql"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect, Option } from "effect"

/**
 * How long a migration waits for a lock. Statements that come after it wait behind it, so that it is as short as a slow
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
const begin = `SELECT pg_try_advisory_xact_lock(${migrationLock}) AS locked,
  set_config('lock_timeout', '${lockMillis}', true),
  set_config('statement_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true)`

export const migrationStep: DialectShape["migrationStep"] = (sql, _table, migration) =>
  sql
    .withTransaction(
      Effect.flatMap(sql.unsafe<RawRow>(begin), ([row]) =>
        row?.locked === true ? Effect.asSome(migration) : Effect.succeedNone,
      ),
    )
    .pipe(Effect.catchIf(isLockTimeout, () => Effect.delay(Effect.succeedNone, pause)))

const isLockTimeout = (error: unknown): error is SqlError.SqlError => codeOf(error) === "55P03"

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

/** What an attempt that was killed left behind is invalid, and removed first. */
const buildConcurrently = (connection: SqlConnection.Connection, name: string, on: string) => {
  const run = (text: string) => connection.executeUnprepared(text, [], undefined)
  return Effect.acquireUseRelease(
    run("SET statement_timeout = 0"),
    () =>
      Effect.gen(function* () {
        const [found] = yield* run(
          `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
        )
        if (found?.valid === true) return
        yield* run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
        yield* run(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`)
      }),
    () => Effect.ignore(run("RESET statement_timeout")),
  )
}
