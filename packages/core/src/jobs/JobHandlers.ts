import { Context, Data, type Effect } from "effect"
import type { Job, JobKind } from "../domain/Job.ts"

/** The number of attempts before a job fails, unless it must succeed. */
export const maxAttempts = 5

/** The job failed. `final`: retrying cannot help. `cause`: what the log says beside the reason, which is for users. */
export class JobFailed extends Data.TaggedError("JobFailed")<{
  readonly reason: string
  readonly final: boolean
  readonly cause?: unknown
}> {
  override get message() {
    return this.reason
  }
}

/** Reports progress. It costs nothing and is stored with the next heartbeat. */
export type ReportProgress = (done: number, total: number | null) => Effect.Effect<void>

/** Runs the jobs of one kind. */
export interface JobHandler {
  /**
   * Runs the job. It may be interrupted at any point, and another process may start it again with a higher `job.attempts`.
   * Returns the last step, which runs exactly once, in the transaction that ends the job: a worker that lost its lease does
   * not run it. A defect is retried like a failure.
   */
  readonly run: (job: Job, report: ReportProgress) => Effect.Effect<Effect.Effect<void>, JobFailed>
  /**
   * The job must succeed: it is retried until it does, with pauses that grow to an hour, unless a failure is final. From
   * `maxAttempts` on, every failure is logged as an error.
   */
  readonly mustSucceed?: true
  /**
   * The job fails when so many processes in a row have ended without a word while they ran it: it may be what ends them. Any number by
   * default. A process that stops in order, and a failure, begin the count anew. A process that lost its lease and lives is not counted.
   */
  readonly maxDeaths?: number
  /** Runs in the transaction of a heartbeat. False stops the work and ends the job, because it is no longer wanted. */
  readonly beat?: (job: Job, done: number, total: number | null) => Effect.Effect<boolean>
  /** Runs in the transaction that ends the job after its last attempt failed. */
  readonly givenUp?: (job: Job, reason: string) => Effect.Effect<void>
  /** Runs when this worker has ended the job with any outcome, and cleans up outside of transactions. */
  readonly settled?: (job: Job) => Effect.Effect<void>
}

/** The handler for each kind of job. The engine assembles the map; a worker leases only kinds that have a handler. */
export class JobHandlers extends Context.Tag("@annotary/core/JobHandlers")<
  JobHandlers,
  { readonly [Kind in JobKind]?: JobHandler }
>() {}
