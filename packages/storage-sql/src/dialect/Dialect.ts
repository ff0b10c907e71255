/** Every disagreement between the databases that is a word: column types, clauses, expressions, error codes. */
import type { SqlClient } from "@effect/sql"
import { codeOf } from "../database/errorCode.ts"
import { postgresFailure } from "../postgresFailure.ts"

/** What a failed statement means for the caller. `conflict`: again at once; `away`: again later. */
export type FailureKind = "conflict" | "away" | "final"

export interface Dialect {
  readonly name: "sqlite" | "postgres"
  /** Text that sorts by code point, so that ids, names and instants have one order everywhere. */
  readonly text: string
  /** 64-bit integers: milliseconds, bytes. */
  readonly big: string
  readonly real: string
  /** Ends CREATE TABLE: of tables with bodies in them, of narrow ones that live in their key, and of those changed in place. */
  readonly wideTable: string
  readonly narrowTable: string
  readonly hotTable: string
  /** The database's clock in whole milliseconds. */
  readonly nowMillis: string
  /** Locks the rows a SELECT reads until the transaction ends; SQLite's transactions hold the one write lock already. */
  readonly forUpdate: string
  /** The same, but others may lock them so at the same time: nobody changes them, or nobody removes them, until then. */
  readonly forShare: string
  readonly forKeyShare: string
  /**
   * Who writes labels of a dataset shares a lock of it until their transaction ends, and who changes all of them at once has
   * it alone. Expressions for a SELECT, of one that names the dataset; null where a transaction is alone anyway. In memory, not
   * in a row: a row that all writers share costs them a tenth of their rate.
   */
  readonly writersLock: {
    readonly shared: (dataset: string) => string
    readonly alone: ((dataset: string) => string) | null
  }
  /** After a table's name: reads it along this index. SQLite's planner must be told which partial index is short. */
  readonly along: (index: string) => string
  /** The function of (text, needle) that is above 0 where the text holds the needle, byte for byte. */
  readonly position: string
  /**
   * What of a text column `substr` cuts pieces from: on SQLite its bytes. Null where a body comes faster as a whole: Postgres
   * decompresses it and counts its characters from the beginning for every piece.
   */
  readonly sliceable: ((column: string) => string) | null
  /**
   * Which of the rows over which a dataset's counts are spread takes a change: one of 16 by the connection, so that two
   * transactions seldom meet, and never in two rows, where they could wait for each other in a circle.
   */
  readonly countSlot: string
  /** Whether a snapshot is rows of its own, under a lease; on SQLite it is a transaction. */
  readonly snapshotRows: boolean
  readonly failure: (cause: unknown) => FailureKind
  /** Whether a statement failed because what must be unique is there already. */
  readonly isTaken: (cause: unknown) => boolean
  /** Whether a statement failed because it waited too long for a lock. */
  readonly isLockTimeout: (cause: unknown) => boolean
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
  hotTable: "STRICT, WITHOUT ROWID",
  nowMillis: "CAST(round(unixepoch('subsec') * 1000) AS INTEGER)",
  forUpdate: "",
  forShare: "",
  forKeyShare: "",
  writersLock: { shared: () => "NULL", alone: null },
  along: (index) => `INDEXED BY ${index}`,
  position: "instr",
  sliceable: (column) => `CAST(${column} AS BLOB)`,
  countSlot: "0",
  snapshotRows: false,
  failure: (cause) => {
    const code = codeOf(cause)
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "conflict"
    return /^SQLITE_(CANTOPEN|FULL|IOERR|NOMEM|READONLY)/.test(code) ? "away" : "final"
  },
  isTaken: (cause) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(cause)),
  isLockTimeout: () => false,
}

/** The number tells this lock from others that are named by a dataset. */
const writersOf = (dataset: string): string => `hashtextextended(${dataset}, 4710267302)`

export const postgres: Dialect = {
  name: "postgres",
  text: 'TEXT COLLATE "C"',
  big: "BIGINT",
  real: "DOUBLE PRECISION",
  wideTable: "",
  narrowTable: "",
  hotTable: "WITH (fillfactor = 80)",
  nowMillis: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
  forUpdate: "FOR UPDATE",
  forShare: "FOR SHARE",
  forKeyShare: "FOR KEY SHARE",
  writersLock: {
    shared: (dataset) => `pg_advisory_xact_lock_shared(${writersOf(dataset)})`,
    alone: (dataset) => `pg_advisory_xact_lock(${writersOf(dataset)})`,
  },
  along: () => "",
  position: "strpos",
  sliceable: null,
  countSlot: "pg_backend_pid() % 16",
  snapshotRows: true,
  failure: postgresFailure,
  isTaken: (cause) => codeOf(cause) === "23505",
  isLockTimeout: (cause) => codeOf(cause) === "55P03",
}
