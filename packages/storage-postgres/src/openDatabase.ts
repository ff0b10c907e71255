/** Connects to the database, and runs missing migrations before the first port is used. */
import type { Dialect } from "@annotary/storage-sql"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import type { Pool } from "pg"
import { detectDialect, migrateAll } from "./citus/dialectOfDatabase.ts"
import { layerClient, layerPool, makeSchema, PostgresPool } from "./connection/client.ts"
import { checkSettings } from "./connection/sessionSettings.ts"
import { retryWhileUnavailable } from "./connection/startWait.ts"
import type { PostgresOptions } from "./options.ts"

/** Provides the ports that `makePorts` returns over a pool, in the schema of the options. */
export const connect = <Ports>(
  options: PostgresOptions,
  makePorts: (pool: Pool) => Layer.Layer<Ports, never, SqlClient.SqlClient>,
): Layer.Layer<Ports> => {
  const schema =
    "schema" in options && options.schema !== undefined ? makeSchema(options.schema) : Effect.void
  const ready = Layer.effectDiscard(retryWhileUnavailable(getStartWait(options))(schema)).pipe(
    Layer.provideMerge(layerClient),
  )
  return Layer.unwrapEffect(Effect.map(PostgresPool, (pool) => Layer.provide(makePorts(pool), ready))).pipe(
    Layer.provide(layerPool(options)),
  )
}

/** The ports over a database of the newest schema. */
export const provideMigrated = <Ports, Requirements>(
  ports: Layer.Layer<Ports, never, Requirements | Dialect>,
  startWaitMillis: number,
) =>
  ports.pipe(
    Layer.provide(
      Layer.scopedDiscard(
        Effect.zipRight(checkSettings(startWaitMillis), retryWhileUnavailable(startWaitMillis)(migrateAll)),
      ),
    ),
    Layer.provide(detectDialect(startWaitMillis)),
  )

export const getStartWait = (options: PostgresOptions): number =>
  "pool" in options ? 0 : (options.startWaitMillis ?? 0)
