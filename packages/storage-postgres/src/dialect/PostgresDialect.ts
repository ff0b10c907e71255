/** The dialect of Postgres. */
import { Dialect, given, type ListedRows, type NewRow } from "@annotary/storage-sql"
import { Effect, Layer } from "effect"
import { postgresClaims } from "../claim/claim.ts"
import { postgresDeliveries } from "../webhooks/deliveries.ts"
import { ddl } from "./ddl.ts"
import { conflict, isUniqueViolation, postgresFailure } from "./failure.ts"
import { insertRows } from "./insertRows.ts"
import { lockOutWriters } from "./lockOutWriters.ts"
import { retry } from "./retry.ts"
import { send } from "./sentWrites.ts"
import { withTransaction } from "./transaction.ts"
import { words } from "./words.ts"

const typeOf = (rows: ReadonlyArray<NewRow>, column: string): string =>
  rows.some((row) => typeof row[column] === "number") ? "float8" : "text"

/**
 * Passes the values of each column as one array. Subqueries hide the lengths of the arrays from the planner, which for hundreds
 * of rows would scan the table instead of looking up each row by its key.
 */
const listedRows: ListedRows = {
  common: (rows, column, position) => `$${position}::${typeOf(rows, column)}`,
  listed: (rows, columns, before) => ({
    text: `unnest(${columns.map((column, index) => `(SELECT $${before + index + 1}::${typeOf(rows, column)}[])`).join(", ")})
    AS given (${columns.map(given).join(", ")})`,
    params: columns.map((column) => rows.map((row) => row[column] ?? null)),
  }),
}

const numbered = (text: string): string => {
  let n = 0
  return text.replaceAll("?", () => `$${++n}`)
}

export const PostgresDialect: Layer.Layer<Dialect> = Layer.succeed(Dialect, {
  ...words,
  ddl,
  listedRows,
  insertRows,
  retry,
  send,
  lockOutWriters,
  conflict,
  isUniqueViolation,
  failure: postgresFailure,
  parameters: numbered,
  // One array: sending and planning with hundreds of single parameters would take longer than finding the rows.
  among: (sql, column, values) => sql`${sql(column)} = ANY (${values})`,
  claims: postgresClaims,
  deliveries: postgresDeliveries,
  transaction: withTransaction,
  lockRows: (statement) => Effect.asVoid(statement()),
  createMigrationsTable: (sql, create) =>
    sql.withTransaction(
      Effect.zipRight(
        sql`SELECT pg_advisory_xact_lock(4710267301)`,
        Effect.asVoid(create("integer", "timestamp with time zone")),
      ),
    ),
})
