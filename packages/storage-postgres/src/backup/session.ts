/** One connection for a backup or a restore, without time limits, and what it reads of the catalogs. */
import { StorageFailure } from "@annotary/core/effect"
import { Effect, type Scope } from "effect"
import pg from "pg"
import { openPool } from "../connection/connect.ts"
import type { PoolOptions } from "../options.ts"
import { tables } from "./tables.ts"

/** A table with its columns in the order of their `COPY`. */
export interface TableCopy {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

/** A connection that is closed with the scope, so that an open transaction ends with it. */
export const openSession = (options: PoolOptions): Effect.Effect<pg.PoolClient, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pool = yield* openPool({ ...options, maxConnections: 1, statementTimeoutMillis: 0 })
    return yield* Effect.acquireRelease(
      tryOperation("connect", () => pool.connect()),
      (client) => Effect.sync(() => client.release(true)),
    )
  })

/** Turns off the limit on idle transactions: the other end of a `COPY` may be slow. */
export const withoutLimits =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"

/** The schema to which the search path leads; NULL when it does not exist. */
const ownSchema = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"

/** The tables of the schema that a backup contains. */
export const listTables = async (client: pg.PoolClient): Promise<ReadonlyArray<TableCopy>> => {
  const { rows } = await client.query<TableCopy>(
    `SELECT c.relname AS "name", array_agg(a.attname::text ORDER BY a.attnum) AS "columns"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = ${ownSchema} AND c.relname = ANY($1) GROUP BY c.relname ORDER BY c.relname`,
    [tables],
  )
  return rows
}

/** The number of the newest migration that was run on the schema; 0 without any. */
export const readSchemaNumber = async (client: pg.PoolClient): Promise<number> => {
  const existing = await client.query<{ existing: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = ${ownSchema} AND relname = 'annotary_migrations') AS existing`,
  )
  if (existing.rows[0]?.existing !== true) return 0
  const { rows } = await client.query<{ schema: number | null }>(
    "SELECT MAX(migration_id) AS schema FROM annotary_migrations",
  )
  return rows[0]?.schema ?? 0
}

/** `name (a, b)`, quoted. */
export const copyTarget = ({ columns, name }: TableCopy): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(", ")})`

export const tryOperation = <A>(
  operation: string,
  run: (signal: AbortSignal) => Promise<A>,
): Effect.Effect<A> =>
  Effect.orDie(
    Effect.tryPromise({
      try: run,
      catch: (cause) => new StorageFailure({ operation, transient: false, cause }),
    }),
  )
