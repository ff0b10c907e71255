/** A database that an earlier release wrote is migrated with its rows. */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { createEngine } from "@annotary/core"
import { type Migrations, migrate, migrations } from "@annotary/storage-sql"
import { assertDriveIsKept, assertRowsAreKept, type Tables } from "@annotary/test-support/storage"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { makeSchema } from "../src/connection/client.ts"
import { postgres } from "../src/index.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

/** The migrations that the release had: its last one and those before. */
const migrationsUpTo = (last: string): Migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name.slice(0, 4) <= last))

/** A line a table: its name, a tab, and its rows as a JSON string of a JSON array. */
const tablesOf = (schema: string) =>
  gunzipSync(readFileSync(new URL(`released/${schema}.tables.gz`, import.meta.url)))
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))

const load = (schema: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrate(migrationsUpTo(schema))
    for (const [table = "", rows = ""] of tablesOf(schema))
      yield* sql.unsafe(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
        JSON.parse(rows),
      ])
  })

/** All rows but those of the migrations. */
const tablesIn = async ({ schema, url }: { schema: string; url: string }): Promise<Tables> => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  const names = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> 'annotary_migrations'",
    [schema],
  )
  const tables: Record<string, Tables[string]> = {}
  for (const { name } of names.rows)
    tables[name] = (await client.query<Record<string, unknown>>(`SELECT * FROM ${name}`)).rows
  await client.end()
  return tables
}

describe("a Postgres database of an earlier release", () => {
  it.scopedLive.each(["0018"])("with schema %s is migrated and read", (schema) =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      yield* Effect.zipRight(makeSchema(options.schema), load(schema)).pipe(
        Effect.provide(openDatabase(options)),
      )
      yield* Effect.promise(async () => {
        const before = await tablesIn(options)
        await using engine = await createEngine({ storage: postgres(options), worker: false })
        assertRowsAreKept(before, await tablesIn(options))
        await assertDriveIsKept(engine)
      })
    }),
  )
})
