/**
 * What SQL databases spell or do differently. A database's package provides all of it; nothing else asks which database it is.
 * The words come first; the operations, which differ as a whole, follow in `DialectOperations`.
 */
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Context, type Effect } from "effect"
import type { InsertRows } from "../statements/insertRows.ts"
import type { Statements } from "../statements/Statements.ts"
import type { ClaimOperations } from "./ClaimOperations.ts"
import type { DeliveryOperations } from "./DeliveryOperations.ts"
import type { ListedRows } from "./ListedRows.ts"

export class Dialect extends Context.Tag("@annotary/storage-sql/Dialect")<Dialect, DialectShape>() {}

export interface DialectShape extends DialectWords, DialectOperations {
  /** Statements of the migrations that each database spells its own way, in order; none where it does not need them. */
  readonly ddl: Readonly<
    Record<
      "queueTurn" | "snapshots" | "blobs" | "outboxInline" | "outboxById" | "webhookPlaces",
      ReadonlyArray<string>
    >
  >
}

/** What a failed statement means for the caller. `conflict`: again at once; `unavailable`: again later. */
export type FailureKind = "conflict" | "unavailable" | "final"

/** Column types, clauses and expressions. A clause that a database does not need is empty. */
export interface DialectWords {
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
  /** Locks the rows a SELECT reads until the transaction ends, or those of one alias. */
  readonly forUpdate: string
  readonly forUpdateOf: (alias: string) => string
  /** The same, but others may lock them so at the same time: nobody changes them, or nobody removes them, until then. */
  readonly forShare: string
  readonly forShareOf: (alias: string) => string
  readonly forKeyShare: string
  /** Locks what a SELECT reads and skips what others have locked. */
  readonly skipLocked: string
  /**
   * Who writes labels of a dataset shares a lock of it until their transaction ends; `lockOutWriters` takes it alone. An
   * expression for a SELECT, of one that names the dataset. In memory, not in a row: a row that all writers share costs them a
   * tenth of their rate.
   */
  readonly writersLock: (dataset: string) => string
  /** After a table's name: reads it along this index, where the planner does not know which partial index is short. */
  readonly along: (index: string) => string
  /** The function of (text, needle) that is above 0 where the text holds the needle, byte for byte. */
  readonly position: string
  /** The functions that return the greatest and the least of their arguments. */
  readonly greatest: string
  readonly least: string
  /** Twelve random hexadecimal digits. */
  readonly randomHex: string
  /** A table `v` of the rows that the next parameter holds as JSON. */
  readonly jsonRows: (columns: Readonly<Record<string, "text" | "bigint">>) => string
  /** A list of texts that the next parameter holds as JSON, as a query of one column. */
  readonly jsonList: string
  /**
   * What of a text column `substr` cuts pieces from. Null where a body comes faster as a whole, because the database decompresses
   * it and counts its characters from the beginning for every piece.
   */
  readonly sliceable: ((column: string) => string) | null
  /**
   * Which of the rows over which a dataset's counts are spread takes a change: one of 16 by the connection, so that two
   * transactions seldom meet, and never in two rows, where they could deadlock.
   */
  readonly countSlot: string
  /** Snapshots that are rows: their tables with the columns that name a row, and the condition that a dataset `d` has none open. */
  readonly snapshotRows: {
    readonly tables: ReadonlyArray<readonly [table: string, key: string]>
    readonly noneOpen: string
  }
}

export interface DialectOperations {
  /** Writes the `?` of a text as the database takes them. */
  readonly parameters: (text: string) => string
  /** The condition that a column has one of many values. */
  readonly among: (
    sql: SqlClient.SqlClient,
    column: string,
    values: ReadonlyArray<string>,
  ) => Statement.Fragment
  /** How the values of many rows are given to one UPDATE. */
  readonly listedRows: ListedRows
  readonly insertRows: (statements: Pick<Statements, "direct" | "unless">) => InsertRows
  readonly claims: (statements: Statements) => ClaimOperations
  readonly deliveries: (statements: Statements & { readonly insertRows: InsertRows }) => DeliveryOperations
  /** BEGIN, COMMIT and savepoints of a client. */
  readonly transaction: (sql: SqlClient.SqlClient) => SqlClient.SqlClient["withTransaction"]
  /** Sends one write inside a transaction; where the database can, its answer is awaited only before the commit. */
  readonly send: (write: Effect.Effect<unknown>) => Effect.Effect<void>
  readonly retry: Retry
  /** Runs a statement that does nothing but lock rows; not run where a transaction holds the database's one write lock. */
  readonly lockRows: (
    statement: () => Effect.Effect<unknown, SqlError.SqlError>,
  ) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Takes `writersLock` of a dataset alone until the transaction ends. False if somebody else held it for longer than
   * `timeoutMillis`; no other writer begins while this waits.
   */
  readonly lockOutWriters: (
    statements: Pick<Statements, "sql" | "unless">,
    dataset: string,
    timeoutMillis: number,
  ) => Effect.Effect<boolean, SqlError.SqlError>
  /** Makes the table of the migrations, of columns of these types, when it is missing; many processes may start at once. */
  readonly createMigrationsTable: (
    sql: SqlClient.SqlClient,
    create: (integer: string, instant: string) => Effect.Effect<unknown, SqlError.SqlError>,
  ) => Effect.Effect<void, SqlError.SqlError>
  readonly failure: (cause: unknown) => FailureKind
  /** A failure that begins the transaction anew, as a failed serialization does. */
  readonly conflict: (message: string) => SqlError.SqlError
  /** Whether a statement failed because what must be unique is there already. */
  readonly isUniqueViolation: (cause: unknown) => boolean
}

/** Runs an effect again, for half a minute at most, while it fails with a conflict. */
export type Retry = <A, E, R>(
  attempt: Effect.Effect<A, E, R>,
  isConflict: (error: E) => boolean,
) => Effect.Effect<A, E, R>
