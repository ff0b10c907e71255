/**
 * The differences between SQL databases. A database's package provides all of them; no other code depends on the database.
 * `DialectWords` are words in shared statements; `DialectOperations` are operations that differ as a whole.
 */
import type { SqlClient, SqlConnection, SqlError, Statement } from "@effect/sql"
import { Context, type Effect, type Option } from "effect"
import type { RunHere } from "../database/oneStep.ts"
import type { InsertRows, ListedRows } from "../statements/manyRows.ts"
import type { Rows, Statements } from "../statements/Statements.ts"
import type { DialectLookups } from "./lookups.ts"
import type { ClaimOperations, DeliveryOperations } from "./operations.ts"
import type { Transactions } from "./transactions.ts"

/** The differences between SQL databases; an adapter provides one. */
export class Dialect extends Context.Tag("@annotary/storage-sql/Dialect")<Dialect, DialectShape>() {}

/** The words and operations of a database, and the statements of migrations that only it needs. */
export interface DialectShape extends DialectWords, DialectLookups, DialectOperations {
  /** The statements that make the schema of the last migration in baselines in an empty database. */
  readonly baseline: ReadonlyArray<string>
  /** Statements of migrations that differ by database, in order; empty where a database does not need them. */
  readonly ddl: Readonly<
    Record<
      "firstOverlap" | "queueTurn" | "snapshots" | "blobs" | "outboxInline" | "outboxById" | "webhookPlaces",
      ReadonlyArray<string>
    >
  >
}

/** The consequence of a failed statement for the caller: `conflict`, retry at once; `unavailable`, retry later; `final`, do not retry. */
export type FailureKind = "conflict" | "unavailable" | "final"

/** The clauses that lock rows of roles, and the rows of the person's alias `u`. */
export interface PersonLocks {
  readonly roles: Statement.Fragment
  readonly person: Statement.Fragment
}

/** Column types, clauses and expressions. A clause that a database does not need is empty. */
export interface DialectWords {
  /** The type of text that sorts by code point, so that ids, names and instants have one order everywhere. */
  readonly text: string
  /** The type of 64-bit integers: milliseconds, bytes. */
  readonly big: string
  readonly real: string
  /** Ends CREATE TABLE: for tables with long texts, for narrow tables that are stored in their key, and for tables updated in place. */
  readonly wideTable: string
  readonly narrowTable: string
  readonly hotTable: string
  /** The database's clock in whole milliseconds. */
  readonly nowMillis: string
  /** Locks the rows that a SELECT reads, or those of one alias, until the transaction ends. */
  readonly forUpdate: string
  readonly forUpdateOf: (alias: string) => string
  /** Shared locks: until the transaction ends, nobody changes the rows (`forShare`) or removes them (`forKeyShare`). */
  readonly forShare: string
  readonly forShareOf: (alias: string) => string
  readonly forKeyShare: string
  /** Locks the rows that a SELECT reads and skips those that others have locked. */
  readonly skipLocked: string
  /**
   * An expression for a SELECT that takes a shared lock on a dataset, given as an expression, until the transaction ends. Every
   * writer of labels takes it; `lockOutWriters` takes it exclusively. It is a lock in memory and not a row: a row that all
   * writers share would cost them a tenth of their rate.
   */
  readonly writersLock: (dataset: string) => string
  /** Follows a table's name: reads the table along this index, where the planner does not know which partial index is short. */
  readonly along: (index: string) => string
  /** The function of (text, needle) that returns more than 0 where the text contains the needle, byte for byte. */
  readonly position: string
  /** The functions that return the greatest and the least of their arguments. */
  readonly greatest: string
  readonly least: string
  /** Whether webhooks are enabled for an owner, given as an expression: 1 or 0. */
  readonly areWebhooksEnabled: (owner: string) => string
  /** The condition that a dataset, given as an expression, is not deleted. */
  readonly isLiveDataset: (dataset: string) => string
  /** Twelve random hexadecimal digits. */
  readonly randomHex: string
  /** The expression for the number that a member of an object has, in a column of JSON text; null where it has none. */
  readonly jsonNumber: (column: string, member: string) => string
  /** The number that a column of text writes as `isComparableNumber` says; NULL for any other text. */
  readonly comparableNumber: (column: string) => string
  /** A table `v` of the rows in the next parameter, which is JSON. */
  readonly jsonRows: (columns: Readonly<Record<string, "text" | "bigint">>) => string
  /** A query of one column: the texts in the next parameter, which is a JSON list. */
  readonly jsonList: string
  /**
   * The expression of a text column from which `substr` cuts pieces. Null where reading the whole text is faster, because the
   * database decompresses it and counts its characters from the beginning for every piece.
   */
  readonly sliceable: ((column: string) => string) | null
  /** Begins a SELECT that sees only what is committed, where others may also see what this process commits in a moment. */
  readonly onlyCommitted: string
  /**
   * The slot that takes a change of a dataset's counts, which are spread over up to 16 rows. It depends on the connection, so that
   * two transactions seldom meet in one row, and one transaction never touches two rows, which could deadlock.
   */
  readonly countSlot: string
  /** For snapshots that are stored as rows: their tables with their keys, and the condition that a dataset `d` has none open. */
  readonly snapshotRows: {
    readonly tables: ReadonlyArray<readonly [table: string, key: string]>
    readonly noneOpen: string
  }
}

