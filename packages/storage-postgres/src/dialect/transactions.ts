/**
 * Transactions on Postgres. When a statement failed and its error was ignored, Postgres answers COMMIT with "ROLLBACK" and no error;
 * here that fails instead of losing the writes silently. And when the connection breaks, the transaction reports its original
 * failure and not the failed ROLLBACK.
 */
import type { Transactions } from "@annotary/storage-sql"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Effect, Exit, Scope } from "effect"
import { answered, withAnswers } from "./sentWrites.ts"

export const makePostgresTransactions = (sql: SqlClient.SqlClient): Transactions => {
  const open = Effect.flatMap(Scope.make(), (scope) =>
    Effect.flatMap(Scope.extend(sql.reserve, scope), (connection) => {
      const release = Scope.close(scope, Exit.void)
      const begun = {
        connection,
        commit: Effect.ensuring(commit(connection), release),
        rollback: Effect.ensuring(runRollback(connection), release),
      }
      return Effect.as(run(connection, begin), begun)
    }).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))),
  )
  // Waiting for a connection is not interruptible: the client does not return one that arrives after its caller was interrupted.
  return { begin: () => open, body: withAnswers, beforeSavepoint: answered }
}

/** Names the isolation level, because the default of a database, a role or the application's pool may be another one. */
const begin = "BEGIN ISOLATION LEVEL READ COMMITTED"

const run = (connection: SqlConnection.Connection, text: string) =>
  Effect.suspend(() => connection.executeUnprepared(text, [], undefined))

// A connection that cannot roll back is broken, which ends the transaction too.
const runRollback = (connection: SqlConnection.Connection) => Effect.ignore(run(connection, "ROLLBACK"))

const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    typeof result === "object" && result !== null && Reflect.get(result, "command") === "ROLLBACK"
      ? Effect.fail(new SqlError.SqlError({ cause: makeRolledBackError(), message: "Failed to commit" }))
      : Effect.void,
  )

/** The failure of a COMMIT that rolled back, with Postgres's code for statements after a failed one. */
const makeRolledBackError = () =>
  Object.assign(
    new Error(
      "a statement of the transaction had failed, so that Postgres rolled it back instead of committing",
    ),
    { code: "25P02" },
  )
