/** Who does the work of which kind of job. The engine puts the map together; a worker leases only kinds that have a handler. */
import { Context, Data, type Effect } from "effect"
import type { Job, JobKind } from "../domain/Job.ts"

/** How often a job is started before it fails, unless it must succeed. */
export const maxAttempts = 5

/** The work cannot be done. `final`: trying again is of no use. */
export class JobFailed extends Data.TaggedError("JobFailed")<{
  readonly reason: string
  readonly final: boolean
}> {
  override get message() {
    return this.reason
  }
}

/** Notes how far the work is; costs nothing, and is stored with the next heartbeat. */
export type ReportProgress = (done: number, total: number | null) => Effect.Effect<void>

export interface JobHandler {
  /**
   * The work. It may be interrupted at any point, and another process may start it anew; `job.attempts` is then another
   * number. Answers the last step, which runs in the transaction that ends the job, so that it happens exactly once: a
   * worker whose lease was lost does not come to it. Left alone, a defect is tried again like a failure.
   */
  readonly run: (job: Job, report: ReportProgress) => Effect.Effect<Effect.Effect<void>, JobFailed>
  /**
   * What others rely on, and nobody asks for again: it is tried until it succeeds, with pauses that grow to an hour, unless a
   * failure is final. From `maxAttempts` on every failure is logged as an error.
   */
  readonly mustSucceed?: true
  /** Runs in the transaction of a heartbeat. False: the work is no longer wanted; it is stopped and the job ends. */
  readonly beat?: (job: Job, done: number, total: number | null) => Effect.Effect<boolean>
  /** Runs in the transaction that ends the job after its last attempt failed. */
  readonly givenUp?: (job: Job, reason: string) => Effect.Effect<void>
  /** Runs when this worker is through with the job, however it ended: clears away what lies outside of transactions. */
  readonly settled?: (job: Job) => Effect.Effect<void>
}

export class JobHandlers extends Context.Tag("@annotary/core/JobHandlers")<
  JobHandlers,
  { readonly [Kind in JobKind]?: JobHandler }
>() {}
