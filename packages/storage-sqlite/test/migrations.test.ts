/** The schema comes into being once, whoever starts, and never by guessing. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StorageFailure } from "@annotary/core/effect"
import { type Migrations, migrate, migration, migrations } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { sqliteClient } from "../src/effect.ts"

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

const on = (filename: string) => Effect.provide(sqliteClient({ filename }))

const reasonOf = (exit: Exit.Exit<unknown, unknown>): string => {
  const defect = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined
  assert.instanceOf(defect, StorageFailure)
  return defect.operation
}

describe("migrations on SQLite", () => {
  it.scopedLive("make the schema that was reviewed", () =>
    Effect.gen(function* () {
      yield* migrate()
      assert.strictEqual(yield* schema, readFileSync(new URL("schema.sql", import.meta.url), "utf8"))
    }).pipe(on(":memory:")),
  )

  it.scopedLive("change nothing when they run again", () =>
    Effect.gen(function* () {
      yield* migrate()
      const before = yield* schema
      yield* migrate()
      assert.strictEqual(yield* schema, before)
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

  it.scopedLive("refuse a database that is ahead, and name both numbers", () =>
    Effect.gen(function* () {
      yield* migrate()
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO annotary_migrations (migration_id, name) VALUES (9999, 'later')`
      const reason = reasonOf(yield* Effect.exit(migrate()))
      assert.include(reason, "9999")
      assert.include(reason, String(Object.keys(migrations).length))
    }).pipe(on(":memory:")),
  )

  it.scopedLive("refuse a gap instead of skipping it", () =>
    Effect.gen(function* () {
      const first = migration(() => ["CREATE TABLE one (id TEXT)"])
      const later = migration(() => ["CREATE TABLE three (id TEXT)"])
      yield* migrate({ "0001_one": first, "0003_three": later })
      const late: Migrations = { "0001_one": first, "0002_two": first, "0003_three": later }
      assert.include(reasonOf(yield* Effect.exit(migrate(late))), "migration 2 was never run")
    }).pipe(on(":memory:")),
  )

  it.scopedLive("leave nothing behind when one fails, and name it", () =>
    Effect.gen(function* () {
      const broken: Migrations = {
        "0001_good": migration(() => ["CREATE TABLE good (id TEXT)"]),
        "0002_broken": migration(() => ["CREATE TABLE broken ("]),
      }
      assert.include(reasonOf(yield* Effect.exit(migrate(broken))), "2_broken")
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT name FROM sqlite_schema WHERE name = 'good'`, [])
    }).pipe(on(":memory:")),
  )

  it.scopedLive("refuse to run inside a transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.include(reasonOf(yield* Effect.exit(sql.withTransaction(migrate()))), "inside a transaction")
    }).pipe(on(":memory:")),
  )
})
