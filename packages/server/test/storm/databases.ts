/** Where a storm happens: a SQLite file in a folder of its own, or a new database on the Postgres of the test run. */
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import pg from "pg"
import type { Environment } from "../support/childServer.ts"
import type { Row, Rows } from "./stored.ts"

export interface StormDatabase {
  readonly name: string
  readonly environment: Environment
  /** Runs a statement past the engine. */
  readonly rows: Rows
  readonly remove: () => Promise<void>
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

const once = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
