/** Schemas on the Citus of a test run, which tests use one after the other, because distributing the tables of one takes seconds. */
import { randomUUID } from "node:crypto"
import pg from "pg"

/** The coordinator of the tests; empty when there is none. */
export const citusUrl = process.env["TEST_CITUS_URL"] ?? ""

export interface CitusSchema {
  readonly url: string
  readonly schema: string
  /** The schema's name: a distribution is refused while connections of its name are open, and other tests have some. */
  readonly applicationName: string
}

/** An empty, distributed schema with connections that stay open: a session of Citus has one on every worker. */
export interface OpenSchema extends CitusSchema {
  readonly pool: pg.Pool
}

export interface CitusSchemas {
  readonly take: () => Promise<OpenSchema>
  /** Empties the schema, which the next test may then take. */
  readonly release: (schema: OpenSchema) => Promise<void>
  /** Drops all schemas that were released. */
  readonly drop: () => Promise<void>
}

export const makeCitusSchema = (): CitusSchema => {
  const schema = `t_${randomUUID().replaceAll("-", "")}`
  return { url: citusUrl, schema, applicationName: schema }
}

/** `distribute` makes the tables of a schema, to which a test has at most so many connections. */
export const makeCitusSchemas = (
  distribute: (schema: CitusSchema) => Promise<unknown>,
  connections = 25,
): CitusSchemas => {
  const emptied: Array<OpenSchema> = []
  const open = async (): Promise<OpenSchema> => {
    const schema = makeCitusSchema()
    await distribute(schema)
    const pool = new pg.Pool({
      connectionString: citusUrl,
      application_name: schema.schema,
      max: connections,
      idleTimeoutMillis: 60_000,
      options: `-c search_path=${schema.schema}`,
    })
    return { ...schema, pool }
  }
  return {
    take: async () => emptied.pop() ?? (await open()),
    release: async (schema) => {
      await clearCitusSchema(schema)
      emptied.push(schema)
    },
    drop: async () => {
      for (const { pool, ...schema } of emptied.splice(0)) {
        await pool.end()
        await dropCitusSchema(schema)
      }
    },
  }
}

export const dropCitusSchema = ({ schema, url }: Pick<CitusSchema, "schema" | "url">) =>
  run(url, `SET statement_timeout = 0; DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`)

/** Removes all rows but those of the migrations. */
const clearCitusSchema = async ({ schema, url }: CitusSchema): Promise<void> => {
  const nodes = await run(
    url,
    `SELECT success, result FROM run_command_on_all_nodes(${pg.escapeLiteral(makeClearText(schema))})`,
  )
  for (const { result, success } of nodes)
    if (success !== true) throw new Error(`A node was not emptied: ${result}`)
}

/** Empties what one node stores: shards, copies of reference tables, and tables of the coordinator. Citus itself would need a second. */
const makeClearText = (schema: string) => `DO $$ DECLARE name text; BEGIN
  PERFORM set_config('lock_timeout', '5s', true), set_config('citus.override_table_visibility', 'false', true);
  FOR name IN SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ${pg.escapeLiteral(schema)} AND c.relkind = 'r' AND c.relname <> 'annotary_migrations'
      AND c.oid NOT IN (SELECT logicalrelid FROM pg_dist_partition) LOOP
    EXECUTE 'DELETE FROM ' || name;
  END LOOP;
END $$`

const run = async (url: string, statement: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
