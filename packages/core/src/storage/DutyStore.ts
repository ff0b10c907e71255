/** What the engine asks of storage about duties: what one process does for all from time to time. By the storage's clock. */
import { Context, type Effect } from "effect"

/** One turn of a duty in the hands of one process; `token` fences off processes whose lease was lost. */
export interface DutyTurn {
  readonly duty: string
  readonly token: string
}

/** Whether the caller has the duty now; if not, when it is due as far as one can tell. */
export type DutyAnswer = { readonly _tag: "Taken" } | { readonly _tag: "Later"; readonly millis: number }

export class DutyStore extends Context.Tag("@annotary/core/DutyStore")<
  DutyStore,
  {
    /**
     * Takes the duty when it is due; one that was never heard of is. Once taken it is due again when the lease ends. Two
     * callers MUST never both have it while the lease lasts.
     */
    readonly take: (turn: DutyTurn, leaseSeconds: number) => Effect.Effect<DutyAnswer>
    /** The lease lasts so long from now on; false when the duty was taken by another. */
    readonly renew: (turn: DutyTurn, leaseSeconds: number) => Effect.Effect<boolean>
    /** Ends the turn: the duty is due again in so many seconds; false when it was taken by another, and nothing is changed. */
    readonly end: (turn: DutyTurn, nextInSeconds: number) => Effect.Effect<boolean>
  }
>() {}
