/** The pool, Annotary's or the application's, as a service, the `SqlClient` over it, and the schema of its tables. */
import { makeStorageFailure } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer } from "effect"
import type { Pool } from "pg"
import { toPostgresFailure } from "../dialect/failure.ts"
import type { PostgresOptions } from "../options.ts"
import { openPool } from "./connect.ts"

/** The `pg` pool of the storage. */
export class PostgresPool extends Context.Tag("@annotary/storage-postgres/PostgresPool")<
  PostgresPool,
  Pool
>() {}

/**
 * Provides the application's pool, or opens one that closes with the layer. A pool that cannot be opened is a defect: a
 * `StorageFailure` whose cause is a sentence for users.
 */
export const layerPool = (options: PostgresOptions): Layer.Layer<PostgresPool> =>
  Layer.scoped(PostgresPool, "pool" in options ? Effect.succeed(options.pool) : openPool(options))

/** The client over the pool of the context. */
export const layerClient: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, never, PostgresPool> =
  Layer.unwrapEffect(
    Effect.map(PostgresPool, (pool) => PgClient.layerFromPool({ acquire: Effect.succeed(pool) })),
  ).pipe(Layer.orDie)

/** Provides a SQL client with its pool, see `layerPool`. */
export const postgresClient = (
  options: PostgresOptions,
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient> => Layer.provide(layerClient, layerPool(options))

/** Creates the schema when it is missing. A role that may not create schemas can use an existing one. */
export const makeSchema = (name: string): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const existing = sql`SELECT 1 FROM pg_namespace WHERE nspname = ${name}`
    if ((yield* existing).length > 0) return
    // When several processes start at once, one creates the schema and others may fail in spite of IF NOT EXISTS.
    yield* Effect.catchAll(sql`CREATE SCHEMA IF NOT EXISTS ${sql(name)}`, (error) =>
      Effect.flatMap(existing, (found) => (found.length > 0 ? Effect.void : error)),
    )
  }).pipe(
    Effect.catchAll((error) =>
      Effect.die(makeStorageFailure({ failure: toPostgresFailure }, "make schema", error.cause)),
    ),
  )
