/**
 * Many rows of one table changed by one statement, each to values of its own. A value that all rows get is one parameter. What
 * rows are found by is listed for each of them, also when it is the same: a planner that sees one dataset may rather read all of
 * it than look for each row.
 */
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../dialect/Dialect.ts"
import { given, type ListedRows } from "../dialect/ListedRows.ts"
import type { RawRow } from "../rows/columns.ts"
import type { NewRow } from "./insertRows.ts"
import type { ListQuery } from "./query.ts"
import type { Statements } from "./Statements.ts"

export interface ChangedRows {
  readonly table: string
  /** All with the same columns: those of `key`, of `expected`, and those that get new values. */
  readonly rows: ReadonlyArray<NewRow>
  /** The columns that a row is found by. */
  readonly key: ReadonlyArray<string>
  /** Columns that must have these values still, by the name that they have in `rows`. */
  readonly expected?: Readonly<Record<string, string>>
  /** What must be true besides, of the table by its name. */
  readonly condition?: string
  /** Expressions for further columns, which may name the table. */
  readonly computed?: Readonly<Record<string, string>>
  /** Columns to return of each row that was changed. */
  readonly returning: ReadonlyArray<string>
}

/** Runs inside a transaction. */
export const updateRows =
  ({ dialect, direct }: Pick<Statements, "direct"> & { readonly dialect: DialectShape }) =>
  (changes: ChangedRows): Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError> =>
    changes.rows.length === 0
      ? Effect.succeed([])
      : direct((run) => run(statementOf(changes, dialect.listedRows)))

const statementOf = (changes: ChangedRows, source: ListedRows): ListQuery => {
  const { computed = {}, condition, expected = {}, key, returning, rows, table } = changes
  const all = Object.keys(rows[0] ?? {})
  const set = all.filter((column) => !key.includes(column) && !Object.hasOwn(expected, column))
  const common = set.filter((column) => rows.every((row) => row[column] === rows[0]?.[column]))
  const shared = common.filter((column) => rows[0]?.[column] !== null)
  const listed = all.filter((column) => !common.includes(column))
  const { params, text } = source.listed(rows, listed, shared.length)
  const newValue = (column: string): string => {
    if (listed.includes(column)) return `given.${given(column)}`
    return shared.includes(column) ? source.common(rows, column, shared.indexOf(column) + 1) : "NULL"
  }
  const values = [
    ...set.map((column) => `${column} = ${newValue(column)}`),
    ...Object.entries(computed).map(([column, expression]) => `${column} = ${expression}`),
  ]
  const conditions = [
    ...key.map((column) => `${table}.${column} = given.${given(column)}`),
    ...Object.entries(expected).map(([name, column]) => `${table}.${column} = given.${given(name)}`),
    ...(condition === undefined ? [] : [condition]),
  ]
  return {
    text: `UPDATE ${table} SET ${values.join(", ")} FROM ${text} WHERE ${conditions.join(" AND ")}
      RETURNING ${returning.join(", ")}`,
    params: [...shared.map((column) => rows[0]?.[column] ?? null), ...params],
  }
}
