/** The dialect of Postgres. */
import {
  Dialect,
  type DialectShape,
  type ListedRows,
  type NewRow,
  type RawRow,
  type Retry,
  readErrorCode,
  subqueries,
  text,
  toGivenName,
} from "@annotary/storage-sql"
import { Effect, Layer, Option, Schedule } from "effect"
import { baseline } from "../baseline/index.ts"
import { makePostgresClaims } from "../claim/claim.ts"
import { readCommitted } from "../connection/sessionSettings.ts"
import { makeDeliveries } from "../webhooks/deliveries.ts"
import { ddl } from "./ddl.ts"
import { isUniqueViolation, makeConflict, toPostgresFailure } from "./failure.ts"
import { insertRows } from "./insertRows.ts"
import { buildIndex, runMigrationStep } from "./migrating.ts"
import { send } from "./sentWrites.ts"
import { makePostgresTransactions } from "./transactions.ts"
import { makeWritersLockKey, words } from "./words.ts"

const getColumnType = (rows: ReadonlyArray<NewRow>, column: string): string =>
  rows.some((row) => typeof row[column] === "number") ? "float8" : "text"

/**
 * Passes the values of each column as one array. Subqueries hide the lengths of the arrays from the planner, which for hundreds
 * of rows would scan the table instead of looking up each row by its key.
 */
const listedRows: ListedRows = {
  common: (rows, column, position) => `$${position}::${getColumnType(rows, column)}`,
  listed: (rows, columns, before) => ({
    text: `unnest(${columns.map((column, index) => `(SELECT $${before + index + 1}::${getColumnType(rows, column)}[])`).join(", ")})
    AS given (${columns.map(toGivenName).join(", ")})`,
    params: columns.map((column) => rows.map((row) => row[column] ?? null)),
  }),
}

const replaceParameters = (text: string): string => {
  let n = 0
  return text.replaceAll("?", () => `$${++n}`)
}

/** Exponential backoff of at most 50 milliseconds, for 30 seconds. */
const schedule = Schedule.exponential("1 millis", 1.6).pipe(
  Schedule.union(Schedule.spaced("50 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

/** Conflicts are short and independent of each other. The schedule starts only after the first, because conflicts are rare. */
const retry: Retry = (attempt, isConflict) =>
  Effect.catchIf(attempt, isConflict, () => Effect.retry(attempt, { schedule, while: isConflict }))

/** Takes the lock that writers of a dataset's labels share exclusively: all their writes are then committed and visible. */
const lockOutWriters: DialectShape["lockOutWriters"] = ({ sql, unless }, dataset, timeoutMillis) => {
  const setTimeout = (timeout: string) => sql`SELECT set_config('lock_timeout', ${timeout}, true)`
  return Effect.gen(function* () {
    const before = yield* sql<RawRow>`SELECT current_setting('lock_timeout') AS lock_timeout`
    yield* setTimeout(`${timeoutMillis}ms`)
    const locked = yield* unless(
      isLockTimeout,
      sql`SELECT ${sql.literal(selectExclusiveLock("d.id"))} AS "writers" FROM datasets d WHERE d.id = ${dataset}`,
    )
    yield* setTimeout(limit.read(before[0]?.lock_timeout))
    return Option.isSome(locked)
  })
}

const selectExclusiveLock = (dataset: string): string =>
  `pg_advisory_xact_lock(${makeWritersLockKey(dataset)})`

const limit = text<string>("lock_timeout")

const isLockTimeout = (cause: unknown): boolean => readErrorCode(cause) === "55P03"

export const PostgresDialect: Layer.Layer<Dialect> = Layer.succeed(Dialect, {
  ...words,
  baseline,
  ddl,
  listedRows,
  insertRows,
  retry,
  send,
  lockOutWriters,
  conflict: makeConflict,
  isUniqueViolation,
  failure: toPostgresFailure,
  ...subqueries,
  resolveLookups: (run) => run,
  lockDatasetRow: (sql, _, strength, read) =>
    read(sql.literal(strength === "update" ? words.forUpdate : words.forKeyShare)),
  sharePersons: (sql, read) =>
    read({ roles: sql.literal(words.forShare), person: sql.literal(words.forShareOf("u")) }),
  lockInDatasets: (limit, _, run) => run(null, limit),
  parameters: replaceParameters,
  // One array: sending and planning with hundreds of single parameters would take longer than finding the rows.
  among: (sql, column, values) => sql`${sql(column)} = ANY (${values})`,
  claims: makePostgresClaims,
  deliveries: makeDeliveries(words.areWebhooksEnabled),
  transactions: makePostgresTransactions,
  // Autovacuum reuses the space of deleted rows in its time, and dumps do not contain them.
  compact: () => Effect.succeed(false),
  migrationStep: runMigrationStep,
  buildIndex,
  lockRows: (statement) => Effect.asVoid(statement()),
  createMigrationsTable: (sql, create) =>
    sql.withTransaction(
      Effect.zipRight(
        Effect.zipRight(sql.unsafe(readCommitted), sql`SELECT pg_advisory_xact_lock(4710267301)`),
        Effect.asVoid(create("integer", "timestamp with time zone")),
      ),
    ),
})
