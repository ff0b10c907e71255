/** Removes the rows of deleted datasets, a thousand at a time, when no release that is being made needs them any more. */
import { Effect } from "effect"
import { emptyObject } from "../domain/JsonText.ts"
import type { JobHandler } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Releases } from "../releases/Releases.ts"
import { DatasetStore } from "./DatasetStore.ts"

const batch = 1000

export class Purge extends Effect.Service<Purge>()("@annotary/core/Purge", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const releases = yield* Releases
    const jobs = yield* Jobs

    const handler: JobHandler = {
      run: (job, report) =>
        Effect.gen(function* () {
          yield* releases.removeFilesOf(job.datasetId)
          let done = 0
          for (;;) {
            const gone = yield* store.purge(job.datasetId, batch)
            if (gone === 0) break
            done += gone
            yield* report(done, null)
            yield* Effect.yieldNow()
          }
          if (!(yield* releases.pendingIn(job.datasetId))) return Effect.void
          const { kind, datasetId, createdBy } = job
          yield* Effect.sleep("1 second")
          return Effect.asVoid(
            jobs.enqueue({ kind, datasetId, payload: emptyObject, total: null, createdBy }),
          )
        }),
    }

    return { handler }
  }),
}) {}
