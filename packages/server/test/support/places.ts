/** Where the processes of a test keep their data, and how another program looks into it. */
import { randomUUID } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import pg from "pg"
import type { Environment } from "./childServer.ts"

export interface Place {
  /** For the processes. */
  readonly environment: Environment
  readonly row: (sql: string) => Promise<unknown>
  readonly rows: (sql: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>
  readonly write: (sql: string) => Promise<void>
  /** A statement that lists the tables, but not that of the migrations. */
  readonly listTables: string
  /** How many files are kept. */
  readonly files: () => Promise<number>
  readonly remove: () => Promise<void>
}

export const onSqlite = (folder: string): Place => {
  const file = join(folder, "a.db")
  const data = join(folder, "data")
  const rows: Place["rows"] = async (sql) => {
    const database = new Database(file, { readonly: true })
    try {
      return database.prepare<[], Record<string, unknown>>(sql).all()
    } finally {
      database.close()
    }
  }
  return {
    environment: { ANNOTARY_DATABASE_URL: `sqlite:${file}`, ANNOTARY_DATA_DIR: data },
    row: async (sql) => (await rows(sql))[0],
    rows,
    write: async (sql) => {
      const database = new Database(file)
      database.prepare(sql).run()
      database.close()
    },
    listTables: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'annotary_migrations'",
    files: async () => {
      const all = readdirSync(join(data, "files"), { recursive: true, withFileTypes: true })
      return all.filter((one) => one.isFile()).length
    },
    // With the folder.
    remove: async () => {},
  }
}

/** A schema of its own, with the files in it. */
export const onPostgres = async (url: string): Promise<Place> => {
  const schema = `t_${randomUUID().replaceAll("-", "")}`
  const rows: Place["rows"] = async (sql) => {
    const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }
  const row = async (sql: string) => (await rows(sql))[0]
  return {
    environment: {
      ANNOTARY_DATABASE_URL: url,
      ANNOTARY_DATABASE_SCHEMA: schema,
      ANNOTARY_DATABASE_POOL_SIZE: "4",
    },
    row,
    rows,
    write: async (sql) => void (await rows(sql)),
    listTables: `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'annotary_migrations'`,
    files: async () => {
      const found = await row("SELECT count(*)::int AS n FROM blobs")
      return found === undefined ? Number.NaN : Number(found.n)
    },
    remove: async () => void (await rows(`DROP SCHEMA ${schema} CASCADE`)),
  }
}
