import { Context, type Effect, type Option } from "effect"
import type { JobId } from "../domain/Ids.ts"
import type { Job, JobKind } from "../domain/Job.ts"

/** A job leased to one worker. The `token` fences off workers that lost the lease. */
export interface LeasedJob {
  readonly job: Job
  readonly token: string
}

/** The port for jobs. Leases use the storage's clock. */
export class JobStore extends Context.Tag("@annotary/core/JobStore")<
  JobStore,
  {
    /** Inserts the job. */
    readonly insert: (job: Job) => Effect.Effect<void>
    /** The job of that id. */
    readonly byId: (id: JobId) => Effect.Effect<Option.Option<Job>>
    /**
     * Leases the oldest job of these kinds that is PENDING, or RUNNING with an expired lease, and counts the attempt. Two
     * callers MUST never receive the same job while its lease lasts.
     */
    readonly lease: (request: {
      readonly kinds: ReadonlyArray<JobKind>
      readonly leaseSeconds: number
      readonly token: string
    }) => Effect.Effect<Option.Option<LeasedJob>>
    /** Extends the lease and stores the progress. False when the lease was lost. */
    readonly progress: (
      leased: LeasedJob,
      at: { readonly done: number; readonly total: number | null; readonly leaseSeconds: number },
    ) => Effect.Effect<boolean>
    /** Ends the job. False, and no change, when the lease was lost. */
    readonly finish: (
      leased: LeasedJob,
      outcome: { readonly status: "SUCCEEDED" | "FAILED"; readonly error: string | null },
    ) => Effect.Effect<boolean>
    /** Releases the job without counting the attempt; it can be leased again at once. Without the lease, does nothing. */
    readonly giveBack: (leased: LeasedJob) => Effect.Effect<void>
  }
>() {}
