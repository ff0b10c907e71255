/** Checks that a migration keeps rows: what an archive cannot say, such as accounts, keys, deliveries and jobs. */
import { assert } from "vitest"

/** The rows of tables, by table. */
export interface Tables {
  readonly [table: string]: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/**
 * Checks that every row is there after migrations as it was before, in its old columns. New tables and columns are
 * not compared. `changed` names what a migration changes on purpose: `table`, or `table.column`.
 */
export const assertRowsAreKept = (before: Tables, after: Tables, changed: Iterable<string> = []): void => {
  const isChanged = new Set(changed)
  for (const [table, rows] of Object.entries(before)) {
    if (isChanged.has(table) || rows.length === 0) continue
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !isChanged.has(`${table}.${column}`))
    assert.deepStrictEqual(
      projectRows(after[table] ?? [], columns),
      projectRows(rows, columns),
      `The migrations changed rows of ${table}. A change on purpose is named beside the fixtures.`,
    )
  }
}

/** The rows in these columns as JSON, sorted: tables have no order. */
const projectRows = (rows: Tables[string], columns: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).sort()
