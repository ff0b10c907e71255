/** The operations on the claim queue that each database spells its own way. */
import type { Claim, ClaimStore, DatasetId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import type { Context, Effect, Option } from "effect"
import type { RawRow } from "../rows/columns.ts"

type Port = Context.Tag.Service<typeof ClaimStore>
type ClaimRequest = Parameters<Port["claim"]>[0]
export type ViewRequest = Parameters<Port["view"]>[0]
export type View = Effect.Effect.Success<ReturnType<Port["view"]>>

export interface ClaimOperations {
  /** The common case in few statements, outside of a transaction too; none when it does not apply, and nothing was done. */
  readonly quick: (
    request: ClaimRequest,
  ) => Effect.Effect<Option.Option<ReadonlyArray<Claim>>, SqlError.SqlError>
  /** Runs inside a transaction. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>
  /** Runs inside a transaction. */
  readonly view: (request: ViewRequest) => Effect.Effect<View, SqlError.SqlError>
  /** These rows, by their `placeNames`, were placed, freed or locked: others may find them where no row was. */
  readonly moved: (dataset: DatasetId, rows: ReadonlyArray<RawRow>) => Effect.Effect<void>
}
