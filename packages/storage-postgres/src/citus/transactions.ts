/**
 * Transactions on Citus. A transaction may write to tables of the coordinator, such as the outbox, and to a shard. Citus commits both in
 * two phases only if it manages the table that the coordinator wrote, so that every transaction ends with a statement on such a table.
 * It changes no row; a transaction that wrote to no shard prepares nothing.
 */
import type { Transactions } from "@annotary/storage-sql"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { makePostgresTransactions } from "../dialect/transactions.ts"

/** A table without rows. */
export const twoPhase = "CREATE TABLE two_phase (id text PRIMARY KEY)"
const mark = "DELETE FROM two_phase WHERE id = ''"

export const citusTransactions = (sql: SqlClient.SqlClient): Transactions => {
  const { begin, ...rest } = makePostgresTransactions(sql)
  return {
    ...rest,
    begin: (restore, waits) =>
      Effect.map(begin(restore, waits), (begun) => ({
        ...begun,
        commit: Effect.matchEffect(
          Effect.suspend(() => begun.connection.executeUnprepared(mark, [], undefined)),
          {
            // A statement failed before, and its error was ignored.
            onFailure: (error) => Effect.zipRight(begun.rollback, Effect.fail(error)),
            onSuccess: () => begun.commit,
          },
        ),
      })),
  }
}
