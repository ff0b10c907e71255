/** The prepared statements of a connection, by text. */
import type Sqlite from "better-sqlite3"

export interface Text {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  /** Returns rows as arrays instead of objects. */
  readonly values?: boolean
}

export interface PreparedStatements {
  /** Runs a statement: returns its rows, or the driver's summary of one that returns none. */
  readonly execute: (statement: Text) => unknown
  /** Whether a text only reads. */
  readonly reads: (text: string) => boolean
}

/** The statements that stay prepared. Texts contain no values, so that there are fewer. */
const maxPrepared = 1000

interface Prepared {
  readonly statement: Sqlite.Statement
  readonly returnsRows: boolean
  readonly reads: boolean
  /** The names of the columns; null where they do not follow from the text alone, but from the tables. */
  readonly names: ReadonlyArray<string> | null
}

export const makePreparedStatements = (database: Sqlite.Database): PreparedStatements => {
  const prepared = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
    const existing = prepared.get(text)
    if (existing !== undefined) return existing
    const made = describe(database.prepare(text), text)
    const [oldest] = prepared.keys()
    if (prepared.size >= maxPrepared && oldest !== undefined) prepared.delete(oldest)
    prepared.set(text, made)
    return made
  }
  return {
    reads: (text) => prepare(text).reads,
    execute: ({ params, text, values = false }) => {
      const { names, returnsRows, statement } = prepare(text)
      if (!returnsRows) return statement.run(params)
      // `all`, also for one row: a statement with RETURNING that is not read to its end keeps the log from being truncated.
      if (names === null) return statement.raw(values).all(params)
      const rows = statement.all(params)
      return values ? rows : rows.map((row) => toObject(names, row))
    },
  }
}

const describe = (statement: Sqlite.Statement, text: string): Prepared => {
  const { reader: returnsRows, readonly: reads } = statement
  if (!returnsRows || text.includes("*")) return { statement, returnsRows, reads, names: null }
  statement.raw(true)
  return { statement, returnsRows, reads, names: statement.columns().map(({ name }) => name) }
}

/** The row as the driver would return it, in half of the time: the driver looks up each name anew for each row. */
const toObject = (names: ReadonlyArray<string>, row: unknown): Readonly<Record<string, unknown>> => {
  const object: Record<string, unknown> = {}
  if (Array.isArray(row)) for (let i = 0; i < names.length; i++) object[names[i] ?? ""] = row[i]
  return object
}
