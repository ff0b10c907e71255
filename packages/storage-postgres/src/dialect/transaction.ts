/**
 * Transactions on Postgres, which differ from those of @effect/sql in two ways. When a statement failed and its error was ignored,
 * Postgres answers COMMIT with "ROLLBACK" and no error; here that fails instead of losing the writes silently. And when the
 * connection breaks, the transaction reports its original failure and not the failed ROLLBACK.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Effect, Exit, Scope } from "effect"
import { answered, withAnswers } from "./sentWrites.ts"

export const withTransaction = (sql: SqlClient.SqlClient): SqlClient.SqlClient["withTransaction"] => {
  const transacted = SqlClient.makeWithTransaction({
    transactionTag: SqlClient.TransactionConnection,
    spanAttributes: [["db.system.name", "postgresql"]],
    acquireConnection: Effect.flatMap(Scope.make(), (scope) =>
      Scope.extend(sql.reserve, scope).pipe(
        Effect.map((connection) => [scope, connection] as const),
        Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      ),
    ),
    begin: (connection) => run(connection, "BEGIN"),
    commit,
    // A connection that cannot roll back is broken, which ends the transaction too.
    rollback: (connection) => Effect.ignore(run(connection, "ROLLBACK")),
    savepoint: (connection, depth) => run(connection, `SAVEPOINT annotary_${depth}`),
    rollbackSavepoint: (connection, depth) => run(connection, `ROLLBACK TO SAVEPOINT annotary_${depth}`),
  })
  return (effect) => Effect.zipRight(answered, transacted(withAnswers(effect)))
}

const run = (connection: SqlConnection.Connection, text: string) =>
  connection.executeUnprepared(text, [], undefined)

const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    typeof result === "object" && result !== null && Reflect.get(result, "command") === "ROLLBACK"
      ? Effect.fail(new SqlError.SqlError({ cause: rolledBack(), message: "Failed to commit" }))
      : Effect.void,
  )

/** The failure of a COMMIT that rolled back, with Postgres's code for statements after a failed one. */
const rolledBack = () =>
  Object.assign(
    new Error(
      "a statement of the transaction had failed, so that Postgres rolled it back instead of committing",
    ),
    { code: "25P02" },
  )
