/** Counts of datasets: one column per status, in rows that are spread over slots and summed when read. */
import { type CountsChange, type DatasetCounts, type DatasetId, LabelStatus } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { DatabaseShape } from "../../database/Database.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"

/** The column that counts the labels of this status. A migration adds that of a new status. */
export const getStatusColumn = (status: LabelStatus): string => status.toLowerCase()

const statuses = LabelStatus.literals

/** The statuses of the first schema. */
const firstStatuses: ReadonlyArray<LabelStatus> = [
  "PRELABELED",
  "LABELING_IN_PROGRESS",
  "LABELED",
  "REVIEWING_IN_PROGRESS",
  "REVIEWED",
  "REJECTED",
  "SKIPPED",
  "VERIFIED",
]

/** The columns of the baselines, in their order. Later ones come by migrations. */
export const statusColumns: ReadonlyArray<string> = firstStatuses.map(getStatusColumn)
const columns = ["samples", ...statuses.map(getStatusColumn)]
const sums = columns.map((column) => `SUM(k.${column}) AS ${column}`).join(", ")
const additions = columns
  .map((column) => `${column} = dataset_counts.${column} + excluded.${column}`)
  .join(", ")

export const makeAddDatasetCounts = ({ dialect, execute }: Pick<DatabaseShape, "dialect" | "execute">) => {
  const text = `INSERT INTO dataset_counts (dataset_id, slot, ${columns.join(", ")})
    VALUES (?, ${dialect.countSlot}, ${columns.map(() => "?").join(", ")})
    ON CONFLICT (dataset_id, slot) DO UPDATE SET ${additions}`
  return (id: DatasetId, { byStatus, samples }: CountsChange) =>
    execute(text, [id, samples, ...statuses.map((status) => byStatus[status] ?? 0)])
}

/** The sums of the slots of each dataset, under the names that `decodeCounts` reads. */
export const selectSums = (sql: SqlClient.SqlClient, ids: ReadonlyArray<DatasetId>): Statement.Fragment =>
  sql`SELECT k.dataset_id, ${sql.literal(sums)} FROM dataset_counts k WHERE ${sql.in("k.dataset_id", ids)} GROUP BY k.dataset_id`

/** The columns of `selectSums`. A dataset without a row has null in each. */
export const selectCounts = (alias: string): string =>
  columns.map((column) => `${alias}.${column} AS "${column}"`).join(", ")

export const decodeCounts = (row: RawRow): DatasetCounts => {
  const byStatus: { [Status in LabelStatus]?: number } = {}
  for (const status of statuses) {
    const column = getStatusColumn(status)
    const n = toNumber(column, row[column] ?? 0)
    if (n !== 0) byStatus[status] = n
  }
  return { samples: toNumber("samples", row.samples ?? 0), byStatus }
}
