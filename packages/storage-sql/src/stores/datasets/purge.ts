/**
 * Purges a deleted dataset in batches; the dataset's own row goes last, and waits for workunits that are kept. Does nothing while a release is being made or a snapshot
 * is open, because these may still read bodies. The audit log, events and jobs stay. Directory entries are deleted by id, in the
 * batch that deletes their entities.
 */
import type { DatasetId } from "@annotary/core/effect"
import type { SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type RawRow, text } from "../../rows/columns.ts"
import { decodeAll, decodeColumn } from "../../rows/results.ts"
import { type ListedId, removeDirectoryEntries } from "./directory.ts"

const listedId = text<ListedId>("id")

/** Tables with their keys; a table that refers to another comes before it. */
const tables: ReadonlyArray<readonly [table: string, key: string]> = [
  ["sample_queue", "dataset_id, sample_id"],
  ["labels", "dataset_id, labelset_id, sample_id"],
  ["label_verdicts", "dataset_id, sample_id, labelset_id"],
  ["warning_dismissals", "dataset_id, sample_id, labelset_id, warning_id"],
  ["warning_counts", "dataset_id, labelset_id, slot, rule"],
  ["label_versions", "dataset_id, labelset_id, sample_id, version"],
  ["label_contents", "dataset_id, id"],
  ["picture_sizes", "dataset_id, sample_id"],
  ["sample_metadata", "dataset_id, meta_key, meta_value, sample_id"],
  ["comments", "dataset_id, issue_id, id"],
  ["issues", "dataset_id, id"],
  ["workunits", "dataset_id, id"],
  ["predictions", "dataset_id, claim_id"],
  ["samples", "dataset_id, id"],
  ["sample_versions", "dataset_id, id"],
  ["audit_draws", "dataset_id, audit_id, number"],
  ["audit_exclusions", "dataset_id, audit_id, number, username"],
  ["audit_strata", "dataset_id, audit_id, number"],
  ["release_audits", "dataset_id, id"],
  ["releases", "dataset_id, id"],
  ["transfers", "dataset_id, id"],
  ["configuration_changes", "dataset_id, number"],
  ["configuration_versions", "dataset_id, number"],
  ["labelsets", "dataset_id, id"],
  ["guide_acknowledgements", "dataset_id, username, version"],
  ["overlap_labels", "dataset_id, sample_id, labeler, version"],
  ["overlap_places", "dataset_id, sample_id, place"],
  ["overlap_samples", "dataset_id, sample_id"],
  ["gold_answers", "dataset_id, sample_id, username"],
  ["gold_labels", "dataset_id, sample_id"],
  ["gold_people", "dataset_id, username"],
  ["pauses", "dataset_id, username"],
  ["collaborators", "dataset_id, username"],
  ["dataset_counts", "dataset_id, slot"],
]

/** Tables whose rows have directory entries. */
const listed: ReadonlySet<string> = new Set(["issues", "samples", "releases", "transfers", "labelsets"])

export const purgeDataset = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  id: DatasetId,
  limit: number,
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.gen(function* () {
    // Waits for transactions that add rows and have not seen the deletion; their rows are then deleted below.
    yield* dialect.lockDatasetRow(
      sql,
      id,
      "update",
      (clause) => sql`SELECT id FROM datasets WHERE id = ${id} AND deleted_at IS NOT NULL ${clause}`,
    )
    const purgeable =
      yield* sql<RawRow>`SELECT d.id, d.keep_work_until FROM datasets d WHERE d.id = ${id} AND d.deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM releases r WHERE r.dataset_id = d.id AND r.status = 'PENDING')
      ${sql.literal(dialect.snapshotRows.noneOpen)}`
    if (purgeable.length === 0) return 0
    const isWorkKept = purgeable[0]?.keep_work_until !== null
    let gone = 0
    for (const [table, key] of [...dialect.snapshotRows.tables, ...tables]) {
      if (isWorkKept && table === "workunits") continue
      if (gone >= limit) return gone
      const returned = sql.literal(listed.has(table) ? "id" : "1 AS n")
      const rows =
        yield* sql<RawRow>`DELETE FROM ${sql(table)} WHERE dataset_id = ${id} AND (${sql.literal(key)}) IN
        (SELECT ${sql.literal(key)} FROM ${sql(table)} WHERE dataset_id = ${id} LIMIT CAST(${limit - gone} AS BIGINT)) RETURNING ${returned}`
      if (listed.has(table)) yield* removeDirectoryEntries(sql, decodeAll(decodeColumn(listedId))(rows))
      gone += rows.length
    }
    if (gone >= limit) return gone
    if (isWorkKept) {
      const remaining = yield* sql`SELECT 1 AS n FROM workunits w WHERE w.dataset_id = ${id} LIMIT 1`
      if (remaining.length > 0) return gone
    }
    yield* sql`DELETE FROM datasets WHERE id = ${id}`
    return gone + 1
  })
