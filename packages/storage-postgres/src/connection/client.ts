/** The pool, Annotary's or the application's, as a service, and the `SqlClient` over it. */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer } from "effect"
import type { Pool } from "pg"
import type { PostgresOptions } from "../options.ts"
import { openPool } from "./connect.ts"

export class PostgresPool extends Context.Tag("@annotary/storage-postgres/PostgresPool")<
  PostgresPool,
  Pool
>() {}

export const layerPool = (options: PostgresOptions): Layer.Layer<PostgresPool> =>
  Layer.scoped(PostgresPool, "pool" in options ? Effect.succeed(options.pool) : openPool(options))

/** The client over the pool of the context. */
export const layerClient: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, never, PostgresPool> =
  Layer.unwrapEffect(
    Effect.map(PostgresPool, (pool) => PgClient.layerFromPool({ acquire: Effect.succeed(pool) })),
  ).pipe(Layer.orDie)

export const postgresClient = (
  options: PostgresOptions,
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient> => Layer.provide(layerClient, layerPool(options))
