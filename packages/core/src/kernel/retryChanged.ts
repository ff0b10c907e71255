import { Effect } from "effect"
import { Conflict } from "../domain/errors.ts"

/** The number of retries before the caller gets the conflict. */
const times = 5

/** Retries a transaction when a concurrent change invalidated what it read. */
export const retryChanged = <A, E, R>(
  transaction: Effect.Effect<A, E, R>,
  retries = times,
): Effect.Effect<A, E, R> =>
  retries === 0
    ? transaction
    : Effect.catchIf(transaction, isChanged, () => retryChanged(transaction, retries - 1))

const isChanged = (error: unknown): boolean => error instanceof Conflict && error.code === "changed_meanwhile"
