/** Records the last use of credentials. */
import { Effect } from "effect"

/** The last use is written at most once in this interval, in milliseconds. */
export const useMillis = 60_000

/** Recording a use must not refuse a request: it waits briefly for other writers, and failures are logged. */
export const noteUse = (touch: Effect.Effect<void>): Effect.Effect<void> =>
  touch.pipe(
    Effect.timeoutOption("1 second"),
    Effect.catchAllCause((cause) => Effect.logWarning("The use of credentials could not be noted.", cause)),
  )
