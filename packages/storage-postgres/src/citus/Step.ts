import type { RunHere } from "@annotary/storage-sql"
import type { Effect } from "effect"

/** Runs before a statement, with a copy of its parameters, which it may change. */
export type Step = (
  run: RunHere,
  params: Array<unknown>,
) => Effect.Effect<void, Effect.Effect.Error<ReturnType<RunHere>>>
