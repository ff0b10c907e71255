/**
 * Inserts many rows into one table on SQLite, as rows of VALUES. A value that all rows share is bound once: most columns of imported
 * samples do, and binding each of them took a quarter of an import. Rows that are probably new are first inserted without
 * `ON CONFLICT` and RETURNING.
 */
import {
  type DialectShape,
  formatReturning,
  type ListQuery,
  listColumns,
  type NewRow,
  type NewRows,
  type Primitive,
  type RawRow,
} from "@annotary/storage-sql"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { isUniqueViolation } from "./failure.ts"

type Inserted = Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

export const insertRows: DialectShape["insertRows"] = ({ change, run }) => {
  const makeStatement = makeStatements()
  const insert = (added: NewRows): Inserted => run(makeStatement(added))
  /** A statement that fails leaves no rows. Rows that were new are returned as they were given. */
  const insertPart = (part: NewRows): Inserted => {
    const { conflict, met = false, returning, rows, table } = part
    if (rows.length === 1 && returning !== undefined && conflict === "ON CONFLICT DO NOTHING") {
      const { params, text } = makeStatement({ table, rows, conflict })
      return Effect.map(change(text, params), (added) => (added === 0 ? [] : rows))
    }
    return conflict === undefined || met || rows.length < worthTrying
      ? insert(part)
      : Effect.catchIf(
          Effect.as(insert({ table, rows }), rows),
          ({ cause }) => isUniqueViolation(cause),
          () => insert(part),
        )
  }
  return (added) => {
    const { rows } = added
    if (rows.length === 0) return Effect.succeed([])
    // Most inserts are one row; combining several answers would add a sixth to its time.
    if (getPartSize(rows.length) === rows.length) return insertPart(added)
    return Effect.map(
      Effect.forEach(splitIntoParts(rows), (part) => insertPart({ ...added, rows: part })),
      (answers) => answers.flat(),
    )
  }
}

/** From this many rows on, a failed attempt costs less than `ON CONFLICT` for all of them. */
const worthTrying = 50

/** From this many rows on, shared values are bound once. Which columns share them varies more in fewer rows, and so would the texts. */
const worthSharing = 50

/** Bounds the texts that are remembered. */
const maxTexts = 200

/** Numbers of rows in one statement: few, so that few texts are prepared, and below SQLite's limit of parameters. */
const sizes = [500, 50, 5, 1]

const getPartSize = (rows: number): number => sizes.find((each) => each <= rows) ?? 0

const splitIntoParts = (rows: NewRows["rows"]): ReadonlyArray<NewRows["rows"]> => {
  const parts: Array<NewRows["rows"]> = []
  for (let start = 0; start < rows.length; ) {
    const size = getPartSize(rows.length - start)
    parts.push(rows.slice(start, start + size))
    start += size
  }
  return parts
}

const makeStatements = (): ((added: NewRows) => ListQuery) => {
  /** One text for each table, set of columns and number of rows. */
  const texts = new Map<string, string>()
  return (added) => {
    const { rows, table } = added
    const columns = listColumns(rows)
    const shared = rows.length < worthSharing ? [] : columns.filter((column) => isShared(rows, column))
    const listed =
      shared.length === columns.length ? columns : columns.filter((each) => !shared.includes(each))
    const once = listed === columns ? [] : shared
    const key = `${table} ${rows.length} ${once.join()} ${listed.join()} ${added.conflict ?? ""} ${formatReturning(added)}`
    let text = texts.get(key)
    if (text === undefined) {
      text = makeText(added, once, listed)
      if (texts.size >= maxTexts) texts.clear()
      texts.set(key, text)
    }
    return { text, params: listValues(rows, once, listed) }
  }
}

const isShared = (rows: NewRows["rows"], column: string): boolean => {
  const value = rows[0]?.[column]
  return rows.every((row) => row[column] === value)
}

const makeText = (added: NewRows, once: ReadonlyArray<string>, listed: ReadonlyArray<string>): string => {
  const names = [...once, ...listed].join(", ")
  const row = `(${listed.map(() => "?").join(", ")})`
  const values = `VALUES ${added.rows.map(() => row).join(", ")}`
  // Without WHERE, ON CONFLICT would be read as the condition of the join.
  const source =
    once.length === 0
      ? values
      : `SELECT once.*, listed.* FROM (SELECT ${once.map(() => "?").join(", ")}) AS once CROSS JOIN (${values}) AS listed WHERE true`
  return `INSERT INTO ${added.table} (${names}) ${source} ${added.conflict ?? ""} ${formatReturning(added)}`
}

/** The shared values, then those of one row after the other. A loop, because an array for each row would take longer than the rest. */
const listValues = (
  rows: ReadonlyArray<NewRow>,
  once: ReadonlyArray<string>,
  listed: ReadonlyArray<string>,
): ReadonlyArray<Primitive> => {
  const values: Array<Primitive> = []
  for (const column of once) values.push(rows[0]?.[column] ?? null)
  for (const row of rows) for (const column of listed) values.push(row[column] ?? null)
  return values
}
