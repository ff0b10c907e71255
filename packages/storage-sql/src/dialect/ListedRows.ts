/** Passes the values of many rows to one statement, whose text does not depend on their number. */
import type { NewRow } from "../statements/insertRows.ts"
import type { ListQuery } from "../statements/query.ts"

export interface ListedRows {
  /** The parameter at a position, counted from 1, for a value that all rows share. */
  readonly common: (rows: ReadonlyArray<NewRow>, column: string, position: number) => string
  /** The table `given` of the listed columns, under their `given` names; `before` parameters precede its own. */
  readonly listed: (
    rows: ReadonlyArray<NewRow>,
    columns: ReadonlyArray<string>,
    before: number,
  ) => { readonly text: string; readonly params: ListQuery["params"] }
}

/** The name of a column of `given`, which differs from the table's own. */
export const given = (column: string): string => `given_${column}`
