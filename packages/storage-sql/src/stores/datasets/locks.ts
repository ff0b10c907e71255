/**
 * Locks of a dataset. Transactions that add rows to a dataset lock its row, so that a purge cannot leave any of these rows
 * behind. Writes of labels do not lock that row: they lock a row of the queue, which the purge removes first, and one row that
 * all of them lock would cost a tenth of their rate. Writers of labels share a lock in memory until their transactions end. They
 * take it with the first row that they lock, and before that row, so that all writers take both in one order; `lockOutWriters`
 * of the dialect takes it exclusively.
 */
import type { DatasetId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectWords } from "../../dialect/Dialect.ts"

/** Locks a dataset until the transaction ends. Fails with a conflict when it was deleted: the retried transaction sees that. */
export const lockDataset = (
  { sql, dialect }: Pick<DatabaseShape, "sql" | "dialect">,
  id: DatasetId,
): Effect.Effect<void, SqlError.SqlError> =>
  dialect.lockRows(() =>
    Effect.flatMap(
      dialect.lockDatasetRow(
        sql,
        id,
        "keyShare",
        (clause) =>
          sql`SELECT id, ${sql.literal(selectWritersLock(dialect, "id"))} FROM datasets WHERE id = ${id} AND deleted_at IS NULL ${clause}`,
      ),
      (found) =>
        found.length > 0 ? Effect.void : Effect.fail(dialect.conflict("The dataset was deleted meanwhile.")),
    ),
  )

/** A column for a SELECT that locks rows, of an expression that names the dataset. */
export const selectWritersLock = ({ writersLock }: DialectWords, dataset: string): string =>
  `${writersLock(dataset)} AS "writers"`
