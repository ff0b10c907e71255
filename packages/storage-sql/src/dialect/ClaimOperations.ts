/** The operations on the claim queue that each database implements. */
import type { Claim, ClaimStore, DatasetId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import type { Context, Effect, Option } from "effect"
import type { RawRow } from "../rows/columns.ts"

type Port = Context.Tag.Service<typeof ClaimStore>
type ClaimRequest = Parameters<Port["claim"]>[0]
export type ViewRequest = Parameters<Port["view"]>[0]
export type View = Effect.Effect.Success<ReturnType<Port["view"]>>

export interface ClaimOperations {
  /** Handles the common case in few statements, also outside of a transaction; none when it does not apply and nothing was claimed. */
  readonly quick: (
    request: ClaimRequest,
  ) => Effect.Effect<Option.Option<ReadonlyArray<Claim>>, SqlError.SqlError>
  /** Claims samples in every case. Runs inside a transaction. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>
  /** Shows what waits in each step of a queue. Runs inside a transaction. */
  readonly view: (request: ViewRequest) => Effect.Effect<View, SqlError.SqlError>
  /** Reports rows, by their `placeNames`, that were placed, freed or locked: other claims may now find them there. */
  readonly moved: (dataset: DatasetId, rows: ReadonlyArray<RawRow>) => Effect.Effect<void>
}
