/** The filter of a list of samples as conditions on `samples s`. */
import type { DatasetId, SampleFilter } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { DialectShape } from "../../dialect/Dialect.ts"

export const matchSampleFilter = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  filter: SampleFilter,
): Statement.Fragment => {
  const { datasetId } = filter
  const conditions: Array<Statement.Fragment> = [
    sql`s.dataset_id = ${datasetId}`,
    sql`s.deleted_at IS NULL`,
    sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${datasetId} AND d.deleted_at IS NULL)`,
  ]
  if (filter.nameContains !== undefined) {
    conditions.push(sql`${sql.literal(dialect.position)}(s.name, ${filter.nameContains}) > 0`)
  }
  for (const pair of filter.metadata ?? []) {
    const either = [pair, ...(pair.alternatives ?? [])].map(
      ({ key, value }) => sql`s.id IN (SELECT m.sample_id FROM sample_metadata m
      WHERE m.dataset_id = ${datasetId} AND m.meta_key = ${key} AND m.meta_value = ${value})`,
    )
    conditions.push(sql`${sql.or(either)}`)
  }
  if (filter.labelStatuses !== undefined) conditions.push(matchStatuses(sql, datasetId, filter.labelStatuses))
  if (filter.assignedLabeler !== undefined)
    conditions.push(sql`s.assigned_labeler = ${filter.assignedLabeler}`)
  if (filter.assignedReviewer !== undefined)
    conditions.push(sql`s.assigned_reviewer = ${filter.assignedReviewer}`)
  if (filter.priorityAtLeast !== undefined) conditions.push(sql`s.priority >= ${filter.priorityAtLeast}`)
  if (filter.priorityAtMost !== undefined) conditions.push(sql`s.priority <= ${filter.priorityAtMost}`)
  return sql`${sql.and(conditions)}`
}

/** An expression for the dataset's ground-truth labelset. */
export const selectGroundTruth = (sql: SqlClient.SqlClient, dataset: DatasetId): Statement.Fragment =>
  sql`(SELECT x.id FROM labelsets x WHERE x.dataset_id = ${dataset} AND x.is_ground_truth = 1 AND x.deleted_at IS NULL)`

/** A query for the ground-truth label of `samples s`, for EXISTS. */
export const selectGroundTruthLabel = (sql: SqlClient.SqlClient, dataset: DatasetId): Statement.Fragment =>
  sql`SELECT 1 FROM labels g WHERE g.dataset_id = ${dataset} AND g.labelset_id = ${selectGroundTruth(sql, dataset)}
      AND g.sample_id = s.id`

const matchStatuses = (
  sql: SqlClient.SqlClient,
  dataset: DatasetId,
  statuses: NonNullable<SampleFilter["labelStatuses"]>,
): Statement.Fragment => {
  const labeled = statuses.filter((status) => status !== "UNLABELED")
  const either: Array<Statement.Fragment> = [
    sql`EXISTS (${selectGroundTruthLabel(sql, dataset)} AND ${sql.in("g.status", labeled)})`,
  ]
  if (labeled.length < statuses.length) either.push(sql`NOT EXISTS (${selectGroundTruthLabel(sql, dataset)})`)
  return sql`${sql.or(either)}`
}
