/** Classifies failed statements of SQLite by the driver's code. */
import { type FailureKind, readErrorCode } from "@annotary/storage-sql"
import * as SqlError from "@effect/sql/SqlError"

export const toSqliteFailure = (cause: unknown): FailureKind => {
  const code = readErrorCode(cause)
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "conflict"
  return /^SQLITE_(CANTOPEN|FULL|IOERR|NOMEM|READONLY)/.test(code) ? "unavailable" : "final"
}

export const isUniqueViolation = (cause: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(readErrorCode(cause))

/** A failure with the code of a busy database. */
export const makeConflict = (message: string): SqlError.SqlError =>
  new SqlError.SqlError({ cause: Object.assign(new Error(message), { code: "SQLITE_BUSY" }) })
