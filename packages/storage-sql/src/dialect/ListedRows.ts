/** How the values of many rows are given to one statement, so that its text stays the same whatever their number. */
import type { NewRow } from "../statements/insertRows.ts"
import type { ListQuery } from "../statements/query.ts"

export interface ListedRows {
  /** The parameter of this number, the first being 1, for a value that all rows get. */
  readonly common: (rows: ReadonlyArray<NewRow>, column: string, position: number) => string
  /** The table `given` of the listed columns, each by its `given` name; `before` parameters come first. */
  readonly listed: (
    rows: ReadonlyArray<NewRow>,
    columns: ReadonlyArray<string>,
    before: number,
  ) => { readonly text: string; readonly params: ListQuery["params"] }
}

/** The name of a given column, which is not that of the table's own. */
export const given = (column: string): string => `given_${column}`
