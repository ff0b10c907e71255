/** Inserts many rows into one table, in the way that is fastest on each database. */
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { Primitive, RawRow } from "../rows/columns.ts"

export type NewRow = Readonly<Record<string, Primitive>>

export interface NewRows {
  readonly table: string
  /** Rows with the same columns. Sort them by their unique key, so that two writers cannot deadlock. */
  readonly rows: ReadonlyArray<NewRow>
  /** `ON CONFLICT …`, for rows that may exist; without it, a row that exists is a defect. */
  readonly conflict?: string
  /** True when most rows exist, so that inserting them as new is not tried first. */
  readonly met?: boolean
  /** A column to return from each row that was written. */
  readonly returning?: string
}

/** Inserts rows. Runs inside a transaction. */
export type InsertRows = (rows: NewRows) => Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

export const returningOf = ({ returning }: NewRows): string =>
  returning === undefined ? "" : `RETURNING ${returning}`

export const columnsOf = (rows: ReadonlyArray<NewRow>): ReadonlyArray<string> => Object.keys(rows[0] ?? {})
