/** How a writer waits for others that are in its way. */
import { Effect, Schedule } from "effect"
import type { Dialect } from "../dialect/Dialect.ts"

/** Runs it again, for half a minute at most, while it fails with what is said to be a conflict. */
export type Waiting = <A, E, R>(
  attempt: Effect.Effect<A, E, R>,
  isConflict: (error: E) => boolean,
) => Effect.Effect<A, E, R>

/** For the client that it is made for once. */
export const makeWaiting = (dialect: Dialect): Waiting =>
  dialect.name === "sqlite" ? waitingInLine() : waitingApart

/** Soon again at first, at most a twentieth of a second apart. */
export const patience = Schedule.exponential("1 millis", 1.6).pipe(
  Schedule.union(Schedule.spaced("50 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

/** Each conflict is one of its own, and over soon. The schedule is set up only when it is needed, which is hardly ever. */
const waitingApart: Waiting = (attempt, isConflict) =>
  Effect.catchIf(attempt, isConflict, () => Effect.retry(attempt, { schedule: patience, while: isConflict }))

/** How often whoever is first in the line looks whether the lock is free. */
const nextLook = Schedule.exponential("1 millis", 1.3).pipe(
  Schedule.union(Schedule.spaced("4 millis")),
  Schedule.jittered,
  Schedule.upTo("30 seconds"),
)

/**
 * SQLite has one lock for all who write, and nobody is told that it is free: somebody has to look again and again. Of each
 * process one does, and often; the others stand behind it, in the order in which they came. Were all to look, each would have
 * to sleep for so long that the lock is free for most of the time, and who came last would be as likely to get it as who
 * came first.
 */
const waitingInLine = (): Waiting => {
  const line = Effect.unsafeMakeSemaphore(1)
  return (attempt, isConflict) =>
    Effect.catchIf(attempt, isConflict, () =>
      line.withPermits(1)(Effect.retry(attempt, { schedule: nextLook, while: isConflict })),
    )
}
