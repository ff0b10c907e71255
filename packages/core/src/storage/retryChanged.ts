/** Reads and writes anew when what was read was changed by somebody else before it was written. */
import { Effect } from "effect"
import { Conflict } from "../domain/errors.ts"

/** How often others may be faster before the caller is told. */
const times = 5

/** Goes around a transaction that reads what it decides by: it may run several times. */
export const retryChanged = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(transaction, {
    times,
    while: (error) => error instanceof Conflict && error.code === "changed_meanwhile",
  })
