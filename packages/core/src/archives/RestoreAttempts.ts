import { Effect } from "effect"
import { Purge } from "../datasets/Purge.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { Conflict } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Job } from "../domain/Job.ts"
import { emptyObject } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import type { JobHandler } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { type LeasedJob, makeOwnJobs } from "../jobs/makeOwnJobs.ts"
import { purgeJob } from "../kernel/purgeJob.ts"
import { Workunits } from "../placement/Workunits.ts"
import { Transaction } from "../storage/Transaction.ts"
import { ArchiveStore } from "./ArchiveStore.ts"

/**
 * Attempts to restore a dataset. Each is a job that its own process carries out: while its lease lasts, nobody else restores or purges
 * the dataset. What an attempt leaves is purged by a worker, or by the process itself, which may have none.
 */
export class RestoreAttempts extends Effect.Service<RestoreAttempts>()("@annotary/core/RestoreAttempts", {
  effect: Effect.gen(function* () {
    const store = yield* ArchiveStore
    const own = yield* makeOwnJobs
    const jobs = yield* Jobs
    const purge = yield* Purge
    const transaction = yield* Transaction
    const workunits = yield* Workunits

    const purgeLater = ({ createdBy, datasetId }: Job): Effect.Effect<void> =>
      Effect.asVoid(jobs.enqueue(purgeJob(datasetId, createdBy)))

    /** The handler of restores whose process died. */
    const handler: JobHandler = {
      mustSucceed: true,
      run: (job) => Effect.succeed(purgeLater(job)),
    }

    /** Inserts the hidden dataset and leases it. */
    const beginAttempt = (dataset: Dataset, createdBy: Username) =>
      transaction.run(
        Effect.gen(function* () {
          const answer = yield* store.begin(dataset, yield* now)
          if (answer !== "begun") return answer
          const job = { datasetId: dataset.id, payload: emptyObject, total: null, createdBy }
          return yield* own.begin({ kind: "restore", ...job })
        }),
      )

    /** Begins an attempt, after cleaning up what earlier ones and a deletion have left. */
    const begin = Effect.fnUntraced(function* (dataset: Dataset, createdBy: Username) {
      let begun = yield* beginAttempt(dataset, createdBy)
      if (begun === "busy") {
        yield* endKept(dataset)
        yield* cleanUp(dataset.id)
        begun = yield* beginAttempt(dataset, createdBy)
      }
      if (begun === "visible") return yield* new Conflict({ code: "dataset_exists" })
      return begun === "busy" ? yield* new Conflict({ code: "dataset_busy" }) : begun
    })

    /** Purges what earlier attempts and a deletion have left of the dataset, as a worker does. Once: a purge may have to wait. */
    const cleanUp = (dataset: DatasetId): Effect.Effect<void> =>
      Effect.zipRight(own.runOne(dataset, "restore", handler), own.runOne(dataset, "purge", purge.handler))

    /** The workunits that were kept when the owner deleted the dataset: the archive has them, too. */
    const endKept = ({ id, owner }: Dataset) =>
      transaction.run(
        Effect.gen(function* () {
          if (yield* workunits.endKept(id, owner)) yield* jobs.enqueue(purgeJob(id, owner))
        }),
      )

    /** Ends an attempt that failed; what it has written is to be purged. Nothing when another process has ended it. */
    const discardAttempt = (leased: LeasedJob, reason: string): Effect.Effect<void> =>
      transaction
        .run(Effect.zipRight(own.end(leased, reason), purgeLater(leased.job)))
        .pipe(Effect.catchTag("Conflict", () => Effect.void))

    return { handler, begin, keep: own.keep, discardAttempt, cleanUp }
  }),
}) {
  static readonly dependencies = [Jobs, Purge, Workunits] as const
}
