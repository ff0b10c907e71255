/** A job before its first attempt. */
import { Effect } from "effect"
import { type DatasetId, generateId, JobId } from "./Ids.ts"
import type { Job, JobKind } from "./Job.ts"
import type { JsonText } from "./JsonText.ts"
import type { Username } from "./Names.ts"
import { now } from "./Timestamp.ts"

/** A job to enqueue. */
export interface NewJob {
  readonly kind: JobKind
  readonly datasetId: DatasetId
  /** The input of this kind of job. */
  readonly payload: JsonText
  readonly total: number | null
  readonly createdBy: Username
}

/** The job, which waits for a worker. */
export const makeJob = (request: NewJob): Effect.Effect<Job> =>
  Effect.gen(function* () {
    return {
      ...request,
      id: yield* generateId(JobId),
      status: "PENDING",
      done: 0,
      attempts: 0,
      error: null,
      createdAt: yield* now,
    } as const
  })
