/** Transactions on the one connection of SQLite, which take turns and may share a COMMIT. */
import type { Begun, Transactions } from "@annotary/storage-sql"
import { type SqlConnection, SqlError } from "@effect/sql"
import { Effect, identity } from "effect"
import { isSqliteConnection } from "../connection.ts"

export const makeSqliteTransactions = (outside: SqlConnection.Connection): Transactions => {
  if (!isSqliteConnection(outside))
    throw new TypeError("The SqlClient is not one of sqliteClient, which the storage on SQLite needs.")
  const { group, inside, turns } = outside
  const endTurn = <A>(end: () => A): A => {
    try {
      return end()
    } finally {
      turns.end()
    }
  }
  const begun: Begun = {
    connection: inside,
    commit: Effect.suspend(() => endTurn(group.commit)),
    rollback: Effect.sync(() => endTurn(group.rollback)),
  }
  return {
    begin: (restore, waits) =>
      Effect.flatMap(turns.take(restore), () => {
        try {
          group.begin(waits)
          return Effect.succeed(begun)
        } catch (cause) {
          turns.end()
          return Effect.fail(new SqlError.SqlError({ cause, message: "Failed to begin" }))
        }
      }),
    body: identity,
    beforeSavepoint: Effect.void,
  }
}
