/**
 * What is added to a dataset locks it first: until its transaction ends the dataset's rows are not purged, so nothing is left
 * of a dataset that was deleted at the same moment. Writes of labels need none, they lock a row of the queue, which the purge
 * removes first: one row that all of them lock would cost a tenth of their rate. All of them share the lock of the writers.
 */
import type { DatasetId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { sharedByWriters } from "../labels/labelWriters.ts"

/** Conflicts when the dataset was deleted meanwhile: the transaction begins anew and sees that itself. */
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
