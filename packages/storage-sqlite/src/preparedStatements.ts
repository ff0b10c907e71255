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

export const makePreparedStatements = (database: Sqlite.Database): PreparedStatements => {
  const prepared = new Map<string, Sqlite.Statement>()
  const prepare = (text: string): Sqlite.Statement => {
    const existing = prepared.get(text)
    if (existing !== undefined) return existing
    const statement = database.prepare(text)
    const [oldest] = prepared.keys()
    if (prepared.size >= maxPrepared && oldest !== undefined) prepared.delete(oldest)
    prepared.set(text, statement)
    return statement
  }
  return {
    reads: (text) => prepare(text).readonly,
    execute: ({ params, text, values = false }) => {
      const statement = prepare(text)
      if (!statement.reader) return statement.run(params)
      // `all`, also for one row: a statement with RETURNING that is not read to its end keeps the log from being truncated.
      return statement.raw(values).all(params)
    },
  }
}
