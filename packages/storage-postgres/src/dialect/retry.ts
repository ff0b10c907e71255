/** How a writer on Postgres waits for others that are in its way. */
import type { Retry } from "@annotary/storage-sql"
import { Effect, Schedule } from "effect"

/** Exponential, at most a twentieth of a second apart. */
const schedule = Schedule.exponential("1 millis", 1.6).pipe(
  Schedule.union(Schedule.spaced("50 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

/** Each conflict is one of its own, and over soon. The schedule is set up only when it is needed, which is hardly ever. */
export const retry: Retry = (attempt, isConflict) =>
  Effect.catchIf(attempt, isConflict, () => Effect.retry(attempt, { schedule, while: isConflict }))
