/** Creates the schema when it is missing. A role that may not create schemas can use an existing one. */
import { StorageFailure } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

export const makeSchema = (name: string): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const there = sql`SELECT 1 FROM pg_namespace WHERE nspname = ${name}`
    if ((yield* there).length > 0) return
    // When several processes start at once, one creates the schema and others may fail in spite of IF NOT EXISTS.
    yield* Effect.catchAll(sql`CREATE SCHEMA IF NOT EXISTS ${sql(name)}`, (error) =>
      Effect.flatMap(there, (found) => (found.length > 0 ? Effect.void : error)),
    )
  }).pipe(
    Effect.catchAll((error) =>
      Effect.die(new StorageFailure({ operation: "make schema", transient: false, cause: error.cause })),
    ),
  )
