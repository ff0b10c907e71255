import { Effect } from "effect"
import { Conflict } from "../domain/errors.ts"

/** The number of retries before the caller gets the conflict. */
const times = 5

/** Retries a transaction when a concurrent change invalidated what it read. */
export const retryChanged = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(transaction, {
    times,
    while: (error) => error instanceof Conflict && error.code === "changed_meanwhile",
  })
