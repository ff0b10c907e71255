/** Pages of a dataset's labels for a configuration change: all labels, or those written while the change was staging. */
import type { LabelPage } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { RawRow } from "../../rows/columns.ts"
import { refColumns } from "../../rows/configurationChanges.ts"
import { currentContent } from "../../rows/stagedLabels.ts"

/** Selects one page. Labels written during a change are read along their own index, because the switch of a dataset waits for them. */
export const labelPage = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  { after, datasetId, during, limit }: LabelPage,
): Statement.Statement<RawRow> => {
  const later =
    after === null
      ? sql.literal("")
      : sql`AND (l.labelset_id, l.sample_id) > (${after.labelsetId}, ${after.sampleId})`
  const written = during === null ? sql.literal("") : sql`AND l.written_during = ${during}`
  const labels = sql.literal(`labels l ${during === null ? "" : dialect.along("labels_written_during")}`)
  return sql<RawRow>`SELECT ${sql.literal(refColumns)} FROM ${labels}
    LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${sql.literal(currentContent("l"))}
    WHERE l.dataset_id = ${datasetId} AND l.labelset_id IN
      (SELECT x.id FROM labelsets x WHERE x.dataset_id = ${datasetId} AND x.deleted_at IS NULL) ${later} ${written}
    ORDER BY l.labelset_id, l.sample_id LIMIT CAST(${limit} AS BIGINT)`
}
