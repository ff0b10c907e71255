/** The next version migrates while servers of this version, which stay the earlier ones, read and write. */
import { createEngine, type Engine } from "@annotary/core"
import {
  Dialect,
  type Migrations,
  makeIndexMigration,
  makeMigration,
  migrate,
  migrations,
} from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import pg from "pg"
import { makeSchema } from "../src/connection/client.ts"
import { migrationLock } from "../src/dialect/migrating.ts"
import type { PoolOptions } from "../src/index.ts"
import { postgres } from "../src/index.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

/** Tables with so many rows that nobody may wait until all of them are read. */
const large = [
  "audit_log",
  "blob_chunks",
  "comments",
  "directory",
  "issues",
  "label_contents",
  "label_verdicts",
  "label_versions",
  "labels",
  "outbox",
  "picture_sizes",
  "sample_metadata",
  "sample_queue",
  "sample_versions",
  "samples",
  "webhook_attempts",
  "webhook_deliveries",
  "workunits",
]

const next = (more: Migrations): Migrations => ({ ...migrations, ...more })

const columns = makeMigration(() =>
  large.map((table) => `ALTER TABLE ${table} ADD COLUMN added INTEGER DEFAULT 7`),
)
const later = { name: "labels_later", on: "labels (updated_at)" }

const drive = { _tag: "Name", owner: "ann", name: "drive" } as const

/** One piece of work: a sample, its label, and reads of both. */
const work = async (engine: Engine, n: number): Promise<void> => {
  const { sample } = await engine.samples.create(drive, { name: `sample ${n}`, attributes: image })
  const { id } = sample
  await engine.labels.put(id, "ground-truth", { status: "LABELED", attributes: { annotations: [] } })
  assert.strictEqual((await engine.labels.get(id, "ground-truth")).label.status, "LABELED")
  await engine.datasets.get(drive)
}

const image = { image: { url: "https://example.com/a.png" } }

const withEngine = (body: (engine: Engine, options: PoolOptions & { url: string }) => Promise<void>) =>
  Effect.flatMap(freshSchema, (options) =>
    Effect.promise(async () => {
      await using engine = await createEngine({ storage: postgres(options), worker: false })
      await engine.users.create({ username: "ann" })
      await engine.datasets.create({ owner: "ann", name: "drive", category: "other", taskType: "bboxes" })
      await body(engine, options)
    }),
  )

const migrating = (options: PoolOptions, all: Migrations): Promise<void> =>
  Effect.runPromise(migrate(all).pipe(Effect.provide(openDatabase(options))))

/** A transaction of somebody else, for example a dump, that has read or written a table. */
const transaction = async ({ schema, url }: PoolOptions & { url: string }, statement: string) => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  await client.query("BEGIN")
  await client.query(statement)
  return {
    client,
    end: async () => {
      await client.query("COMMIT")
      await client.end()
    },
  }
}

const rowsOf = (options: PoolOptions & { url: string }, text: string) =>
  transaction(options, "SELECT 1").then(async ({ client, end }) => {
    const { rows } = await client.query<Record<string, unknown>>(text)
    await end()
    return rows
  })

const validity = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${later.name}')`
const newest = "SELECT max(migration_id) AS newest FROM annotary_migrations"

describe("an upgrade on Postgres", () => {
  it.scopedLive("lets servers of the earlier version read and write, while and after it migrates", () =>
    withEngine(async (engine, options) => {
      let migrated = false
      let after = 0
      const workers = [0, 1, 2].map(async (worker) => {
        for (let n = 0; !migrated || n % 10 !== 0; n++) await work(engine, worker * 10_000 + n)
        for (let n = 0; n < 5; n++, after++) await work(engine, worker * 10_000 + 9_000 + n)
      })
      await migrating(
        options,
        next({
          "9001_columns": columns,
          "9002_index": makeIndexMigration([later]),
          "9003_table": makeMigration(({ text }) => [`CREATE TABLE newer (id ${text} NOT NULL PRIMARY KEY)`]),
        }),
      )
      migrated = true
      await Promise.all(workers)
      assert.strictEqual(after, 15)
      assert.deepStrictEqual(await rowsOf(options, validity), [{ valid: true }])
    }),
  )

  it.scopedLive("waits for a long transaction without letting others wait behind it", () =>
    withEngine(async (engine, options) => {
      const long = await transaction(options, "SELECT count(*) FROM labels")
      const upgrade = migrating(options, next({ "9001_columns": columns }))
      for (let n = 0; n < 20; n++) await work(engine, n)
      assert.deepStrictEqual(await rowsOf(options, newest), [{ newest: Object.keys(migrations).length }])
      await long.end()
      await upgrade
      assert.deepStrictEqual(await rowsOf(options, newest), [{ newest: 9001 }])
    }),
  )

  it.scopedLive("builds an index while others write, and again after an attempt that was killed", () =>
    withEngine(async (engine, options) => {
      await work(engine, 0)
      await work(engine, 1)
      const broken = new pg.Client({
        connectionString: options.url,
        options: `-c search_path=${options.schema}`,
      })
      await broken.connect()
      // Fails, and leaves an invalid index as a killed process does.
      const left = broken.query(`CREATE UNIQUE INDEX CONCURRENTLY ${later.name} ON labels (dataset_id)`)
      assert.match(String(await left.catch(String)), /could not create unique index/)
      await broken.end()
      assert.deepStrictEqual(await rowsOf(options, validity), [{ valid: false }])
      const long = await transaction(options, "UPDATE labels SET updated_at = updated_at")
      const upgrade = migrating(options, next({ "9001_index": makeIndexMigration([later]) }))
      for (let n = 2; n < 10; n++) await work(engine, n)
      assert.deepStrictEqual(await rowsOf(options, newest), [{ newest: Object.keys(migrations).length }])
      await long.end()
      await upgrade
      assert.deepStrictEqual(await rowsOf(options, validity), [{ valid: true }])
    }),
  )

  it.scopedLive("builds an index with a pool of one connection too", () =>
    withEngine(async (_engine, options) => {
      const few = { ...options, maxConnections: 1, connectTimeoutMillis: 500 }
      await migrating(few, next({ "9001_index": makeIndexMigration([later]) }))
      assert.deepStrictEqual(await rowsOf(options, validity), [{ valid: true }])
    }),
  )

  it.scopedLive("waits while another process migrates, however long", () =>
    withEngine(async (_engine, options) => {
      const lock = await transaction(options, `SELECT pg_advisory_xact_lock(${migrationLock})`)
      const both = [1, 2].map(() => migrating(options, next({ "9001_columns": columns })))
      await rowsOf(options, "SELECT pg_sleep(0.5)")
      assert.deepStrictEqual(await rowsOf(options, newest), [{ newest: Object.keys(migrations).length }])
      await lock.end()
      await Promise.all(both)
      assert.deepStrictEqual(await rowsOf(options, newest), [{ newest: 9001 }])
    }),
  )
})

