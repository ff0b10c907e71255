/** What can be chosen about Annotary's Postgres. */
import type { BlobStore } from "@annotary/core/effect"
import type { Layer } from "effect"
import type { Pool } from "pg"

export interface PoolOptions {
  /** `postgres://user:password@host:port/database?sslmode=verify-full`, as libpq understands it: see the README. */
  readonly url: string
  /** The schema that Annotary's tables are in; made when missing. Default `public`. */
  readonly schema?: string
  /** Connections that this process opens at most. Default 10. */
  readonly maxConnections?: number
  /** How long a request waits for a connection, in milliseconds, before it is refused as transient. Default: the URL's, or 5000. */
  readonly connectTimeoutMillis?: number
  /** How long one statement may run, in milliseconds. Default 60 000; 0 for no limit. */
  readonly statementTimeoutMillis?: number
  /** How long a start waits for a database that cannot be reached yet, in milliseconds. Default 0: not at all. */
  readonly startWaitMillis?: number
  /** How the connections are named in `pg_stat_activity`. Default: the URL's, or `annotary`. */
  readonly applicationName?: string
  /**
   * False behind a pooler that assigns connections by transaction: no named prepared statements, and no settings of the session,
   * which the role must have instead (`ALTER ROLE … SET search_path`, `statement_timeout`, `idle_in_transaction_session_timeout`).
   */
  readonly prepare?: boolean
}

export interface FileOptions {
  /** Where the files of releases and assets are kept; by default in the database, so that every process serves them. */
  readonly blobs?: Layer.Layer<BlobStore>
}

/**
 * Either a pool that Annotary makes for itself, or the application's own, which stays open when the engine is closed; the
 * tables are then where the `search_path` of its connections leads.
 */
export type PostgresOptions = FileOptions & (PoolOptions | { readonly pool: Pool })
