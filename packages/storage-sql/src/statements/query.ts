/** A statement as text with positional parameters, for the few that are run without the machinery of `sql`. */
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { Primitive, RawRow } from "./columns.ts"

export interface Query {
  readonly text: string
  readonly params: ReadonlyArray<string | number>
}

/** Any values; a list is one parameter, which only Postgres takes. */
export interface ListQuery {
  readonly text: string
  readonly params: ReadonlyArray<Primitive | ReadonlyArray<Primitive>>
}

export type Run = (query: ListQuery) => Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>
