/** Many rows in one statement: rows to insert, and values of rows that an UPDATE lists. */
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { Primitive, RawRow } from "../rows/columns.ts"
import type { ListQuery } from "./Statements.ts"

export type NewRow = Readonly<Record<string, Primitive>>

export interface NewRows {
  readonly table: string
  /** Rows with the same columns. Sort them by their unique key, so that two writers cannot deadlock. */
  readonly rows: ReadonlyArray<NewRow>
  /** `ON CONFLICT …`, for rows that may exist; without it, a row that exists is a defect. */
  readonly conflict?: string
  /** True when most rows exist, so that inserting them as new is not tried first. */
  readonly met?: boolean
  /** One of the columns, to return from each row that was written; others may come with it. */
  readonly returning?: string
}

/** Inserts rows. Runs inside a transaction. */
export type InsertRows = (rows: NewRows) => Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

export const formatReturning = ({ returning }: NewRows): string =>
  returning === undefined ? "" : `RETURNING ${returning}`

export const listColumns = (rows: ReadonlyArray<NewRow>): ReadonlyArray<string> => Object.keys(rows[0] ?? {})

export interface ListedRows {
  /** The parameter at a position, counted from 1, for a value that all rows share. */
  readonly common: (rows: ReadonlyArray<NewRow>, column: string, position: number) => string
  /** The table `given` of the listed columns, under their names of {@link toGivenName}; `before` parameters precede its own. */
  readonly listed: (
    rows: ReadonlyArray<NewRow>,
    columns: ReadonlyArray<string>,
    before: number,
  ) => { readonly text: string; readonly params: ListQuery["params"] }
}

/** The name of a column of the table `given`, which differs from the table's own. */
export const toGivenName = (column: string): string => `given_${column}`
