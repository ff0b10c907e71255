/**
 * Inserts many rows into one table on Postgres. The values of a column are one array, so that the text does not depend on the
 * number of rows and is parsed once. Rows that are probably new are first inserted without `ON CONFLICT`, which would double the
 * cost.
 */
import {
  columnsOf,
  type DialectShape,
  type ListQuery,
  type NewRows,
  returningOf,
} from "@annotary/storage-sql"
import { Effect, Option } from "effect"
import { isUniqueViolation } from "./failure.ts"

/** From this many rows on, the savepoint costs less than `ON CONFLICT`. */
const worthTrying = 20

export const insertRows: DialectShape["insertRows"] =
  ({ direct, unless }) =>
  (added) => {
    if (added.rows.length === 0) return Effect.succeed([])
    const { text, params } = fromArrays(added)
    const insert = (conflict: string) =>
      direct((run) => run({ text: `${text} ${conflict} ${returningOf(added)}`, params }))
    if (added.conflict === undefined) return insert("")
    const careful = insert(added.conflict)
    return added.met === true || added.rows.length < worthTrying
      ? careful
      : Effect.flatMap(
          unless(isUniqueViolation, insert("")),
          Option.match({ onNone: () => careful, onSome: Effect.succeed }),
        )
  }

/** Leaves out columns that are null in all rows, because they have no type. */
const fromArrays = ({ rows, table }: NewRows): ListQuery => {
  const types = new Map<string, string>()
  for (const column of columnsOf(rows)) {
    const value = rows.find((row) => row[column] !== null)?.[column]
    if (value !== undefined) types.set(column, typeof value === "number" ? "float8" : "text")
  }
  const columns = [...types.keys()]
  const lists = [...types.values()].map((type, index) => `$${index + 1}::${type}[]`)
  return {
    text: `INSERT INTO ${table} (${columns.join(", ")}) SELECT * FROM unnest(${lists.join(", ")})`,
    params: columns.map((column) => rows.map((row) => row[column] ?? null)),
  }
}
