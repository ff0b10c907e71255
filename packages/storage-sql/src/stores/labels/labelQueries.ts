/** Selects labels: those of a live labelset, with or without their bodies, and pages of all labels for a configuration change. */
import type { LabelPage, LabelsetId } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { toFragment } from "../../dialect/lookups.ts"
import type { RawRow } from "../../rows/columns.ts"
import { refColumns } from "../../rows/configurationChanges.ts"
import { selectHeads } from "../../rows/labels.ts"
import { selectCurrentContent } from "../../rows/stagedLabels.ts"

type Lookups = Pick<DatabaseShape, "dialect" | "sql">

const heads = selectHeads("l")

/** Conditions may follow with AND. `body` says whether to read the body, or names columns of `label_contents b` in its place. */
export const selectLabels = (
  { dialect, sql }: Lookups,
  labelset: LabelsetId,
  body: boolean | string,
): Statement.Fragment =>
  sql`SELECT ${sql.literal(body === false ? heads : `${heads}, ${body === true ? 'b.attributes AS "attributes"' : body}`)} FROM labels l
      ${sql.literal(body !== false ? `LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${selectCurrentContent("l")}` : "")}
      WHERE l.dataset_id = ${selectDatasetOfLabelset({ dialect, sql }, labelset)} AND l.labelset_id = ${labelset}`

/** An expression for the dataset of a labelset; it equals nothing when either was deleted. */
export const selectDatasetOfLabelset = (
  { dialect, sql }: Lookups,
  labelset: LabelsetId,
): Statement.Fragment => toFragment(sql, dialect.datasetByLabelset, labelset)

/** Selects one page. Labels written during a change are read along their own index, because the switch of a dataset waits for them. */
export const selectLabelPage = (
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
    LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${sql.literal(selectCurrentContent("l"))}
    WHERE l.dataset_id = ${datasetId} AND l.labelset_id IN
      (SELECT x.id FROM labelsets x WHERE x.dataset_id = ${datasetId} AND x.deleted_at IS NULL) ${later} ${written}
    ORDER BY l.labelset_id, l.sample_id LIMIT CAST(${limit} AS BIGINT)`
}
