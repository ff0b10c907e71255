/** Where tables are stored on Citus is decided for every table, and a database without the extension is refused. */
import { migrate } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { hasCitus } from "../src/citus/detect.ts"
import { distribute } from "../src/citus/distribute.ts"
import { distributedTables, localTables, referenceTables, tablesOfDatasets } from "../src/citus/tables.ts"
import { makeSchema } from "../src/connection/client.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

const migrated = Layer.unwrapScoped(
  Effect.map(freshSchema, (options) =>
    Layer.effectDiscard(Effect.zipRight(makeSchema(options.schema ?? ""), migrate())).pipe(
      Layer.provideMerge(openDatabase(options)),
    ),
  ),
)

const inSchema = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql.unsafe<{ readonly name: string }>(text), (rows) => rows.map(({ name }) => name)),
  )

describe("a distribution", () => {
  it.scopedLive("names every table of the schema once", () =>
    Effect.gen(function* () {
      assert.sameMembers(
        yield* inSchema(
          "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')",
        ),
        [...distributedTables.map(({ name }) => name), ...referenceTables, ...localTables],
      )
    }).pipe(Effect.provide(migrated)),
  )

  it.scopedLive("distributes by a column of every unique index", () =>
    Effect.gen(function* () {
      const without =
        yield* inSchema(`SELECT DISTINCT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND i.indisunique AND NOT EXISTS (SELECT 1 FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attname = 'dataset_id' AND a.attnum = ANY (i.indkey))`)
      assert.deepStrictEqual(
        tablesOfDatasets.filter((name) => without.includes(name)),
        [],
      )
    }).pipe(Effect.provide(migrated)),
  )

  it.scopedLive(
    "is refused by a database without the extension, in a sentence that says what to do",
    (context) =>
      Effect.gen(function* () {
        if (yield* hasCitus) return context.skip("the database has the extension")
        const refused = yield* Effect.flip(distribute())
        assert.strictEqual(refused._tag, "DistributionRefused")
        assert.match(
          refused._tag === "DistributionRefused" ? refused.reason : "",
          /does not have the extension citus: .*CREATE EXTENSION citus/,
        )
      }).pipe(Effect.provide(migrated)),
  )
})
