/**
 * What is left of a deleted dataset, removed batch by batch, the dataset last; nothing while a release is being made, whose
 * view of the dataset may read bodies from these rows. The audit log, events and jobs stay.
 */
import type { DatasetId } from "@annotary/core/effect"
import type { SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"

/** Tables with the columns that name a row, those that point before those pointed at. */
const tables: ReadonlyArray<readonly [table: string, key: string]> = [
  ["sample_queue", "dataset_id, sample_id"],
  ["labels", "dataset_id, labelset_id, sample_id"],
  ["label_versions", "dataset_id, labelset_id, sample_id, version"],
  ["label_contents", "dataset_id, id"],
  ["sample_metadata", "dataset_id, meta_key, meta_value, sample_id"],
  ["comments", "dataset_id, issue_id, id"],
  ["issues", "dataset_id, id"],
  ["workunits", "dataset_id, id"],
  ["samples", "dataset_id, id"],
  ["sample_versions", "dataset_id, id"],
  ["releases", "dataset_id, id"],
  ["labelsets", "dataset_id, id"],
  ["collaborators", "dataset_id, username"],
  ["dataset_counts", "dataset_id, slot"],
]

export const purgeDataset = (
  sql: SqlClient.SqlClient,
  id: DatasetId,
  limit: number,
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.gen(function* () {
    const due = yield* sql`SELECT d.id FROM datasets d WHERE d.id = ${id} AND d.deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM releases r WHERE r.dataset_id = d.id AND r.status = 'PENDING')`
    if (due.length === 0) return 0
    let gone = 0
    for (const [table, key] of tables) {
      if (gone >= limit) return gone
      const rows = yield* sql`DELETE FROM ${sql(table)} WHERE (${sql.literal(key)}) IN
        (SELECT ${sql.literal(key)} FROM ${sql(table)} WHERE dataset_id = ${id} LIMIT ${limit - gone}) RETURNING 1 AS n`
      gone += rows.length
    }
    if (gone >= limit) return gone
    yield* sql`DELETE FROM datasets WHERE id = ${id}`
    return gone + 1
  })
