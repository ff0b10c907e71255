/** A storage on Citus for a test: a distributed schema, which later tests of the file use again, because making one takes seconds. */
import { randomUUID } from "node:crypto"
import { Effect, Layer } from "effect"
import pg from "pg"
import { afterAll } from "vitest"
import { distribute } from "../../src/citus/distribute.ts"
import { distributedTables, localTables, referenceTables } from "../../src/citus/tables.ts"
import { layer, type PoolOptions, postgresClient } from "../../src/effect.ts"

/** The coordinator of the tests. Without one, the tests of this folder are skipped. */
export const citusUrl = process.env["TEST_CITUS_URL"] ?? ""

interface Schema extends PoolOptions {
  readonly url: string
  readonly schema: string
}

/** Few, because every statement of a test's end runs on each of them. */
const shards = 4

const run = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: citusUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const newSchema = (): Schema => ({ url: citusUrl, schema: `t_${randomUUID().replaceAll("-", "")}` })

/** Makes a schema and distributes its tables. */
export const makeDistributed = async (): Promise<Schema> => {
  const schema = newSchema()
  await Effect.runPromise(Effect.scoped(Layer.build(layer({ ...schema, maxConnections: 3 }))))
  await Effect.runPromise(Effect.provide(distribute({ shards }), postgresClient(schema)))
  return schema
}

export const dropSchema = ({ schema }: Schema) =>
  run(`SET statement_timeout = 0; DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`)

/** Options that lead to a new, empty schema, which is dropped with the scope. */
export const ownSchema = Effect.acquireRelease(Effect.sync(newSchema), (schema) =>
  Effect.promise(() => dropSchema(schema)),
)

const tables = [
  ...distributedTables.map(({ name }) => name),
  ...referenceTables,
  ...localTables,
  "claim_homes",
].filter((name) => name !== "annotary_migrations")

const empty = ({ schema }: Schema) =>
  run(
    [
      `SET lock_timeout = '5s'; SET search_path = ${pg.escapeIdentifier(schema)}`,
      ...tables.map((name) => `DELETE FROM ${name}`),
    ].join(";"),
  )

const emptied: Array<Schema> = []

afterAll(async () => {
  for (const schema of emptied.splice(0)) await dropSchema(schema)
}, 120_000)

const withConnections = (options: PoolOptions) => layer({ ...options, maxConnections: 25 })

const emptiedSchema = Effect.acquireRelease(
  Effect.promise(async () => emptied.pop() ?? (await makeDistributed())),
  (schema) => Effect.promise(() => empty(schema).then(() => void emptied.push(schema))),
)

export const distributedStorage = () => Layer.unwrapScoped(Effect.map(emptiedSchema, withConnections))
