/**
 * Updates many rows of one table by one statement, each with its own values. A value that all rows share is one parameter. Key
 * columns are listed for every row even when they are equal: a planner that sees one dataset may read all of it instead of
 * looking up each row.
 */
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../dialect/Dialect.ts"
import type { RawRow } from "../rows/columns.ts"
import { type ListedRows, type NewRow, toGivenName } from "./manyRows.ts"
import type { ListQuery, Statements } from "./Statements.ts"

export interface ChangedRows {
  readonly table: string
  /** Rows with the same columns: those of `key`, those of `expected`, and those to set. */
  readonly rows: ReadonlyArray<NewRow>
  /** The columns that identify a row. */
  readonly key: ReadonlyArray<string>
  /** Columns that must still have the given value, keyed by the name of the value in `rows`. */
  readonly expected?: Readonly<Record<string, string>>
  /** A further condition on the table, which it names in full. */
  readonly condition?: string
  /** Expressions for further columns, which may name the table. */
  readonly computed?: Readonly<Record<string, string>>
  /** Columns to return from each row that was updated. */
  readonly returning: ReadonlyArray<string>
}

/** Updates rows. Runs inside a transaction. */
export const updateRows =
  ({ dialect, run }: Pick<Statements, "run"> & { readonly dialect: DialectShape }) =>
  (changes: ChangedRows): Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError> =>
    changes.rows.length === 0 ? Effect.succeed([]) : run(makeUpdate(changes, dialect.listedRows))

const makeUpdate = (changes: ChangedRows, source: ListedRows): ListQuery => {
  const { computed = {}, condition, expected = {}, key, returning, rows, table } = changes
  const all = Object.keys(rows[0] ?? {})
  const set = all.filter((column) => !key.includes(column) && !Object.hasOwn(expected, column))
  const common = set.filter((column) => rows.every((row) => row[column] === rows[0]?.[column]))
  const shared = common.filter((column) => rows[0]?.[column] !== null)
  const listed = all.filter((column) => !common.includes(column))
  const { params, text } = source.listed(rows, listed, shared.length)
  const formatNewValue = (column: string): string => {
    if (listed.includes(column)) return `given.${toGivenName(column)}`
    return shared.includes(column) ? source.common(rows, column, shared.indexOf(column) + 1) : "NULL"
  }
  const values = [
    ...set.map((column) => `${column} = ${formatNewValue(column)}`),
    ...Object.entries(computed).map(([column, expression]) => `${column} = ${expression}`),
  ]
  const conditions = [
    ...key.map((column) => `${table}.${column} = given.${toGivenName(column)}`),
    ...Object.entries(expected).map(([name, column]) => `${table}.${column} = given.${toGivenName(name)}`),
    ...(condition === undefined ? [] : [condition]),
  ]
  return {
    text: `UPDATE ${table} SET ${values.join(", ")} FROM ${text} WHERE ${conditions.join(" AND ")}
      RETURNING ${returning.join(", ")}`,
    params: [...shared.map((column) => rows[0]?.[column] ?? null), ...params],
  }
}
