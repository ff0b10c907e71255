import { Effect, Option } from "effect"
import { NotFound } from "../domain/errors.ts"
import { type DatasetId, JobId, nextId } from "../domain/Ids.ts"
import type { Job, JobKind } from "../domain/Job.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { traced } from "../engine/traced.ts"
import { Access } from "../identity/Access.ts"
import { Notifier } from "../storage/Notifier.ts"
import { JobStore } from "./JobStore.ts"

/** A job to enqueue. */
export interface NewJob {
  readonly kind: JobKind
  readonly datasetId: DatasetId
  /** The input of this kind of job. */
  readonly payload: JsonText
  readonly total: number | null
  readonly createdBy: Username
}

/** Jobs: work that outlives its request. Enqueues them, reports progress, and notifies the workers. */
export class Jobs extends Effect.Service<Jobs>()("@annotary/core/Jobs", {
  effect: Effect.gen(function* () {
    const store = yield* JobStore
    const access = yield* Access
    const notifier = yield* Notifier

    /** Enqueues a job in the caller's transaction, and notifies the workers after the commit. Checks no permissions. */
    const enqueue = Effect.fnUntraced(function* (request: NewJob) {
      const job: Job = {
        ...request,
        id: yield* nextId(JobId),
        status: "PENDING",
        done: 0,
        attempts: 0,
        error: null,
        createdAt: yield* now,
      }
      yield* store.insert(job)
      yield* notifyWorkers
      return job
    })

    /** Returns a job of a dataset that the caller may read. */
    const get = traced("Jobs.get")(function* (id: JobId) {
      const missing = new NotFound({ resource: "job" })
      const job = yield* Effect.flatMap(
        store.byId(id),
        Option.match({ onNone: () => Effect.fail(missing), onSome: Effect.succeed }),
      )
      yield* Effect.mapError(access.require({ _tag: "Id", id: job.datasetId }, "read"), () => missing)
      return job
    })

    /** Notifies the workers of all processes. */
    const notifyWorkers: Effect.Effect<void> = notifier.notify("jobs")

    /** Waits for `notifyWorkers`, in this process or another. */
    const waitForWork: Effect.Effect<void> = notifier.wait("jobs")

    return { enqueue, get, notifyWorkers, waitForWork }
  }),
}) {}
