import { Effect, Option } from "effect"
import { Access } from "../access/Access.ts"
import { NotFound } from "../domain/errors.ts"
import type { JobId } from "../domain/Ids.ts"
import { makeJob, type NewJob } from "../domain/newJob.ts"
import { traced } from "../kernel/traced.ts"
import { Notifier } from "../storage/Notifier.ts"
import { JobStore } from "./JobStore.ts"

/** Jobs: work that outlives its request. Enqueues them, reports progress, and notifies the workers. */
export class Jobs extends Effect.Service<Jobs>()("@annotary/core/Jobs", {
  effect: Effect.gen(function* () {
    const store = yield* JobStore
    const access = yield* Access
    const notifier = yield* Notifier

    /** Enqueues a job in the caller's transaction, and notifies the workers after the commit. Checks no permissions. */
    const enqueue = Effect.fnUntraced(function* (request: NewJob) {
      const job = yield* makeJob(request)
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
      yield* Effect.catchTags(access.require({ _tag: "Id", id: job.datasetId }, "read"), {
        NotFound: () => missing,
        PermissionDenied: () => missing,
      })
      return job
    })

    /** Notifies the workers of all processes. */
    const notifyWorkers: Effect.Effect<void> = notifier.notify("jobs")

    /** Waits for `notifyWorkers`, in this process or another. */
    const waitForWork: Effect.Effect<void> = notifier.wait("jobs")

    return { enqueue, get, notifyWorkers, waitForWork }
  }),
}) {
  static readonly dependencies = [Access] as const
}
