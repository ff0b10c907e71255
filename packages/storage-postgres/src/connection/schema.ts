/** Makes the schema that was chosen, when it is missing; a role that may not make schemas can use one that is there. */
import { StorageFailure } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

export const makeSchema = (name: string): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const there = sql`SELECT 1 FROM pg_namespace WHERE nspname = ${name}`
    if ((yield* there).length > 0) return
    // Of several processes that start at once one makes it, and the others may fail in spite of the IF NOT EXISTS.
    yield* Effect.catchAll(sql`CREATE SCHEMA IF NOT EXISTS ${sql(name)}`, (error) =>
      Effect.flatMap(there, (found) => (found.length > 0 ? Effect.void : error)),
    )
  }).pipe(
    Effect.catchAll((error) =>
      Effect.die(new StorageFailure({ operation: "make schema", transient: false, cause: error.cause })),
    ),
  )