/** What locks a table for as long as all of its rows take, as the catalog shows it: rewrites, indexes, checks of all rows. */
const catalog = `SELECT 'rewrites ' || relname || ' ' || relfilenode AS what FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname = ANY($1)
  UNION ALL SELECT 'builds the index ' || c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relname = ANY($1)
  UNION ALL SELECT 'checks ' || o.conname FROM pg_constraint o JOIN pg_class t ON t.oid = o.conrelid
    WHERE o.contype IN ('c', 'f') AND o.convalidated
    AND t.relnamespace = current_schema()::regnamespace AND t.relname = ANY($1)
  UNION ALL SELECT 'checks that ' || t.relname || '.' || a.attname || ' is not null' FROM pg_attribute a
    JOIN pg_class t ON t.oid = a.attrelid WHERE a.attnotnull AND a.attnum > 0 AND NOT a.atthasmissing
    AND t.relnamespace = current_schema()::regnamespace AND t.relname = ANY($1)`

/** Runs migrations one by one, and answers by number what each does to large tables under a lock. */
const slowSteps = (all: Migrations, first: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    const built = new Set<string>()
    const noting = Layer.succeed(Dialect, {
      ...dialect,
      buildIndex: (client, name, on) => {
        built.add(`builds the index ${name}`)
        return dialect.buildIndex(client, name, on)
      },
    })
    const names = Object.keys(all).sort()
    const upTo = (last: number): Migrations =>
      Object.fromEntries(Object.entries(all).filter(([name]) => names.indexOf(name) < last))
    const steps = (tables: ReadonlyArray<string>) =>
      Effect.map(sql.unsafe<{ what: string }>(catalog, [tables]), (rows) => rows.map(({ what }) => what))
    // A table that a migration makes has no rows yet.
    const present = Effect.map(
      sql.unsafe<{ name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename = ANY($1)",
        [large],
      ),
      (rows) => rows.map(({ name }) => name),
    )
    yield* migrate(upTo(first))
    const found: Record<string, ReadonlyArray<string>> = {}
    for (let last = first + 1; last <= names.length; last++) {
      const tables = yield* present
      const before = yield* steps(tables)
      yield* Effect.provide(migrate(upTo(last)), noting)
      const slow = (yield* steps(tables)).filter((what) => !before.includes(what) && !built.has(what))
      if (slow.length > 0) found[names[last - 1] ?? ""] = slow
    }
    return found
  })

const inSchema = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | Dialect>) =>
  Effect.flatMap(freshSchema, (options) =>
    Effect.zipRight(makeSchema(options.schema ?? ""), effect).pipe(Effect.provide(openDatabase(options))),
  )

describe("the migrations of Postgres", () => {
  it.scopedLive("after schema 29 keep no large table locked while they read its rows", () =>
    inSchema(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* slowSteps(migrations, 29), {})
      }),
    ),
  )

  it.scopedLive("would be seen to do so", () =>
    inSchema(
      Effect.gen(function* () {
        const count = Object.keys(migrations).length
        const slow = next({
          "9001_rewrite": makeMigration(() => [
            "ALTER TABLE labels ADD COLUMN a DOUBLE PRECISION DEFAULT random()",
          ]),
          "9002_index": makeMigration(() => ["CREATE INDEX samples_slow ON samples (name)"]),
          "9003_check": makeMigration(() => ["ALTER TABLE issues ADD CONSTRAINT slow CHECK (status <> '')"]),
          "9004_null": makeMigration(() => ["ALTER TABLE labels ALTER COLUMN score SET NOT NULL"]),
          "9005_good": columns,
          "9006_good": makeIndexMigration([later]),
        })
        const found = yield* slowSteps(slow, count)
        assert.deepStrictEqual(Object.keys(found), ["9001_rewrite", "9002_index", "9003_check", "9004_null"])
      }),
    ),
  )
})
