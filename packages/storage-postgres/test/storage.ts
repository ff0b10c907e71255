/** A storage of a test's own: a new schema in the Postgres of the run, removed at the end. */
import { randomUUID } from "node:crypto"
import { Effect, Layer } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { layer, type PoolOptions } from "../src/effect.ts"

/** Options that lead to a new, empty schema, which goes with the scope. */
export const freshSchema = Effect.acquireRelease(
  Effect.sync(
    (): PoolOptions => ({ url: inject("postgresUrl"), schema: `t_${randomUUID().replaceAll("-", "")}` }),
  ),
  ({ schema, url }) =>
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema ?? "")} CASCADE`)
      await client.end()
    }),
)

export const freshStorage = () =>
  Layer.unwrapScoped(Effect.map(freshSchema, (options) => layer({ ...options, maxConnections: 25 })))
