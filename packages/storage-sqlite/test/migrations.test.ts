/** The schema comes into being once, whoever starts, and never by guessing. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate, migrations } from "@annotary/storage-sql"
import { defineMigrationSuite } from "@annotary/test-support/storage"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openDatabase } from "./openDatabase.ts"

const file = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-migrate-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ),
  (folder) => join(folder, "annotary.db"),
)

const schema = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly sql: string }>`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid`.pipe(
    Effect.map((rows) => `${rows.map((row) => row.sql).join(";\n\n")};\n`),
  ),
)

const on = (filename: string) => Effect.provide(openDatabase({ filename }))

describe("migrations on SQLite", () => {
  defineMigrationSuite(openDatabase({ filename: ":memory:" }), schema)

  it.scopedLive("make the schema that was reviewed", () =>
    Effect.gen(function* () {
      yield* migrate()
      assert.strictEqual(yield* schema, readFileSync(new URL("schema.sql", import.meta.url), "utf8"))
    }).pipe(on(":memory:")),
  )

  it.scopedLive("run once when ten connections start at once, and none goes on before they are there", () =>
    Effect.gen(function* () {
      const filename = yield* file
      const start = Effect.gen(function* () {
        yield* migrate()
        const sql = yield* SqlClient.SqlClient
        yield* sql`SELECT COUNT(*) FROM secrets`
        return (yield* sql`SELECT migration_id FROM annotary_migrations`).length
      }).pipe(on(filename))
      const counts = yield* Effect.all(
        Array.from({ length: 10 }, () => start),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(counts, Array(10).fill(Object.keys(migrations).length))
    }),
  )
})
