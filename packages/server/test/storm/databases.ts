/** Where a storm happens: the memory of a server, a SQLite file in a folder of its own, or a new database on the Postgres of the test run. */
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { distributeTables } from "@annotary/storage-postgres/effect"
import Database from "better-sqlite3"
import { Effect } from "effect"
import pg from "pg"
import type { Environment } from "../support/childServer.ts"
import type { Row, Rows } from "./stored.ts"

export interface StormDatabase {
  readonly name: string
  readonly environment: Environment
  /** Runs a statement past the engine. */
  readonly rows: Rows
  readonly remove: () => Promise<void>
  /** Crashes a node of a distributed database, which starts again by itself. */
  readonly crashNode?: () => Promise<void>
}

export const sqliteDatabase = async (): Promise<StormDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-storm-"))
  const filename = join(folder, "a.db")
  let database: Database.Database | undefined
  return {
    name: "sqlite",
    environment: { ANNOTARY_DATABASE_URL: `sqlite:${filename}`, ANNOTARY_DATA_DIR: join(folder, "data") },
    rows: async (sql) => {
      database ??= new Database(filename, { timeout: 30_000 })
      const statement = database.prepare<[], Row>(sql)
      if (statement.reader) return statement.all()
      statement.run()
      return []
    },
    remove: async () => {
      database?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Of one server, which must not be killed: what it holds goes with it. */
export const memoryDatabase = async (): Promise<StormDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-storm-"))
  return {
    name: "memory",
    environment: { ANNOTARY_DATABASE_URL: "memory:", ANNOTARY_DATA_DIR: join(folder, "data") },
    rows: () => Promise.reject(new Error("There is no database beside the server.")),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const postgresDatabase = async (server: string): Promise<StormDatabase> => {
  const name = `storm_${randomUUID().replaceAll("-", "")}`
  const url = new URL(server)
  url.pathname = `/${name}`
  const folder = mkdtempSync(join(tmpdir(), "annotary-storm-"))
  await once(server, `CREATE DATABASE ${name}`)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return {
    name: "postgres",
    environment: { ANNOTARY_DATABASE_URL: url.href, ANNOTARY_DATA_DIR: join(folder, "data") },
    rows: async (sql) => (await client.query<Row>(sql)).rows,
    remove: async () => {
      await client.end()
      await once(server, `DROP DATABASE ${name} WITH (FORCE)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Shards of each table: few, because a crash and a start concern all of them. */
const shards = 8

/** A new schema on the Citus of a coordinator, distributed before the servers start. */
export const citusDatabase = async (coordinator: string): Promise<StormDatabase> => {
  const schema = `storm_${randomUUID().replaceAll("-", "")}`
  const folder = mkdtempSync(join(tmpdir(), "annotary-storm-"))
  const options = { url: coordinator, schema, applicationName: schema }
  await Effect.runPromise(distributeTables(options, { shards }))
  const pool = new pg.Pool({
    connectionString: coordinator,
    options: `-c search_path=${schema},public`,
    max: 4,
  })
  pool.on("error", () => {})
  return {
    name: "citus",
    environment: {
      ANNOTARY_DATABASE_URL: coordinator,
      ANNOTARY_DATABASE_SCHEMA: schema,
      ANNOTARY_DATA_DIR: join(folder, "data"),
    },
    rows: async (sql) => (await pool.query<Row>(sql)).rows,
    crashNode: () => crashWorker(pool),
    remove: async () => {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`)
      await pool.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills a session of a worker, which its database answers like a crash: it ends all sessions and recovers. */
const crashWorker = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ host: string; port: number }>(
    "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND isactive ORDER BY nodeid LIMIT 1",
  )
  const [node] = rows
  if (node === undefined) throw new Error("The database has no workers.")
  const { database, user } =
    pool.options.connectionString === undefined ? pool.options : new pg.Client(pool.options)
  const client = new pg.Client({ ...node, database, user })
  client.on("error", () => {})
  await client.connect()
  const [session] = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows
  await client.query(`COPY (SELECT 1) TO PROGRAM 'kill -9 ${session?.pid}'`).catch(() => {})
  await client.end().catch(() => {})
}

const once = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
