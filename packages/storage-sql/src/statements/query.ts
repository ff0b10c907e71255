/** Statements as text with positional parameters, which run without the templates of `sql`. */
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { Primitive, RawRow } from "../rows/columns.ts"

export interface Query {
  readonly text: string
  readonly params: ReadonlyArray<string | number>
}

/** A query whose parameters may be null, or lists for databases that accept arrays. */
export interface ListQuery {
  readonly text: string
  readonly params: ReadonlyArray<Primitive | ReadonlyArray<Primitive>>
}

export type Rows = Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

export type Run = (query: ListQuery) => Rows

/** Runs a text whose parameters are `?` on the caller's connection. */
export type Execute = (text: string, params: ListQuery["params"]) => Rows
