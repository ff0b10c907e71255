/** The dialect of SQLite. */
import { codeOf, Dialect, type FailureKind, given, type ListedRows } from "@annotary/storage-sql"
import * as SqlError from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { sqliteClaims } from "../claim/claim.ts"
import { sqliteDeliveries } from "../webhooks/deliveries.ts"
import { ddl } from "./ddl.ts"
import { insertRows } from "./insertRows.ts"
import { makeRetry } from "./retry.ts"
import { words } from "./words.ts"

const failure = (cause: unknown): FailureKind => {
  const code = codeOf(cause)
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "conflict"
  return /^SQLITE_(CANTOPEN|FULL|IOERR|NOMEM|READONLY)/.test(code) ? "unavailable" : "final"
}

/** Passes the values of all rows as one JSON text. */
const listedRows: ListedRows = {
  common: () => "?",
  listed: (rows, columns) => ({
    text: `(SELECT ${columns.map((column, index) => `value ->> ${index} AS ${given(column)}`).join(", ")}
    FROM json_each(?)) AS given`,
    params: [JSON.stringify(rows.map((row) => columns.map((column) => row[column] ?? null)))],
  }),
}

export const SqliteDialect: Layer.Layer<Dialect> = Layer.sync(Dialect, () => ({
  ...words,
  ddl,
  listedRows,
  insertRows,
  failure,
  parameters: (text) => text,
  among: (sql, column, values) => sql.in(column, values),
  claims: sqliteClaims,
  deliveries: sqliteDeliveries,
  transaction: (sql) => sql.withTransaction,
  send: Effect.asVoid,
  retry: makeRetry(),
  lockRows: () => Effect.void,
  lockOutWriters: () => Effect.succeed(true),
  createMigrationsTable: (_, create) => Effect.asVoid(create("integer", "datetime")),
  conflict: (message) =>
    new SqlError.SqlError({ cause: Object.assign(new Error(message), { code: "SQLITE_BUSY" }) }),
  isUniqueViolation: (cause) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(cause)),
}))
