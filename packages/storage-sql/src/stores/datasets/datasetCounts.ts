/** Counts of datasets: one column per status, in rows that are spread over slots and summed when read. */
import { type CountsChange, type DatasetCounts, type DatasetId, LabelStatus } from "@annotary/core/effect"
import type { SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type RawRow, text, toNumber } from "../../rows/columns.ts"

const columnOf: Readonly<Record<LabelStatus, string>> = {
  PRELABELED: "prelabeled",
  LABELING_IN_PROGRESS: "labeling_in_progress",
  LABELED: "labeled",
  REVIEWING_IN_PROGRESS: "reviewing_in_progress",
  REVIEWED: "reviewed",
  REJECTED: "rejected",
  SKIPPED: "skipped",
  VERIFIED: "verified",
}
const datasetId = text<DatasetId>("id")

const statuses = LabelStatus.literals
const columns = ["samples", ...statuses.map((status) => columnOf[status])]
const sums = columns.map((column) => `COALESCE(SUM(k.${column}), 0) AS "${column}"`).join(", ")
const additions = columns
  .map((column) => `${column} = dataset_counts.${column} + excluded.${column}`)
  .join(", ")

export const addCounts = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  id: DatasetId,
  change: CountsChange,
) => {
  const numbers = [change.samples, ...statuses.map((status) => change.byStatus[status] ?? 0)]
  return sql`INSERT INTO dataset_counts (dataset_id, slot, ${sql.literal(columns.join(", "))})
    VALUES (${id}, ${sql.literal(dialect.countSlot)}, ${sql.csv(numbers.map((each) => sql`${each}`))})
    ON CONFLICT (dataset_id, slot) DO UPDATE SET ${sql.literal(additions)}`
}

export type CountsOf = DatasetCounts & { readonly collaborators: number }

export const readCounts = (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<DatasetId>,
): Effect.Effect<ReadonlyMap<DatasetId, CountsOf>, SqlError.SqlError> =>
  sql<RawRow>`SELECT d.id AS "id", ${sql.literal(sums)},
      (SELECT CAST(COUNT(*) AS INTEGER) FROM collaborators c WHERE c.dataset_id = d.id) AS "collaborators"
    FROM datasets d LEFT JOIN dataset_counts k ON k.dataset_id = d.id
    WHERE d.deleted_at IS NULL AND ${sql.in("d.id", ids)} GROUP BY d.id`.pipe(
    Effect.map((rows) => new Map(rows.map((row) => [datasetId.read(row.id), decodeCounts(row)]))),
  )

const decodeCounts = (row: RawRow): CountsOf => {
  const byStatus: { [Status in LabelStatus]?: number } = {}
  for (const status of statuses) {
    const n = toNumber(columnOf[status], row[columnOf[status]])
    if (n !== 0) byStatus[status] = n
  }
  return {
    samples: toNumber("samples", row.samples),
    byStatus,
    collaborators: toNumber("collaborators", row.collaborators),
  }
}
