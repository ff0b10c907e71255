import { Effect, Option } from "effect"
import { requireSiteAdmin } from "../access/actors.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import type { JobId } from "../domain/Ids.ts"
import type { JobKind, JobStatus } from "../domain/Job.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { PendingReleases } from "./PendingReleases.ts"

/** A page of jobs. */
export interface JobPage {
  /** Jobs of all statuses when it is absent. */
  readonly status?: JobStatus | undefined
  /** Older jobs than this one. */
  readonly before?: JobId | undefined
  /** 1–1000, by default 100. */
  readonly limit?: number | undefined
}

/**
 * The kinds whose failed jobs can run again. The others have reported their failure and have cleaned up: their caller
 * starts them anew.
 */
const repeatable: ReadonlySet<JobKind> = new Set([
  "release",
  "clone",
  "purge",
  "placement",
  "prelabeling",
  "folding",
])

/** Whether failed jobs of the kind can run again. */
export const isRepeatable = (kind: JobKind): boolean => repeatable.has(kind)

/** Jobs of all datasets, for operators: lists them, and runs failed ones again. Requires a site admin. */
export class JobRetries extends Effect.Service<JobRetries>()("@annotary/core/JobRetries", {
  effect: Effect.gen(function* () {
    const store = yield* JobStore
    const jobs = yield* Jobs
    const releases = yield* PendingReleases
    const transaction = yield* Transaction

    /** Lists jobs, newest first. */
    const list = traced("JobRetries.list")(function* ({ before, limit = 100, status }: JobPage = {}) {
      yield* requireSiteAdmin
      return yield* store.list({
        status: status ?? null,
        before: before ?? null,
        limit: Math.min(Math.max(1, limit), 1000),
      })
    })

    /** Makes a failed job pending again, with as many attempts as a new one. */
    const retry = traced("JobRetries.retry")(function* (id: JobId) {
      const attempt = Effect.gen(function* () {
        yield* requireSiteAdmin
        const job = Option.getOrUndefined(yield* store.byId(id))
        if (job === undefined) return yield* new NotFound({ resource: "job" })
        if (!repeatable.has(job.kind)) return yield* new Conflict({ code: "not_repeatable" })
        if (!(yield* store.retry(job)))
          return yield* new Conflict({ code: "wrong_state", status: job.status })
        if (job.kind === "release" && !(yield* releases.reopen(job)))
          return yield* new NotFound({ resource: "release" })
        return { ...job, status: "PENDING" as const, attempts: 0, error: null }
      })
      return yield* Effect.zipLeft(transaction.run(attempt), jobs.notifyWorkers)
    })

    return { list, retry }
  }),
}) {
  static readonly dependencies = [Jobs, PendingReleases] as const
}
