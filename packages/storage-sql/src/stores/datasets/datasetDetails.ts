/** Reads what belongs to the records of datasets: owners, counts and labelsets, in one statement. */
import type { DatasetDetails, DatasetId, Labelset } from "@annotary/core/effect"
import type { SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"
import { users } from "../../rows/accounts.ts"
import { type RawRow, text, toNumber } from "../../rows/columns.ts"
import { labelsets } from "../../rows/datasets.ts"
import { decodeCounts, selectCounts, selectSums } from "./datasetCounts.ts"

const columns = `d.id AS "id", ${users.select("o", "o_")}, ${labelsets.select("l", "l_")}, ${selectCounts("k")},
  COALESCE(c.collaborators, 0) AS "collaborators"`

const datasetId = text<DatasetId>("id")

/** A row for each labelset, with owner and counts of its dataset. */
export const readDetails = (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<DatasetId>,
): Effect.Effect<ReadonlyMap<DatasetId, DatasetDetails>, SqlError.SqlError> =>
  sql<RawRow>`SELECT ${sql.literal(columns)} FROM datasets d JOIN users o ON o.username = d.owner
    LEFT JOIN (${selectSums(sql, ids)}) k ON k.dataset_id = d.id
    LEFT JOIN (SELECT dataset_id, CAST(COUNT(*) AS INTEGER) AS collaborators FROM collaborators
      WHERE ${sql.in("dataset_id", ids)} GROUP BY dataset_id) c ON c.dataset_id = d.id
    LEFT JOIN (SELECT * FROM labelsets WHERE ${sql.in("dataset_id", ids)} AND deleted_at IS NULL) l ON l.dataset_id = d.id
    WHERE d.deleted_at IS NULL AND ${sql.in("d.id", ids)}
    ORDER BY d.id, l.is_ground_truth DESC, l.created_at, l.id`.pipe(Effect.map(decodeDetails))

const decodeDetails = (rows: ReadonlyArray<RawRow>): ReadonlyMap<DatasetId, DatasetDetails> => {
  const byDataset = new Map<DatasetId, DatasetDetails & { readonly labelsets: Array<Labelset> }>()
  for (const row of rows) {
    const id = datasetId.read(row.id)
    const details = byDataset.get(id) ?? { ...decodeOwnerAndCounts(row), labelsets: [] }
    if (row.l_id !== null) details.labelsets.push(labelsets.decode(row, "l_"))
    byDataset.set(id, details)
  }
  return byDataset
}

const decodeOwnerAndCounts = (row: RawRow) => ({
  owner: users.decode(row, "o_"),
  counts: decodeCounts(row),
  collaborators: toNumber("collaborators", row.collaborators),
})
