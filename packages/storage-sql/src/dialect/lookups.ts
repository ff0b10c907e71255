/** Expressions for what statements find by an id that the caller gives: subqueries, or values that a dialect looks up first. */
import type { SqlClient, Statement } from "@effect/sql"
import { selectStagingChange } from "../rows/stagedLabels.ts"

/** An expression with `?` for its parameters, which consist of the caller's id or are found by it. */
export interface Expression {
  readonly text: string
  readonly params: (id: string) => ReadonlyArray<string>
}

/** Each expression is NULL or the empty text, which equals no dataset, where the id is unknown. */
export interface DialectLookups {
  /** The dataset of an entity in the directory. */
  readonly datasetById: Expression
  /** The dataset of a labelset, when neither was deleted. */
  readonly datasetByLabelset: Expression
  /** The dataset of a sample that is not deleted. */
  readonly datasetBySample: Expression
  /** The number of the configuration change that is staging in a dataset; NULL when there is none. */
  readonly stagingNumber: Expression
  /** The condition that a row belongs to a claim. The prefix is empty, or an alias with its dot. */
  readonly matchClaim: (prefix: string) => Expression
}

const byDirectory = "(SELECT home.dataset_id FROM directory home WHERE home.id = ?)"
const repeatId = (id: string): ReadonlyArray<string> => [id, id]
const listId = (id: string): ReadonlyArray<string> => [id]

/** The expressions of databases that find rows by subqueries. */
export const subqueries: DialectLookups = {
  datasetById: { text: byDirectory, params: listId },
  datasetByLabelset: {
    text: `(SELECT x.dataset_id FROM labelsets x JOIN datasets d ON d.id = x.dataset_id AND d.deleted_at IS NULL
       WHERE x.dataset_id = ${byDirectory} AND x.id = ? AND x.deleted_at IS NULL)`,
    params: repeatId,
  },
  datasetBySample: {
    text: `(SELECT s.dataset_id FROM samples s
    WHERE s.dataset_id = ${byDirectory} AND s.id = ? AND s.deleted_at IS NULL)`,
    params: repeatId,
  },
  stagingNumber: { text: selectStagingChange("?"), params: listId },
  matchClaim: (prefix) => ({ text: `${prefix}claim_id = ?`, params: listId }),
}

/** The expression in a statement that is written as a template. */
export const toFragment = (
  sql: SqlClient.SqlClient,
  { params, text }: Expression,
  id: string,
): Statement.Fragment => {
  const parts = text.split("?")
  return sql(Object.assign(parts, { raw: parts }), ...params(id))
}
