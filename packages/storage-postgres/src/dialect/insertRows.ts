/**
 * Inserts many rows into one table on Postgres. The values of a column are one array, so that the text does not depend on the
 * number of rows and is parsed once. Rows that are probably new are first inserted without `ON CONFLICT` and RETURNING, which would
 * double the cost.
 */
import {
  type DialectShape,
  formatReturning,
  type ListQuery,
  listColumns,
  type NewRows,
} from "@annotary/storage-sql"
import { Effect, Option } from "effect"
import { isUniqueViolation } from "./failure.ts"

/** From this many rows on, the savepoint costs less than `ON CONFLICT`. */
const worthTrying = 20

export const insertRows: DialectShape["insertRows"] =
  ({ run, unless }) =>
  (added) => {
    if (added.rows.length === 0) return Effect.succeed([])
    const { text, params } = fromArrays(added)
    const insert = (conflict: string, end: string) => run({ text: `${text} ${conflict} ${end}`, params })
    if (added.conflict === undefined) return insert("", formatReturning(added))
    const careful = insert(added.conflict, formatReturning(added))
    return added.met === true || added.rows.length < worthTrying
      ? careful
      : Effect.flatMap(
          unless(isUniqueViolation, insert("", "")),
          // Rows that were new were written as they were given.
          Option.match({ onNone: () => careful, onSome: () => Effect.succeed(added.rows) }),
        )
  }

/**
 * Leaves out columns that are null in all rows, because they have no type. A value that all rows share is sent once: most columns
 * of imported samples do.
 */
const fromArrays = ({ rows, table }: NewRows): ListQuery => {
  const columns = listColumns(rows).flatMap((name) => {
    const value = rows.find((row) => row[name] !== null)?.[name]
    if (value === undefined || value === null) return []
    const shared = rows.length >= worthTrying && rows.every((row) => row[name] === value)
    return [{ name, value, shared, type: typeof value === "number" ? "float8" : "text" }]
  })
  const listed = columns.some(({ shared }) => !shared) ? columns.filter(({ shared }) => !shared) : columns
  const once = columns.filter((column) => !listed.includes(column))
  const ordered = [...listed, ...once]
  const lists = listed.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const values = once.map(({ type }, index) => `, $${listed.length + index + 1}::${type}`)
  return {
    text: `INSERT INTO ${table} (${ordered.map(({ name }) => name).join(", ")})
      SELECT given.*${values.join("")} FROM unnest(${lists.join(", ")}) AS given`,
    params: [
      ...listed.map(({ name }) => rows.map((row) => row[name] ?? null)),
      ...once.map(({ value }) => value),
    ],
  }
}
