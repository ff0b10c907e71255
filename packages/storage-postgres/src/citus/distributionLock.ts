/**
 * The lock of a distribution. A server takes it for the moment in which it reads how the tables are stored, and has a connection by then:
 * a distribution either sees the server, or the server sees the distribution. It is not the lock of migrations, because a statement
 * that waits for that one would keep an index from being built.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { readCommitted } from "../connection/sessionSettings.ts"

const key = "4710267305"

/** Keeps starting servers waiting until the transaction ends. */
export const lockDistribution = `SELECT pg_advisory_xact_lock(${key})`

/** Copying rows takes as long as it takes. */
const waiting = `SELECT set_config('statement_timeout', '0', true)`

/** Runs when no distribution is in progress. */
export const afterDistribution = <A, E, R>(
  read: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | SqlError.SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql.unsafe(readCommitted)
        yield* sql.unsafe(waiting)
        yield* sql.unsafe(`SELECT pg_advisory_xact_lock_shared(${key})`)
        return yield* read
      }),
    ),
  )
