import { Cause, Effect, Option } from "effect"
import { Conflict } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { JobKind } from "../domain/Job.ts"
import { makeJob, type NewJob } from "../domain/newJob.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { Transaction } from "../storage/Transaction.ts"
import type { JobHandler } from "./JobHandlers.ts"
import { JobStore, type LeasedJob } from "./JobStore.ts"
import { giveBack, performJob } from "./workOn.ts"

export type { LeasedJob } from "./JobStore.ts"

/**
 * Jobs that the process carries out that enqueues them, because their input is at hand there alone. When it dies, the lease ends and
 * a worker runs the handler of their kind, which cleans up.
 */
export const makeOwnJobs = Effect.gen(function* () {
  const store = yield* JobStore
  const transaction = yield* Transaction
  const { jobLeaseSeconds: leaseSeconds } = yield* EngineSettings

  /**
   * Inserts the job and leases it, in the caller's transaction, which has found no other of its kind and dataset that waits or
   * runs.
   */
  const begin = Effect.fnUntraced(function* (request: NewJob) {
    const job = yield* makeJob(request)
    yield* store.insert(job)
    const leased = Option.getOrUndefined(yield* lease(job.datasetId, job.kind))
    // Another process may have locked it only if it had been committed.
    if (leased === undefined || leased.job.id !== job.id)
      return yield* Effect.dieMessage("A job cannot be leased that was just inserted.")
    return leased
  })

  /** Leases a job of the dataset that waits, or that a dead process left. */
  const lease = (dataset: DatasetId, kind: JobKind) =>
    store.lease({ dataset, kinds: [kind], leaseSeconds, token: globalThis.crypto.randomUUID() })

  /** Renews the lease at intervals. Fails when it is lost; an outage of the storage does not end it. */
  const keep = (leased: LeasedJob, done: () => number): Effect.Effect<never, Conflict> =>
    Effect.sleep((leaseSeconds * 1000) / 3).pipe(
      Effect.zipRight(
        Effect.suspend(() => store.progress(leased, { done: done(), total: null, leaseSeconds })),
      ),
      Effect.catchAllDefect((defect) =>
        Effect.as(Effect.logWarning("The lease of a job was not renewed.", Cause.die(defect)), true),
      ),
      Effect.flatMap((isMine) => (isMine ? Effect.void : lost)),
      Effect.forever,
    )

  /** Ends the job, in the caller's transaction. Fails when the lease was lost. */
  const end = (leased: LeasedJob, error: string | null): Effect.Effect<void, Conflict> =>
    Effect.flatMap(
      store.finish(leased, { status: error === null ? "SUCCEEDED" : "FAILED", error }),
      (ended) => (ended ? Effect.void : lost),
    )

  /** Runs a job of the dataset, if one of this kind waits, or a dead process left it. */
  const runOne = (dataset: DatasetId, kind: JobKind, handler: JobHandler): Effect.Effect<void> =>
    Effect.flatMap(
      lease(dataset, kind),
      Option.match({
        onNone: () => Effect.void,
        onSome: (leased) => {
          const assignment = { leased, handler, store, transaction, leaseSeconds }
          return Effect.onInterrupt(performJob(assignment), () => giveBack(assignment))
        },
      }),
    )

  return { begin, keep, end, runOne }
})

const lost = new Conflict({ code: "changed_meanwhile" })
