/** The filter of a list of samples as conditions on `samples s`. */
import { type DatasetId, mapConditions, type SampleFilter } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { selectGroundTruthLabel } from "./groundTruth.ts"
import { matchSearch } from "./searchSamples.ts"

export const matchSampleFilter = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  filter: SampleFilter,
): Statement.Fragment => {
  const { datasetId } = filter
  const conditions = mapConditions<Statement.Fragment>(filter, {
    nameContains: (text) => sql`${sql.literal(dialect.position)}(s.name, ${text}) > 0`,
    metadata: (pairs) => sql.and(pairs.map((pair) => matchPair(sql, datasetId, pair))),
    labelStatuses: (statuses) => matchStatuses(sql, datasetId, statuses),
    assignedLabeler: (user) => sql`s.assigned_labeler = ${user}`,
    assignedReviewer: (user) => sql`s.assigned_reviewer = ${user}`,
    priorityAtLeast: (least) => sql`s.priority >= ${least}`,
    priorityAtMost: (most) => sql`s.priority <= ${most}`,
    overlapStates: (
      states,
    ) => sql`EXISTS (SELECT 1 FROM overlap_samples o ${sql.literal(dialect.along("overlap_samples_state"))}
      WHERE o.dataset_id = ${datasetId} AND o.sample_id = s.id AND ${sql.in("o.state", states)})`,
    search: (search) => matchSearch(sql, dialect, datasetId, search),
  })
  return sql`${sql.and([
    sql`s.dataset_id = ${datasetId}`,
    sql`s.deleted_at IS NULL`,
    sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${datasetId} AND d.deleted_at IS NULL)`,
    ...conditions,
  ])}`
}

const matchPair = (
  sql: SqlClient.SqlClient,
  dataset: DatasetId,
  pair: NonNullable<SampleFilter["metadata"]>[number],
): Statement.Fragment =>
  sql.or(
    [pair, ...(pair.alternatives ?? [])].map(
      ({ key, value }) => sql`s.id IN (SELECT m.sample_id FROM sample_metadata m
      WHERE m.dataset_id = ${dataset} AND m.meta_key = ${key} AND m.meta_value = ${value})`,
    ),
  )

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
