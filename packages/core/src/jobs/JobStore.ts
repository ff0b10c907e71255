import { Context, type Effect, type Option } from "effect"
import type { DatasetId, JobId } from "../domain/Ids.ts"
import type { Job, JobKind, JobStatus } from "../domain/Job.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

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
     * Leases the oldest job of these kinds, of one dataset or of all, that is PENDING, or RUNNING with an expired lease, and counts
     * the attempt. Two callers MUST never receive the same job while its lease lasts.
     */
    readonly lease: (request: {
      readonly kinds: ReadonlyArray<JobKind>
      readonly dataset?: DatasetId
      readonly leaseSeconds: number
      readonly token: string
    }) => Effect.Effect<Option.Option<LeasedJob>>
    /** Extends the lease and stores the progress, and the error where it is given. False when the lease was lost. */
    readonly progress: (
      leased: LeasedJob,
      at: {
        readonly done: number
        readonly total: number | null
        readonly leaseSeconds: number
        readonly error?: string | null
      },
    ) => Effect.Effect<boolean>
    /** Replaces the error of a RUNNING job, whoever leases it. False, and no change, when its error is another one by now. */
    readonly replaceError: (
      job: Pick<Job, "id" | "datasetId">,
      from: string,
      to: string | null,
    ) => Effect.Effect<boolean>
    /** Ends the job. False, and no change, when the lease was lost. */
    readonly finish: (
      leased: LeasedJob,
      outcome: { readonly status: "SUCCEEDED" | "FAILED"; readonly error: string | null },
    ) => Effect.Effect<boolean>
    /**
     * Releases the job without its error and without counting the attempt; it can be leased again at once. Without the lease, does
     * nothing.
     */
    readonly giveBack: (leased: LeasedJob) => Effect.Effect<void>
    /** Jobs of all datasets by id, newest first, older than `before`. `status` null: of every status. */
    readonly list: (page: {
      readonly status: JobStatus | null
      readonly before: JobId | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Job>>
    /** Makes a failed job pending again, without its error and its attempts. False, and no change, unless it is FAILED. */
    readonly retry: (job: Pick<Job, "id" | "datasetId">) => Effect.Effect<boolean>
    /** Deletes up to `limit` jobs that have ended and were created before, and returns how many. */
    readonly forgetEnded: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
