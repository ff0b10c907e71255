/** The ground truth of a dataset in conditions on `samples s`. */
import type { DatasetId } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"

/** An expression for the dataset's ground-truth labelset. */
export const selectGroundTruth = (sql: SqlClient.SqlClient, dataset: DatasetId): Statement.Fragment =>
  sql`(SELECT x.id FROM labelsets x WHERE x.dataset_id = ${dataset} AND x.is_ground_truth = 1 AND x.deleted_at IS NULL)`

/** A query for the ground-truth label of `samples s`, for EXISTS. */
export const selectGroundTruthLabel = (sql: SqlClient.SqlClient, dataset: DatasetId): Statement.Fragment =>
  sql`SELECT 1 FROM labels g WHERE g.dataset_id = ${dataset} AND g.labelset_id = ${selectGroundTruth(sql, dataset)}
      AND g.sample_id = s.id`
