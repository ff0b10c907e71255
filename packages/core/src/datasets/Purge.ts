import { Effect } from "effect"
import { DatasetStore } from "../access/DatasetStore.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import type { JobHandler } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { purgeJob } from "../kernel/purgeJob.ts"
import { Releases } from "../releases/Releases.ts"
import { TransferRecords } from "../transfers/TransferRecords.ts"

const batch = 1000
const readAgain = "10 seconds"

/**
 * Purges the rows of deleted datasets, a thousand at a time. While a release is being built from them, the purge does
 * nothing, and the release enqueues it again at its end. While another snapshot reads them, the purge enqueues itself again,
 * later and behind waiting jobs.
 */
export class Purge extends Effect.Service<Purge>()("@annotary/core/Purge", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const releases = yield* Releases
    const transfers = yield* TransferRecords
    const jobs = yield* Jobs

    /** The handler of purge jobs. */
    const handler: JobHandler = {
      mustSucceed: true,
      run: (job, report) =>
        Effect.gen(function* () {
          if (yield* releases.hasPending(job.datasetId)) return Effect.void
          if (yield* releases.isRead(job.datasetId)) {
            yield* Effect.sleep(readAgain)
            return Effect.asVoid(jobs.enqueue(purgeJob(job.datasetId, job.createdBy)))
          }
          yield* releases.removeFiles(job.datasetId)
          yield* transfers.removeFiles(job.datasetId)
          let done = 0
          for (;;) {
            const gone = yield* store.purge(job.datasetId, batch)
            if (gone === 0) return Effect.void
            done += gone
            yield* report(done, null)
            yield* betweenBatches
          }
        }),
    }

    return { handler }
  }),
}) {
  static readonly dependencies = [Jobs, Releases, TransferRecords] as const
}
