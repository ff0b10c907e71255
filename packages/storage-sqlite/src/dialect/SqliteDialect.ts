/** The dialect of SQLite. */
import { Dialect, type ListedRows, type Retry, subqueries, toGivenName } from "@annotary/storage-sql"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect, Layer, Schedule } from "effect"
import { baseline } from "../baseline/index.ts"
import { makeSqliteClaims } from "../claim/claim.ts"
import { compactFile } from "../vacuum.ts"
import { makeSqliteDeliveries } from "../webhooks/deliveries.ts"
import { ddl } from "./ddl.ts"
import { isUniqueViolation, makeConflict, toSqliteFailure } from "./failure.ts"
import { insertRows } from "./insertRows.ts"
import { makeSqliteTransactions } from "./transactions.ts"
import { words } from "./words.ts"

/** Passes the values of all rows as one JSON text. */
const listedRows: ListedRows = {
  common: () => "?",
  listed: (rows, columns) => ({
    text: `(SELECT ${columns.map((column, index) => `value ->> ${index} AS ${toGivenName(column)}`).join(", ")}
    FROM json_each(?)) AS given`,
    params: [JSON.stringify(rows.map((row) => columns.map((column) => row[column] ?? null)))],
  }),
}

export const SqliteDialect: Layer.Layer<Dialect> = Layer.sync(Dialect, () => ({
  ...words,
  baseline,
  ddl,
  listedRows,
  insertRows,
  failure: toSqliteFailure,
  parameters: (text) => text,
  among: (sql, column, values) => sql.in(column, values),
  claims: makeSqliteClaims,
  deliveries: makeSqliteDeliveries,
  transactions: (_, outside) => makeSqliteTransactions(outside),
  send: Effect.asVoid,
  retry: makeRetry(),
  lockRows: () => Effect.void,
  ...subqueries,
  resolveLookups: (run) => run,
  lockDatasetRow: (sql, _, strength, read) =>
    read(sql.literal(strength === "update" ? words.forUpdate : words.forKeyShare)),
  sharePersons: (sql, read) =>
    read({ roles: sql.literal(words.forShare), person: sql.literal(words.forShareOf("u")) }),
  lockInDatasets: (limit, _, run) => run(null, limit),
  lockOutWriters: () => Effect.succeed(true),
  createMigrationsTable: (_, create) => Effect.asVoid(create("integer", "datetime")),
  // The first statement takes the write lock: a transaction that has read before others wrote could not write.
  migrationStep: (sql, table, migration) =>
    sql
      .withTransaction(Effect.zipRight(sql.unsafe(`DELETE FROM ${table} WHERE 0`), Effect.asSome(migration)))
      .pipe(
        Effect.retry({ schedule: attempts, while: isBusy }),
        Effect.catchIf(isBusy, () => Effect.succeedNone),
      ),
  buildIndex: (sql, name, on) => Effect.asVoid(sql.unsafe(`CREATE INDEX ${name} ON ${on}`)),
  compact: (sql) => compactFile(sql),
  conflict: makeConflict,
  isUniqueViolation,
}))

const isBusy = (error: SqlError.SqlError): boolean => toSqliteFailure(error.cause) === "conflict"

/** The interval at which the first writer in the queue polls the lock. */
const attempts = Schedule.exponential("1 millis", 1.3).pipe(
  Schedule.union(Schedule.spaced("4 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

/**
 * Retries writers that wait for SQLite's one write lock, which must be polled. Of each process one writer polls, at short
 * intervals; the others queue behind it in the order of their arrival. If all of them polled, each would need such long intervals
 * that the lock would be free most of the time, and early writers would have no advantage over late ones.
 */
const makeRetry = (): Retry => {
  const queue = Effect.unsafeMakeSemaphore(1)
  return (attempt, isConflict) =>
    Effect.catchIf(attempt, isConflict, () =>
      queue.withPermits(1)(Effect.retry(attempt, { schedule: attempts, while: isConflict })),
    )
}
