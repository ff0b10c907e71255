/** Transactions on the one connection of SQLite, which take turns. */
import type { Begun, Transactions } from "@annotary/storage-sql"
import type { SqlConnection, SqlError } from "@effect/sql"
import { Effect, identity } from "effect"
import { isSqliteConnection } from "../connection.ts"

export const sqliteTransactions = (outside: SqlConnection.Connection): Transactions => {
  if (!isSqliteConnection(outside))
    throw new TypeError("The SqlClient is not one of sqliteClient, which the storage on SQLite needs.")
  const { endTurn, inside, takeTurn } = outside
  const run = (text: string) => inside.executeUnprepared(text, [], undefined)
  const begun: Begun = {
    connection: inside,
    commit: Effect.matchEffect(run("COMMIT"), {
      onSuccess: () => endTurn,
      onFailure: (error) => Effect.zipRight(endTurn, error),
    }),
    rollback: Effect.zipRight(Effect.ignore(run("ROLLBACK")), endTurn),
  }
  const begin: Effect.Effect<Begun, SqlError.SqlError> = Effect.matchEffect(run("BEGIN IMMEDIATE"), {
    onSuccess: () => Effect.succeed(begun),
    onFailure: (error) => Effect.zipRight(endTurn, error),
  })
  return {
    begin: (restore) => Effect.flatMap(restore(takeTurn), () => begin),
    body: identity,
    beforeSavepoint: Effect.void,
  }
}
