/** The two questions of the queue whose statements each database spells its own way. */
import type { Claim, ClaimStore, DatasetId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import type { Context, Effect, Option } from "effect"
import type { RawRow } from "../../statements/columns.ts"

type Port = Context.Tag.Service<typeof ClaimStore>
export type ViewRequest = Parameters<Port["view"]>[0]
export type View = Effect.Effect.Success<ReturnType<Port["view"]>>

export interface ClaimQueries {
  /** The plain case in few statements, outside of a transaction too; none when it is not plain, and nothing was done. */
  readonly quick: (
    ask: Parameters<Port["claim"]>[0],
  ) => Effect.Effect<Option.Option<ReadonlyArray<Claim>>, SqlError.SqlError>
  /** Runs inside a transaction. */
  readonly claim: (
    ask: Parameters<Port["claim"]>[0],
  ) => Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>
  /** Runs inside a transaction. */
  readonly view: (ask: ViewRequest) => Effect.Effect<View, SqlError.SqlError>
  /** These rows, told by `placeNames`, were placed, freed or locked: others may find them where no row was. */
  readonly moved: (dataset: DatasetId, rows: ReadonlyArray<RawRow>) => Effect.Effect<void>
}
