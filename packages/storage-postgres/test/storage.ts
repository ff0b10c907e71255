/** A storage of a test's own: a schema in the Postgres of the run, new or emptied, and none left at the end. */
import { randomUUID } from "node:crypto"
import type {} from "@annotary/test-support/globalSetup"
import { makeReusedStorages } from "@annotary/test-support/storage"
import { Effect, Layer } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { layer, type PoolOptions } from "../src/effect.ts"

interface Schema extends PoolOptions {
  readonly url: string
  readonly schema: string
}

const newSchema = (): Schema => ({
  url: inject("postgresUrl"),
  schema: `t_${randomUUID().replaceAll("-", "")}`,
})

const run = async ({ url }: Schema, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const drop = (schema: Schema) =>
  run(schema, `DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema.schema)} CASCADE`)

/** Options that lead to a new, empty schema, which goes with the scope. */
export const freshSchema = Effect.acquireRelease(Effect.sync(newSchema), (schema) =>
  Effect.promise(() => drop(schema)),
)

const withConnections = (options: PoolOptions) => layer({ ...options, maxConnections: 25 })

export const freshStorage = () => Layer.unwrapScoped(Effect.map(freshSchema, withConnections))

/** All rows but those of the migrations. What somebody still holds is waited for no longer than a test would. */
const empty = (schema: Schema) =>
  run(
    schema,
    `SET lock_timeout = '5s';
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = ${pg.escapeLiteral(schema.schema)} AND tablename <> 'annotary_migrations' LOOP
        EXECUTE format('DELETE FROM %I.%I', ${pg.escapeLiteral(schema.schema)}, name);
      END LOOP;
    END $$`,
  )

/** As `freshStorage`, in schemas that the tests of a file use one after the other, over connections that stay open. */
export const makeEmptiedStorages = () =>
  makeReusedStorages({ create: async () => newSchema(), layer: withConnections, empty, remove: drop })
