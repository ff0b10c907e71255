/** Retries conflicts on Postgres. */
import type { Retry } from "@annotary/storage-sql"
import { Effect, Schedule } from "effect"

/** Exponential backoff of at most 50 milliseconds. */
const schedule = Schedule.exponential("1 millis", 1.6).pipe(
  Schedule.union(Schedule.spaced("50 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

/** Retries an attempt. Conflicts are independent of each other and short. The schedule starts only after the first, because conflicts are rare. */
export const retry: Retry = (attempt, isConflict) =>
  Effect.catchIf(attempt, isConflict, () => Effect.retry(attempt, { schedule, while: isConflict }))
