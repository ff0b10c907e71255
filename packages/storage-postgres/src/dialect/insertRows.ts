/**
 * Many rows into one table on Postgres. The values of a column are one array, so that the statement's text stays the same and is
 * parsed once; and rows that should be new are first written as if they were, because looking out for those that are there costs
 * as much again.
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

/** From so many rows on, a savepoint is cheaper than what it saves. */
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

/** A column of nulls is left out: it has no type, and is null without being written. */
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
