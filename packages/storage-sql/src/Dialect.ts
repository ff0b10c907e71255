/** Every disagreement between the databases that is a word: column types, clauses, expressions, error codes. */
import type { SqlClient } from "@effect/sql"

/** What a failed statement means for the caller. `conflict`: again at once; `away`: again later. */
export type FailureKind = "conflict" | "away" | "final"

export interface Dialect {
  readonly name: "sqlite" | "postgres"
  /** Text that sorts by code point, so that ids, names and instants have one order everywhere. */
  readonly text: string
  /** 64-bit integers: milliseconds, bytes. */
  readonly big: string
  readonly real: string
  /** Ends CREATE TABLE: of tables with bodies in them, and of narrow ones that live in their key. */
  readonly wideTable: string
  readonly narrowTable: string
  /** The database's clock in whole milliseconds. */
  readonly nowMillis: string
  /** Locks the rows a SELECT reads until the transaction ends; SQLite's transactions hold the one write lock already. */
  readonly forUpdate: string
  /** After a table's name: reads it along this index. SQLite's planner must be told which partial index is short. */
  readonly along: (index: string) => string
  /** The function of (text, needle) that is above 0 where the text holds the needle, byte for byte. */
  readonly position: string
  /** Over how many rows a dataset's counts are spread, so that they do not stand in one another's way. */
  readonly countSlots: number
  readonly failure: (cause: unknown) => FailureKind
}

export const dialectOf = (sql: SqlClient.SqlClient): Dialect =>
  sql.onDialectOrElse({
    sqlite: () => sqlite,
    pg: () => postgres,
    orElse: () => {
      throw new Error("Annotary's SQL storage knows SQLite and Postgres.")
    },
  })

export const sqlite: Dialect = {
  name: "sqlite",
  text: "TEXT",
  big: "INTEGER",
  real: "REAL",
  wideTable: "STRICT",
  narrowTable: "STRICT, WITHOUT ROWID",
  nowMillis: "CAST(round(unixepoch('subsec') * 1000) AS INTEGER)",
  forUpdate: "",
  along: (index) => `INDEXED BY ${index}`,
  position: "instr",
  countSlots: 1,
  failure: (cause) => {
    const code = codeOf(cause)
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "conflict"
    return /^SQLITE_(CANTOPEN|FULL|IOERR|NOMEM|READONLY)/.test(code) ? "away" : "final"
  },
}

export const postgres: Dialect = {
  name: "postgres",
  text: 'TEXT COLLATE "C"',
  big: "BIGINT",
  real: "DOUBLE PRECISION",
  wideTable: "",
  narrowTable: "",
  nowMillis: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
  forUpdate: "FOR UPDATE",
  along: () => "",
  position: "strpos",
  countSlots: 16,
  failure: (cause) => {
    const code = codeOf(cause)
    if (code === "40001" || code === "40P01") return "conflict"
    // Class 08: connection; 53: resources; 57P: shutting down; 25006: a read-only standby.
    return /^(08|53|57P|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) ? "away" : "final"
  },
}

/** The driver's code: on the error itself, or on the cause it was wrapped around. */
const codeOf = (cause: unknown): string => {
  let at = cause
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    if ("code" in at && typeof at.code === "string") return at.code
    at = "cause" in at ? at.cause : undefined
  }
  return ""
}
