/** A page of a dataset's labels, for who stages new versions of them: all of them, or those that were written of late. */
import type { LabelPage } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { RawRow } from "../columns.ts"
import type { Dialect } from "../Dialect.ts"
import { refColumns } from "../rows/configurationChanges.ts"
import { currentContent } from "../rows/stagedLabels.ts"

/** Recent ones are found labelset by labelset in the order of their times: the transaction that turns a dataset over asks. */
export const labelPage = (
  sql: SqlClient.SqlClient,
  dialect: Dialect,
  { after, datasetId, limit, since }: LabelPage,
): Statement.Statement<RawRow> => {
  const later =
    after === null
      ? sql.literal("")
      : sql`AND (l.labelset_id, l.sample_id) > (${after.labelsetId}, ${after.sampleId})`
  const recent = since === null ? sql.literal("") : sql`AND l.updated_at >= ${since}`
  const labels = sql.literal(`labels l ${since === null ? "" : dialect.along("labels_updated")}`)
  return sql<RawRow>`SELECT ${sql.literal(refColumns)} FROM ${labels}
    LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${sql.literal(currentContent("l"))}
    WHERE l.dataset_id = ${datasetId} AND l.labelset_id IN
      (SELECT x.id FROM labelsets x WHERE x.dataset_id = ${datasetId} AND x.deleted_at IS NULL) ${later} ${recent}
    ORDER BY l.labelset_id, l.sample_id LIMIT CAST(${limit} AS BIGINT)`
}
