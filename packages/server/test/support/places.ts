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
  /** How many files are kept. */
  readonly files: () => Promise<number>
  readonly remove: () => Promise<void>
}

export const onSqlite = (folder: string): Place => {
  const file = join(folder, "a.db")
  const data = join(folder, "data")
  return {
    environment: { ANNOTARY_DATABASE_URL: `sqlite:${file}`, ANNOTARY_DATA_DIR: data },
    row: async (sql) => {
      const database = new Database(file, { readonly: true })
      try {
        return database.prepare(sql).get()
      } finally {
        database.close()
      }
    },
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
  const asked = async (sql: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
    await client.connect()
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql)
      return rows[0]
    } finally {
      await client.end()
    }
  }
  return {
    environment: {
      ANNOTARY_DATABASE_URL: url,
      ANNOTARY_DATABASE_SCHEMA: schema,
      ANNOTARY_DATABASE_POOL_SIZE: "4",
    },
    row: asked,
    files: async () => {
      const row = await asked("SELECT count(*)::int AS n FROM blobs")
      return typeof row === "object" && row !== null && "n" in row ? Number(row.n) : Number.NaN
    },
    remove: async () => void (await asked(`DROP SCHEMA ${schema} CASCADE`)),
  }
}
