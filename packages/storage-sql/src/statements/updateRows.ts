/**
 * Many rows of one table changed by one statement, each to values of its own. On Postgres the values of a column are one array;
 * on SQLite all of them are one JSON text: either way the statement's text stays the same whatever their number. A value that
 * all rows get is one parameter. What rows are found by is listed for each of them, also when it is the same: a planner that
 * sees one dataset may rather read all of it than look for each row.
 */
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../database/Database.ts"
import type { RawRow } from "./columns.ts"
import type { NewRow } from "./insertRows.ts"
import type { ListQuery } from "./query.ts"

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
  /** Columns to answer of each row that was changed. */
  readonly returning: ReadonlyArray<string>
}

/** Runs inside a transaction. */
export const updateRows =
  ({ dialect, direct }: Pick<DatabaseShape, "dialect" | "direct">) =>
  (ask: ChangedRows): Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError> =>
    ask.rows.length === 0
      ? Effect.succeed([])
      : direct((run) => run(statementOf(ask, dialect.name === "postgres" ? arrays : jsonText)))

/** How a database takes the given values. */
interface Source {
  /** The parameter of this number, the first being 1, for a value that all rows get. */
  readonly common: (rows: ReadonlyArray<NewRow>, column: string, position: number) => string
  /** Where the listed columns come from; `before` parameters come first. */
  readonly listed: (
    rows: ReadonlyArray<NewRow>,
    columns: ReadonlyArray<string>,
    before: number,
  ) => { readonly text: string; readonly params: ListQuery["params"] }
}

/**
 * The lists are asked for by themselves, so that a planner does not see how long they are: for hundreds of rows it would rather
 * read the whole table each time, which takes longer than to find them by their key.
 */
const arrays: Source = {
  common: (rows, column, position) => `$${position}::${typeOf(rows, column)}`,
  listed: (rows, columns, before) => ({
    text: `unnest(${columns.map((column, index) => `(SELECT $${before + index + 1}::${typeOf(rows, column)}[])`).join(", ")})
    AS given (${columns.map(given).join(", ")})`,
    params: columns.map((column) => rows.map((row) => row[column] ?? null)),
  }),
}

const jsonText: Source = {
  common: () => "?",
  listed: (rows, columns) => ({
    text: `(SELECT ${columns.map((column, index) => `value ->> ${index} AS ${given(column)}`).join(", ")}
    FROM json_each(?)) AS given`,
    params: [JSON.stringify(rows.map((row) => columns.map((column) => row[column] ?? null)))],
  }),
}

const statementOf = (ask: ChangedRows, source: Source): ListQuery => {
  const { computed = {}, condition, expected = {}, key, returning, rows, table } = ask
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

/** Not as the table's own columns are called. */
const given = (column: string): string => `given_${column}`

const typeOf = (rows: ReadonlyArray<NewRow>, column: string): string =>
  rows.some((row) => typeof row[column] === "number") ? "float8" : "text"
