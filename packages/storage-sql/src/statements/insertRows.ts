/** Many rows into one table, which each database does in the way that is fastest on it. */
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { Primitive, RawRow } from "../rows/columns.ts"

export type NewRow = Readonly<Record<string, Primitive>>

export interface NewRows {
  readonly table: string
  /** All with the same columns. Sort them by what must be unique, so that two writers never deadlock. */
  readonly rows: ReadonlyArray<NewRow>
  /** `ON CONFLICT …`, for rows that may be there already; without it such a row is a fault. */
  readonly conflict?: string
  /** Most rows are there already: it is not tried first whether they are new. */
  readonly met?: boolean
  /** A column to return of each row that was written. */
  readonly returning?: string
}

/** Runs inside a transaction. */
export type InsertRows = (rows: NewRows) => Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

export const returningOf = ({ returning }: NewRows): string =>
  returning === undefined ? "" : `RETURNING ${returning}`

export const columnsOf = (rows: ReadonlyArray<NewRow>): ReadonlyArray<string> => Object.keys(rows[0] ?? {})
