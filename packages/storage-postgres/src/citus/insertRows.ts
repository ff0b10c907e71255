/**
 * Inserts rows on Citus. A few rows are listed one by one, so that a statement with rows of one dataset is sent to its shard as it is.
 * Many rows are arrays as on Postgres: Citus then distributes them itself, which has a fixed cost. They are not tried as new rows
 * first, which would save nothing here.
 */
import { type DialectShape, formatReturning, listColumns, type NewRows } from "@annotary/storage-sql"
import { insertRows as fromArrays } from "../dialect/insertRows.ts"

/** From this many rows on, arrays cost less. */
const many = 20

export const insertRows: DialectShape["insertRows"] = (statements) => {
  const insertMany = fromArrays(statements)
  return (added) =>
    added.rows.length === 0 || added.rows.length >= many
      ? insertMany({ ...added, met: true })
      : statements.run({
          text: formatInsert(added),
          params: added.rows.flatMap(listValues(listColumns(added.rows))),
        })
}

const listValues = (columns: ReadonlyArray<string>) => (row: NewRows["rows"][number]) =>
  columns.map((column) => row[column] ?? null)

const formatInsert = (added: NewRows): string => {
  const columns = listColumns(added.rows)
  let n = 0
  const lists = added.rows.map(() => `(${columns.map(() => `$${++n}`).join(", ")})`)
  return `INSERT INTO ${added.table} (${columns.join(", ")}) VALUES ${lists.join(", ")} ${added.conflict ?? ""} ${formatReturning(added)}`
}
