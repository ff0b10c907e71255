/** A backup has every table of the schema but those that are named as left out. */
import { migrate } from "@annotary/storage-sql"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { leftOut, tables } from "../src/backup/tables.ts"
import { makeSchema } from "../src/connection/client.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

/** A client whose schema is there and empty. */
const empty = Layer.unwrapScoped(
  Effect.map(freshSchema, (options) =>
    Layer.effectDiscard(makeSchema(options.schema ?? "")).pipe(Layer.provideMerge(openDatabase(options))),
  ),
)

describe("a backup of Postgres", () => {
  it.scopedLive("has all tables, or says why not", () =>
    Effect.gen(function* () {
      yield* migrate()
      const sql = yield* SqlClient.SqlClient
      const found = yield* sql<{ readonly name: string }>`SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`
      assert.sameMembers(
        found.map(({ name }) => name),
        [...tables, ...leftOut],
      )
    }).pipe(Effect.provide(empty)),
  )
})
