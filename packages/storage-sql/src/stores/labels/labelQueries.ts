/** Selects labels of live labelsets in live datasets, with or without their bodies. */
import type { LabelsetId } from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import { selectHeads } from "../../rows/labels.ts"
import { currentContent } from "../../rows/stagedLabels.ts"
import { homeOf } from "../datasets/directory.ts"

const heads = selectHeads("l")

/** Conditions may follow with AND. `body` says whether to read the body, or names columns of `label_contents b` in its place. */
export const selectLabels = (
  sql: SqlClient.SqlClient,
  labelset: LabelsetId,
  body: boolean | string,
): Statement.Fragment =>
  sql`SELECT ${sql.literal(body === false ? heads : `${heads}, ${body === true ? 'b.attributes AS "attributes"' : body}`)} FROM labels l
      ${sql.literal(body !== false ? `LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${currentContent("l")}` : "")}
      WHERE l.dataset_id = ${datasetOf(sql, labelset)} AND l.labelset_id = ${labelset}`

/** An expression for the dataset of a labelset; NULL, which equals nothing, when either was deleted. */
export const datasetOf = (sql: SqlClient.SqlClient, labelset: LabelsetId): Statement.Fragment =>
  sql`(SELECT x.dataset_id FROM labelsets x JOIN datasets d ON d.id = x.dataset_id AND d.deleted_at IS NULL
       WHERE x.dataset_id = ${homeOf(sql, labelset)} AND x.id = ${labelset} AND x.deleted_at IS NULL)`
