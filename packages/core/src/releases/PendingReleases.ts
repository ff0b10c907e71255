import { Effect, Option } from "effect"
import { Access } from "../access/Access.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import type { Job } from "../domain/Job.ts"
import type { Release } from "../domain/Release.ts"
import { Events } from "../events/Events.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { purgeJob } from "../kernel/purgeJob.ts"
import { Transaction } from "../storage/Transaction.ts"
import { readReleaseId } from "./fileKeys.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import type { FileFacts } from "./releaseBytes.ts"

/** A release whose file is written. */
export interface BuiltRelease {
  readonly fileKey: string
  readonly facts: FileFacts
  /** The signed statements about the file. */
  readonly statements: ReadonlyArray<string>
}

/** Transitions of a release that is being built. Each runs in the transaction that decides it. */
export class PendingReleases extends Effect.Service<PendingReleases>()("@annotary/core/PendingReleases", {
  effect: Effect.gen(function* () {
    const store = yield* ReleaseStore
    const access = yield* Access
    const quota = yield* QuotaCounter
    const events = yield* Events
    const jobs = yield* Jobs
    const transaction = yield* Transaction

    /** Marks the release as SUCCEEDED, with its statements, and reports it; as FAILED when its file exceeds a quota. */
    const publish = (job: Job, { facts, fileKey, statements }: BuiltRelease): Effect.Effect<void> =>
      Effect.gen(function* () {
        const done = { ...facts, fileKey, status: "SUCCEEDED", samplesDone: facts.samplesCount } as const
        const dataset = Option.getOrUndefined(yield* findDataset(job))
        if (dataset === undefined) return yield* Effect.asVoid(update(job, done))
        const published = Effect.gen(function* () {
          const release = Option.getOrUndefined(yield* update(job, done))
          if (release === undefined) return
          yield* store.appendStatements(release, statements)
          yield* quota.take(dataset, { bytes: facts.sizeBytes })
          yield* events.record({ ...dataset, actor: release.createdBy }, [
            { type: "release.created", release },
          ])
        })
        if (dataset.ownerQuota === null) return yield* Effect.orDie(published)
        // In a savepoint, which the refusal rolls back. The file is removed after the attempt, like every file that no release has.
        yield* Effect.catchTag(transaction.run(published), "QuotaExceeded", ({ message }) =>
          fail(job, message),
        )
      })

    const findDataset = ({ datasetId: id }: Job) =>
      access.findAsSystem({ _tag: "Id", id }).pipe(
        Effect.asSome,
        Effect.catchTag("NotFound", () => Effect.succeedNone),
      )

    /** Stores the number of written samples. False when the release is no longer wanted. */
    const note = (job: Job, samplesDone: number): Effect.Effect<boolean> =>
      Effect.map(update(job, { samplesDone }), Option.isSome)

    /** Marks the release as FAILED with a reason. */
    const fail = (job: Job, statusInfo: string): Effect.Effect<void> =>
      Effect.asVoid(update(job, { status: "FAILED", statusInfo }))

    /** Makes a failed release pending again. False when it was deleted, or has not failed. */
    const reopen = (job: Job): Effect.Effect<boolean> =>
      Effect.gen(function* () {
        const release = Option.getOrUndefined(yield* store.byId(readReleaseId(job)))
        if (release?.status !== "FAILED") return false
        return yield* store.update({ ...release, status: "PENDING", statusInfo: null, samplesDone: 0 })
      })

    /**
     * Deletes the record of a release that was deleted, or whose dataset was, and enqueues the purge that may have waited for
     * it.
     */
    const forget = (job: Job): Effect.Effect<void> =>
      Effect.flatMap(store.remove(readReleaseId(job)), (removed) =>
        removed ? Effect.asVoid(jobs.enqueue(purgeJob(job.datasetId, job.createdBy))) : Effect.void,
      )

    const update = (job: Job, fields: Partial<Release>): Effect.Effect<Option.Option<Release>> =>
      Effect.gen(function* () {
        const release = Option.getOrUndefined(yield* store.byId(readReleaseId(job)))
        if (release !== undefined && release.status !== "PENDING") return Option.none()
        const changed = release === undefined ? undefined : { ...release, ...fields }
        if (changed !== undefined && (yield* store.update(changed))) return Option.some(changed)
        yield* forget(job)
        return Option.none()
      })

    return { publish, note, fail, reopen, forget }
  }),
}) {
  static readonly dependencies = [Access, Events, Jobs, QuotaCounter] as const
}
