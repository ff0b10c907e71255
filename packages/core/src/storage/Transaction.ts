import { Context, type Effect } from "effect"

/** The port that makes several calls of other ports atomic. */
export class Transaction extends Context.Tag("@annotary/core/Transaction")<
  Transaction,
  {
    /**
     * Runs the effect in a transaction: all its port calls commit together, or none when it fails, dies or is interrupted. A
     * nested call is a savepoint: a failure that is caught outside of it rolls back only the nested part. Transactions that
     * write the same rows are serializable. Transient conflicts are retried from the start here, so the effect must not have
     * effects that cannot be undone. `waits`: the effect waits for more than this storage, for example for an application; then
     * a storage lets no other transaction depend on its end.
     */
    readonly run: <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      options?: { readonly waits?: boolean },
    ) => Effect.Effect<A, E, R>
    /** Whether the calling fiber is inside a transaction. */
    readonly inside: Effect.Effect<boolean>
  }
>() {}
