/** The schema comes into being once, whoever starts, and never by guessing. `vitest -u` writes the schema that is reviewed. */
import { readFileSync } from "node:fs"
import { migrate, migrations } from "@annotary/storage-sql"
import { defineMigrationSuite } from "@annotary/test-support/storage"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { makeSchema } from "../src/connection/client.ts"
import { layer } from "../src/effect.ts"
import { dumpSchema } from "./dumpSchema.ts"
import { openDatabase } from "./openDatabase.ts"
import { freshSchema } from "./storage.ts"

const schema = Effect.flatMap(SqlClient.SqlClient, dumpSchema)

/** A client whose schema is there and empty. */
const empty = Layer.unwrapScoped(
  Effect.map(freshSchema, (options) =>
    Layer.effectDiscard(makeSchema(options.schema ?? "")).pipe(Layer.provideMerge(openDatabase(options))),
  ),
)

describe("migrations on Postgres", () => {
  defineMigrationSuite(empty, schema)

  it.scopedLive("make the schema that was reviewed", () =>
    Effect.gen(function* () {
      yield* migrate()
      const made = yield* schema
      yield* Effect.promise(() => expect(made).toMatchFileSnapshot("schema.sql"))
    }).pipe(Effect.provide(empty)),
  )

  it("are in the page about upgrades, which says what servers of the schema before may do meanwhile", () => {
    const page = readFileSync(new URL("../../server/docs/upgrading.md", import.meta.url), "utf8")
    for (let schema = 30; schema <= Object.keys(migrations).length; schema++)
      assert.match(page, new RegExp(`^\\| ${schema} +\\| \\S`, "m"), `A row for schema ${schema} is missing.`)
  })

  it.scopedLive("run once when ten processes start at once, and none goes on before all are there", () =>
    Effect.gen(function* () {
      const options = { ...(yield* freshSchema), maxConnections: 2 }
      const start = Effect.gen(function* () {
        yield* Layer.build(layer(options))
        const client = yield* Layer.build(openDatabase(options))
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
})