/** Operations that differ as a whole between databases. */
export interface DialectOperations {
  /** Wraps how statements run, for a database whose lookups find their values before the statement. */
  readonly resolveLookups: (run: RunHere) => RunHere
  /** Locks the row of a dataset until the transaction ends, with the statement that reads it: `clause` follows its conditions. */
  readonly lockDatasetRow: <A>(
    sql: SqlClient.SqlClient,
    dataset: string,
    strength: "update" | "keyShare",
    read: (clause: Statement.Fragment) => Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<A, SqlError.SqlError>
  /** Shares locks of people and their roles until the transaction ends, with the statement that reads them. */
  readonly sharePersons: <A>(
    sql: SqlClient.SqlClient,
    read: (clauses: PersonLocks) => Effect.Effect<A, SqlError.SqlError>,
  ) => Effect.Effect<A, SqlError.SqlError>
  /**
   * Runs a statement that locks rows of the queue, up to a limit: for all datasets at once (null), or for one after the other
   * where a statement can lock rows of one dataset only. `find` selects the datasets that have such rows.
   */
  readonly lockInDatasets: (
    limit: number,
    find: () => Rows,
    run: (dataset: string | null, limit: number) => Rows,
  ) => Rows
  /** Replaces the `?` of a text by the database's own parameters. */
  readonly parameters: (text: string) => string
  /** The condition that a column has one of many values. */
  readonly among: (
    sql: SqlClient.SqlClient,
    column: string,
    values: ReadonlyArray<string>,
  ) => Statement.Fragment
  /** Passes the values of many rows to one UPDATE. */
  readonly listedRows: ListedRows
  readonly insertRows: (statements: Pick<Statements, "change" | "run" | "unless">) => InsertRows
  readonly claims: (statements: Statements) => ClaimOperations
  readonly deliveries: (statements: Statements & { readonly insertRows: InsertRows }) => DeliveryOperations
  /** Transactions of the client. `outside` is its connection for statements outside of them. */
  readonly transactions: (sql: SqlClient.SqlClient, outside: SqlConnection.Connection) => Transactions
  /** Sends one write inside a transaction. Where the database allows it, the answer is awaited only before the commit. */
  readonly send: (write: Effect.Effect<unknown>) => Effect.Effect<void>
  readonly retry: Retry
  /** Runs a statement that only locks rows. Does nothing where a transaction already has the database's one write lock. */
  readonly lockRows: (
    statement: () => Effect.Effect<unknown, SqlError.SqlError>,
  ) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Takes `writersLock` of a dataset exclusively until the transaction ends. Returns false if it was not free within
   * `timeoutMillis`. No other writer begins while this waits.
   */
  readonly lockOutWriters: (
    statements: Pick<Statements, "sql" | "unless">,
    dataset: string,
    timeoutMillis: number,
  ) => Effect.Effect<boolean, SqlError.SqlError>
  /** Creates the table of migrations when it is missing, also when many processes start at once. */
  readonly createMigrationsTable: (
    sql: SqlClient.SqlClient,
    create: (integer: string, instant: string) => Effect.Effect<unknown, SqlError.SqlError>,
  ) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Runs a migration in a transaction. None: another process migrates now, or a lock was not free soon, and nothing was done.
   * A migration that waits for a lock would let all statements wait that come after it.
   */
  readonly migrationStep: <A, R>(
    sql: SqlClient.SqlClient,
    table: string,
    migration: Effect.Effect<A, SqlError.SqlError, R>,
  ) => Effect.Effect<Option.Option<A>, SqlError.SqlError, R>
  /** Builds an index while others write to its table, where the database can. `on` is what follows `ON`. */
  readonly buildIndex: (
    sql: SqlClient.SqlClient,
    name: string,
    on: string,
  ) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Rewrites the database's files without deleted rows, where the database keeps them until space is needed. Runs outside of
   * transactions. False when deleted rows may be left: a vacuum runs by itself, or readers keep the old state open.
   */
  readonly compact: (sql: SqlClient.SqlClient) => Effect.Effect<boolean, SqlError.SqlError>
  /** Classifies the failure of a statement. */
  readonly failure: (cause: unknown) => FailureKind
  /** A failure that makes the transaction run again, as a serialization failure does. */
  readonly conflict: (message: string) => SqlError.SqlError
  /** Whether a statement failed because it violates a unique key. */
  readonly isUniqueViolation: (cause: unknown) => boolean
}

/** Retries an effect while it fails with a conflict, for at most 30 seconds. */
export type Retry = <A, E, R>(
  attempt: Effect.Effect<A, E, R>,
  isConflict: (error: E) => boolean,
) => Effect.Effect<A, E, R>
