import { Context, Effect } from "effect"
import { Conflict } from "../domain/errors.ts"

/** The port that makes several calls of other ports atomic. */
export class Transaction extends Context.Tag("@annotary/core/Transaction")<
  Transaction,
  {
    /**
     * Runs the effect in a transaction: all its port calls commit together, or none when it fails, dies or is interrupted. A
     * nested call is a savepoint: a failure that is caught outside of it rolls back only the nested part. Transactions that
     * write the same rows are serializable. Transient conflicts are retried from the start here, so the effect must not have
     * effects that cannot be undone.
     */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Whether the calling fiber is inside a transaction. */
    readonly inside: Effect.Effect<boolean>
  }
>() {}

/** The number of retries before the caller gets the conflict. */
const times = 5

/** Retries a transaction when a concurrent change invalidated what it read. */
export const retryChanged = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(transaction, {
    times,
    while: (error) => error instanceof Conflict && error.code === "changed_meanwhile",
  })
