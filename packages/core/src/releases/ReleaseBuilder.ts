import { Effect, Option, Stream } from "effect"
import type { Job } from "../domain/Job.ts"
import type { Release } from "../domain/Release.ts"
import type { JobHandler, ReportProgress } from "../jobs/JobHandlers.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { formatAttemptKey, listAttemptKeys, readReleaseId } from "./fileKeys.ts"
import { PendingReleases } from "./PendingReleases.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { releaseBytes } from "./releaseBytes.ts"
import { type Snapshot, SnapshotStore } from "./SnapshotStore.ts"

/**
 * Builds the file of a release in a job: from one snapshot of the dataset, with constant memory. The release becomes
 * SUCCEEDED in the transaction that ends the job. A release that was deleted meanwhile leaves nothing.
 */
export class ReleaseBuilder extends Effect.Service<ReleaseBuilder>()("@annotary/core/ReleaseBuilder", {
  effect: Effect.gen(function* () {
    const store = yield* ReleaseStore
    const pending = yield* PendingReleases
    const snapshots = yield* SnapshotStore
    const blobs = yield* BlobStore
    const { publicUrl } = yield* EngineSettings

    const run = Effect.fnUntraced(function* (job: Job, report: ReportProgress) {
      const id = readReleaseId(job)
      const release = Option.getOrUndefined(yield* store.byId(id))
      if (release === undefined) return pending.forget(job)
      if (release.status !== "PENDING") return Effect.void
      return yield* Effect.scoped(
        Effect.flatMap(snapshots.open(job.datasetId), (snapshot) =>
          snapshot === null ? Effect.succeed(pending.forget(job)) : build(job, release, snapshot, report),
        ),
      )
    })

    /** Writes the file, and returns the step that publishes it. */
    const build = (job: Job, release: Release, snapshot: Snapshot, report: ReportProgress) => {
      const file = releaseBytes(release, snapshot, publicUrl())
      const fileKey = formatAttemptKey(release.id, job.attempts)
      const reported = Stream.tap(file.bytes, () => report(file.done(), null))
      return Effect.map(blobs.put(fileKey, reported), () => pending.publish(job, fileKey, file.facts()))
    }

    /** Removes the files of this and earlier attempts, except a published one. For a deleted release, all of them. */
    const settleRelease = Effect.fnUntraced(function* (job: Job) {
      const id = readReleaseId(job)
      const release = yield* store.byId(id)
      const keys = Option.match(release, {
        onNone: () => listAttemptKeys(id),
        onSome: ({ fileKey }) => listAttemptKeys(id, { upTo: job.attempts, except: fileKey }),
      })
      yield* Effect.forEach(keys, (key) => blobs.remove(key), { discard: true })
    })

    /** The handler of jobs that build releases. */
    const handler: JobHandler = {
      run,
      beat: (job, done) => pending.note(job, done),
      givenUp: (job, reason) => pending.fail(job, reason),
      settled: settleRelease,
    }

    return { handler }
  }),
}) {
  static readonly dependencies = [PendingReleases] as const
}
