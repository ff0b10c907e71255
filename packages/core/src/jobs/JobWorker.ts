import { Cause, Effect, Option, Random } from "effect"
import type { JobKind } from "../domain/Job.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { findStorageFailure, makeOutageLog } from "../storage/outageLog.ts"
import { Transaction } from "../storage/Transaction.ts"
import { betweenBatches } from "./betweenBatches.ts"
import { JobHandlers } from "./JobHandlers.ts"
import { JobStore, type LeasedJob } from "./JobStore.ts"
import { Jobs } from "./Jobs.ts"
import { giveBack, performJob, showJobCounters } from "./workOn.ts"

/**
 * The worker: leases and runs one job after the other. When a worker dies, another one continues after the lease expires; a
 * worker that stops releases its job at once.
 */
export class JobWorker extends Effect.Service<JobWorker>()("@annotary/core/JobWorker", {
  effect: Effect.gen(function* () {
    const store = yield* JobStore
    const transaction = yield* Transaction
    const jobs = yield* Jobs
    const handlers = yield* JobHandlers
    const { jobLeaseSeconds: leaseSeconds } = yield* EngineSettings
    const kinds = Object.keys(handlers) as ReadonlyArray<JobKind>
    const outages = makeOutageLog("Jobs wait.")
    yield* showJobCounters(kinds)

    const lease = Effect.suspend(() =>
      kinds.length === 0
        ? Effect.succeedNone
        : store.lease({ kinds, leaseSeconds, token: globalThis.crypto.randomUUID() }),
    )
    const makeAssignment = (leased: LeasedJob) => {
      const handler = handlers[leased.job.kind]
      return handler === undefined ? undefined : { leased, handler, store, transaction, leaseSeconds }
    }
    const workOnJob = (leased: LeasedJob) => {
      const assigned = makeAssignment(leased)
      return assigned === undefined ? store.giveBack(leased) : performJob(assigned)
    }
    const stop = (leased: LeasedJob) => {
      const assigned = makeAssignment(leased)
      return assigned === undefined ? store.giveBack(leased) : giveBack(assigned)
    }

    /** Runs one job, if one waits. */
    const step = Effect.acquireUseRelease(
      lease,
      (leased) =>
        Effect.as(
          Option.match(leased, { onNone: () => Effect.void, onSome: workOnJob }),
          Option.isSome(leased),
        ),
      (leased, exit) =>
        Option.isSome(leased) && exit._tag === "Failure" && Cause.isInterrupted(exit.cause)
          ? stop(leased.value)
          : Effect.void,
    ).pipe(Effect.withSpan("JobWorker.step"))

    /** Runs jobs forever. Between them it waits for a notification, at most about a second. */
    const run: Effect.Effect<never> = step.pipe(
      Effect.tap(() => outages.answered),
      Effect.catchAllCause((cause) => {
        const away = findStorageFailure(cause)
        const logged =
          away === undefined
            ? Effect.logError("The job worker failed; retrying.", cause)
            : outages.failed(away)
        return Effect.as(logged, false)
      }),
      Effect.flatMap((worked) => (worked ? betweenBatches : Effect.raceFirst(jobs.waitForWork, pause))),
      Effect.forever,
    )

    return { step, run }
  }),
}) {}

/** A second with 20 % jitter, which spreads processes. */
const pause = Effect.flatMap(Random.nextRange(800, 1200), (millis) => Effect.sleep(millis))
