/** The start of a storage on a database that accepts connections, but is too busy to answer, or restarts. */
import { StorageFailure } from "@annotary/core/effect"
import { Data, Duration, Effect, Schedule } from "effect"

class Unavailable extends Data.TaggedError("Unavailable")<{ readonly failure: StorageFailure }> {}

/**
 * Repeats a part of the start that fails because the database is unavailable, for at most so many milliseconds. Fails with the last
 * `StorageFailure` as a defect.
 */
export const whileUnavailable =
  (patienceMillis: number) =>
  <A, R>(part: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
    part.pipe(
      Effect.catchAllDefect((defect) =>
        defect instanceof StorageFailure && defect.transient
          ? new Unavailable({ failure: defect })
          : Effect.die(defect),
      ),
      Effect.tapError(({ failure }) =>
        Effect.annotateLogs(Effect.logDebug("The database did not answer a start."), {
          operation: failure.operation,
        }),
      ),
      Effect.retry(
        Schedule.spaced("500 millis").pipe(Schedule.upTo(Duration.millis(Math.max(0, patienceMillis)))),
      ),
      Effect.catchAll(({ failure }) => Effect.die(failure)),
    )
