/** How a writer on SQLite waits for others that have the write lock. */
import type { Retry } from "@annotary/storage-sql"
import { Effect, Schedule } from "effect"

/** How often the first in the queue tries whether the lock is free. */
const attempts = Schedule.exponential("1 millis", 1.3).pipe(
  Schedule.union(Schedule.spaced("4 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

/**
 * SQLite has one lock for all who write, and notifies nobody when it is free: somebody has to try again and again. Of each
 * process one does, and often; the others queue behind it, in the order in which they came. If all tried, each would have to
 * sleep for so long that the lock is free for most of the time, and who came last would be as likely to get it as who came first.
 */
export const makeRetry = (): Retry => {
  const queue = Effect.unsafeMakeSemaphore(1)
  return (attempt, isConflict) =>
    Effect.catchIf(attempt, isConflict, () =>
      queue.withPermits(1)(Effect.retry(attempt, { schedule: attempts, while: isConflict })),
    )
}
