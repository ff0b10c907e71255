/**
 * Background tasks of every process: reclaiming lost requests, holding deliveries of disabled endpoints,
 * advancing recoveries, counting the backlog.
 */
import { findStorageFailure } from "@annotary/core/effect"
import { Effect, Option, Schedule } from "effect"
import type { Dispatch } from "./Dispatch.ts"
import { countAttempts, showBacklog } from "./dispatchMetrics.ts"
import { countMaxAttempts } from "./waits.ts"

type Maintained = Pick<Dispatch, "store" | "settings" | "report" | "claimable" | "disabled">

const batch = 1000

/** Counting further would cost more and add no information. */
const countedUpTo = 10_000

/** Deliveries of a recovery that become due at once; then others have their turn. */
const recoveredAtOnce = 500

/**
 * Loops that run forever. They are independent, because recovering a million deliveries takes long. A failed
 * task runs again later.
 */
export const makeMaintenance = (dispatch: Maintained): ReadonlyArray<Effect.Effect<unknown>> => {
  const interval = Schedule.jittered(Schedule.spaced(dispatch.settings.maintenanceIntervalMillis))
  const tasks = [reclaim(dispatch), pausePending(dispatch), recover(dispatch), count(dispatch)]
  return [
    ...tasks.map((task) => Effect.repeat(logFailures(task), interval)),
    Effect.forever(Effect.zipRight(dispatch.disabled.wait, logFailures(pausePending(dispatch)))),
  ]
}

/** The claim loop reports an unavailable storage. */
const logFailures = (task: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchAllCause(task, (cause) =>
    findStorageFailure(cause) === undefined
      ? Effect.logWarning("Maintenance of webhook deliveries failed; retrying.", cause)
      : Effect.void,
  )

const reclaim = ({ claimable, report, settings, store }: Maintained): Effect.Effect<void> =>
  store.reclaim({ limit: batch, maxAttempts: countMaxAttempts(settings.waits) }).pipe(
    Effect.tap(({ exhausted, returned }) => {
      const lost = returned + exhausted.length
      if (lost === 0) return Effect.void
      claimable.notify()
      return Effect.logWarning("Webhook deliveries of an ended process were reclaimed.").pipe(
        Effect.annotateLogs({ deliveries: lost }),
        Effect.zipRight(countAttempts("unknown", lost)),
        Effect.zipRight(report(exhausted)),
      )
    }),
    Effect.repeat({ while: ({ exhausted, returned }) => returned + exhausted.length >= batch }),
    Effect.asVoid,
  )

const pausePending = ({ store }: Maintained): Effect.Effect<void> =>
  store.pausePending(null, batch).pipe(Effect.repeat({ while: (held) => held >= batch }), Effect.asVoid)

const recover = ({ claimable, store }: Maintained): Effect.Effect<void> =>
  store.advanceRecovery(recoveredAtOnce).pipe(
    Effect.tap((recovery) => (Option.isSome(recovery) ? Effect.sync(claimable.notify) : Effect.void)),
    Effect.repeat({ while: Option.isSome, schedule: Schedule.spaced("50 millis") }),
    Effect.asVoid,
  )

const count = ({ store }: Maintained): Effect.Effect<void> =>
  Effect.flatMap(store.backlog(countedUpTo), showBacklog)
