/**
 * The worker: leases one job after the other and works on it. A worker that dies is followed by another when its lease
 * has ended; one that is stopped gives its job back at once.
 */
import { Cause, Effect, Option, Random } from "effect"
import type { JobKind } from "../domain/Job.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"
import { makeOutageLog, storageAway } from "../storage/outageLog.ts"
import { Transaction } from "../storage/Transaction.ts"
import { betweenBatches } from "./betweenBatches.ts"
import { JobHandlers } from "./JobHandlers.ts"
import { JobStore, type LeasedJob } from "./JobStore.ts"
import { Jobs } from "./Jobs.ts"
import { handBack, workOn } from "./workOn.ts"

export class JobWorker extends Effect.Service<JobWorker>()("@annotary/core/JobWorker", {
  effect: Effect.gen(function* () {
    const store = yield* JobStore
    const transaction = yield* Transaction
    const jobs = yield* Jobs
    const handlers = yield* JobHandlers
    const { jobLeaseSeconds: leaseSeconds } = yield* EngineSettings
    const kinds = Object.keys(handlers) as ReadonlyArray<JobKind>
    const outages = makeOutageLog("Jobs wait.")

    const lease = Effect.suspend(() =>
      kinds.length === 0
        ? Effect.succeedNone
        : store.lease({ kinds, leaseSeconds, token: globalThis.crypto.randomUUID() }),
    )
    const assignment = (leased: LeasedJob) => {
      const handler = handlers[leased.job.kind]
      return handler === undefined ? undefined : { leased, handler, store, transaction, leaseSeconds }
    }
    const work = (leased: LeasedJob) => {
      const assigned = assignment(leased)
      return assigned === undefined ? store.giveBack(leased) : workOn(assigned)
    }
    const stop = (leased: LeasedJob) => {
      const assigned = assignment(leased)
      return assigned === undefined ? store.giveBack(leased) : handBack(assigned)
    }

    /** Works on one job, if there is one. */
    const step = Effect.acquireUseRelease(
      lease,
      (leased) =>
        Effect.as(Option.match(leased, { onNone: () => Effect.void, onSome: work }), Option.isSome(leased)),
      (leased, exit) =>
        Option.isSome(leased) && exit._tag === "Failure" && Cause.isInterrupted(exit.cause)
          ? stop(leased.value)
          : Effect.void,
    ).pipe(Effect.withSpan("JobWorker.step"))

    /** Works for ever: on one job after the other, then waits until woken, at most a second or so. */
    const run: Effect.Effect<never> = step.pipe(
      Effect.tap(() => outages.answered),
      Effect.catchAllCause((cause) => {
        const away = storageAway(cause)
        const told =
          away === undefined
            ? Effect.logError("The job worker failed and goes on.", cause)
            : outages.failed(away)
        return Effect.as(told, false)
      }),
      Effect.flatMap((worked) => (worked ? betweenBatches : Effect.raceFirst(jobs.waitForWork, pause))),
      Effect.forever,
    )

    return { step, run }
  }),
}) {}

/** A second, give or take a fifth, so that processes do not ask all at once. */
const pause = Effect.flatMap(Random.nextRange(800, 1200), (millis) => Effect.sleep(millis))
