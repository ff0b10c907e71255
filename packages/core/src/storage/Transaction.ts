/** The port that makes several calls of other ports atomic. */
import { Context, type Effect } from "effect"

export class Transaction extends Context.Tag("@annotary/core/Transaction")<
  Transaction,
  {
    /**
     * Runs the effect so that all its calls of ports commit together, or none of them when it fails, dies or is interrupted.
     * Nested: a savepoint; a failure inside that is caught outside of it loses only what was inside.
     * Transactions that wrote the same rows behave as if one ran after the other. Transient conflicts are retried from the
     * start here, so the effect must not do anything that cannot be undone.
     */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Whether the calling fiber is inside a transaction. */
    readonly inside: Effect.Effect<boolean>
  }
>() {}
