/** The options of Annotary's storage on Postgres. */
import type { BlobStore } from "@annotary/core/effect"
import type { Layer } from "effect"
import type { Pool } from "pg"

/** Options of a connection pool that Annotary opens and closes. */
export interface PoolOptions {
  /** `postgres://user:password@host:port/database?sslmode=verify-full`, parsed like libpq: see the README. */
  readonly url: string
  /** The schema of Annotary's tables, which is created when missing. Default `public`. */
  readonly schema?: string
  /** The most connections that this process opens. Default 10. */
  readonly maxConnections?: number
  /** A request waits this long for a connection, in milliseconds, before it fails as transient. Default: the URL's value, or 5000. */
  readonly connectTimeoutMillis?: number
  /** The time limit of one statement, in milliseconds. Default 60 000; 0 for no limit. */
  readonly statementTimeoutMillis?: number
  /** A start waits this long for a database that cannot be reached yet, or is too busy, in milliseconds. Default 0. */
  readonly startWaitMillis?: number
  /** The name of the connections in `pg_stat_activity`. Default: the URL's value, or `annotary`. */
  readonly applicationName?: string
  /**
   * Set to false behind a pooler in transaction mode. Annotary then uses no named prepared statements and no session settings,
   * which the role must have instead (`ALTER ROLE … SET search_path`, `statement_timeout`, `idle_in_transaction_session_timeout`).
   */
  readonly prepare?: boolean
}

/** Options of the files of releases and assets. */
export interface FileOptions {
  /** The store of the files of releases and assets. By default in the database, so that every process can serve them. */
  readonly blobs?: Layer.Layer<BlobStore>
}

/**
 * The options of Annotary's own pool, or the application's pool. The application's pool stays open when the engine is closed, and
 * the `search_path` of its connections decides where the tables are.
 */
export type PostgresOptions = FileOptions & (PoolOptions | { readonly pool: Pool })
