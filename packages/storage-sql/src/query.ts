/** A statement as text with positional parameters, for the few that are run without the machinery of `sql`. */
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { RawRow } from "./columns.ts"

export interface Query {
  readonly text: string
  readonly params: ReadonlyArray<string | number>
}

export type Run = (query: Query) => Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>
