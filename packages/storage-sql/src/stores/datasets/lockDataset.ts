/**
 * Locks that keep a dataset's rows consistent with its deletion. Transactions that add rows to a dataset lock it first, so that
 * a purge cannot leave any of these rows behind. Writes of labels do not need this lock: they lock a row of the queue, which the
 * purge removes first, and one row that all of them lock would cost a tenth of their rate.
 */
import type { DatasetId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { sharedByWriters } from "../labels/labelWriters.ts"

/** Locks a dataset until the transaction ends. Fails with a conflict when it was deleted: the retried transaction sees that. */
export const lockDataset = (
  { sql, dialect }: Pick<DatabaseShape, "sql" | "dialect">,
  id: DatasetId,
): Effect.Effect<void, SqlError.SqlError> =>
  dialect.lockRows(() =>
    Effect.flatMap(
      sql`SELECT id, ${sql.literal(sharedByWriters(dialect, "id"))} FROM datasets WHERE id = ${id} AND deleted_at IS NULL ${sql.literal(dialect.forKeyShare)}`,
      (found) =>
        found.length > 0 ? Effect.void : Effect.fail(dialect.conflict("The dataset was deleted meanwhile.")),
    ),
  )
