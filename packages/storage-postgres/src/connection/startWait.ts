/** The start of a storage on a database that accepts connections, but is too busy to answer, or restarts. */
import { StorageFailure } from "@annotary/core/effect"
import { makeStorageFailure } from "@annotary/storage-sql"
import type * as SqlError from "@effect/sql/SqlError"
import { Data, Duration, Effect, Schedule } from "effect"
import { classifyCitusFailure } from "../citus/failure.ts"

class Unavailable extends Data.TaggedError("Unavailable")<{ readonly failure: StorageFailure }> {}

/**
 * Repeats a part of the start that fails because the database is unavailable, for at most so many milliseconds. Fails with the last
 * `StorageFailure` as a defect.
 */
export const retryWhileUnavailable =
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

/** Reads something from the database at the start. What cannot be read is a `StorageFailure` with the name of the operation. */
export const readAtStart =
  (operation: string, patienceMillis: number) =>
  <A, R>(read: Effect.Effect<A, SqlError.SqlError, R>): Effect.Effect<A, never, R> =>
    retryWhileUnavailable(patienceMillis)(
      Effect.catchAll(read, ({ cause }) =>
        Effect.die(makeStorageFailure({ failure: classifyCitusFailure }, operation, cause)),
      ),
    )
