/** The schema comes into being once, whoever starts, and never by guessing. `vitest -u` writes the schema that is reviewed. */
import { StorageFailure } from "@annotary/core/effect"
import { type Migrations, migrate, migration, migrations } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { layer, postgresClient } from "../src/effect.ts"
import { makeSchema } from "../src/schema.ts"
import { dumpSchema } from "./dumpSchema.ts"
import { freshSchema } from "./storage.ts"

const schema = Effect.flatMap(SqlClient.SqlClient, dumpSchema)

/** A client whose schema is there and empty. */
const empty = Layer.unwrapScoped(
  Effect.map(freshSchema, (options) =>
    Layer.effectDiscard(makeSchema(options.schema ?? "")).pipe(Layer.provideMerge(postgresClient(options))),
  ),
)

const reasonOf = (exit: Exit.Exit<unknown, unknown>): string => {
  const defect = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined
  assert.instanceOf(defect, StorageFailure)
  return defect.operation
}

describe("migrations on Postgres", () => {
  it.scopedLive("make the schema that was reviewed", () =>
    Effect.gen(function* () {
      yield* migrate()
      const made = yield* schema
      yield* Effect.promise(() => expect(made).toMatchFileSnapshot("schema.sql"))
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("change nothing when they run again", () =>
    Effect.gen(function* () {
      yield* migrate()
      const before = yield* schema
      yield* migrate()
      assert.strictEqual(yield* schema, before)
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("run once when ten processes start at once, and none goes on before all are there", () =>
    Effect.gen(function* () {
      const options = { ...(yield* freshSchema), maxConnections: 2 }
      const start = Effect.gen(function* () {
        yield* Layer.build(layer(options))
        const client = yield* Layer.build(postgresClient(options))
        return yield* Effect.provide(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`SELECT COUNT(*) FROM secrets`
            return (yield* sql`SELECT migration_id FROM annotary_migrations`).length
          }),
          client,
        )
      })
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
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("refuse a gap instead of skipping it", () =>
    Effect.gen(function* () {
      const first = migration(() => ["CREATE TABLE one (id TEXT)"])
      const later = migration(() => ["CREATE TABLE three (id TEXT)"])
      yield* migrate({ "0001_one": first, "0003_three": later })
      const late: Migrations = { "0001_one": first, "0002_two": first, "0003_three": later }
      assert.include(reasonOf(yield* Effect.exit(migrate(late))), "migration 2 was never run")
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("leave nothing behind when one fails, and name it", () =>
    Effect.gen(function* () {
      const broken: Migrations = {
        "0001_good": migration(() => ["CREATE TABLE good (id TEXT)"]),
        "0002_broken": migration(() => ["CREATE TABLE broken ("]),
      }
      assert.include(reasonOf(yield* Effect.exit(migrate(broken))), "2_broken")
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT to_regclass('good') AS good`, [{ good: null }])
    }).pipe(Effect.provide(empty)),
  )

  it.scopedLive("refuse to run inside a transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.include(reasonOf(yield* Effect.exit(sql.withTransaction(migrate()))), "inside a transaction")
    }).pipe(Effect.provide(empty)),
  )
})
