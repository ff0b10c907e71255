import { Chunk, Effect, Option, Stream } from "effect"
import { UserStore } from "../access/UserStore.ts"
import type { Job } from "../domain/Job.ts"
import type { Release } from "../domain/Release.ts"
import { now } from "../domain/Timestamp.ts"
import { makeSlicePauses, runInSlices } from "../jobs/betweenBatches.ts"
import { JobFailed, type JobHandler, type ReportProgress } from "../jobs/JobHandlers.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { WarningStore } from "../warnings/WarningStore.ts"
import { formatAttemptKey, listAttemptKeys, readReleaseId } from "./fileKeys.ts"
import { makeStatements } from "./makeStatements.ts"
import { OverlapTally } from "./OverlapTally.ts"
import { PendingReleases } from "./PendingReleases.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { releaseBytes } from "./releaseBytes.ts"
import { type ReceiveOverlaps, type Snapshot, SnapshotStore } from "./SnapshotStore.ts"
import { StatementKeys } from "./StatementKeys.ts"

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
    const keys = yield* StatementKeys
    const users = yield* UserStore
    const warnings = yield* WarningStore
    const { publicUrl } = yield* EngineSettings

    const run = Effect.fnUntraced(function* (job: Job, report: ReportProgress) {
      const id = readReleaseId(job)
      const release = Option.getOrUndefined(yield* store.byId(id))
      if (release === undefined) return pending.forget(job)
      if (release.status !== "PENDING") return Effect.void
      const pause = yield* makeSlicePauses
      let tally = new OverlapTally()
      const makeReceiver = (): ReceiveOverlaps => {
        const begun = new OverlapTally()
        tally = begun
        return (page) =>
          Effect.forEach(
            page,
            (overlap) =>
              Effect.zipRight(
                Effect.sync(() => begun.add(overlap)),
                pause,
              ),
            {
              discard: true,
            },
          )
      }
      return yield* Effect.scoped(
        Effect.flatMap(snapshots.open(job.datasetId, makeReceiver), (snapshot) =>
          snapshot === null
            ? Effect.succeed(pending.forget(job))
            : build(job, release, { snapshot, tally }, report),
        ),
      )
    })

    /** Writes and signs the file, and returns the step that publishes it. */
    const build = Effect.fnUntraced(function* (
      job: Job,
      release: Release,
      { snapshot, tally }: { readonly snapshot: Snapshot; readonly tally: OverlapTally },
      report: ReportProgress,
    ) {
      const { dataset, labelsets } = snapshot
      // Before a file of gigabytes is written.
      const key = yield* Effect.mapError(
        keys.signingKey,
        ({ message }) => new JobFailed({ reason: message, final: true }),
      )
      const totals = yield* Effect.forEach(labelsets, ({ id, name }) =>
        Effect.map(warnings.totals({ datasetId: dataset.id, labelsetId: id }), (all) => ({
          labelset: name,
          totals: all,
        })),
      )
      const file = releaseBytes(release, snapshot, publicUrl())
      const fileKey = formatAttemptKey(release.id, job.attempts)
      yield* blobs.put(
        fileKey,
        Stream.tap(file.bytes, () => report(file.done(), null)),
      )
      const facts = file.facts()
      const signedAt = yield* now
      const shares = file.countShares(yield* findModels(file.listAccounts()))
      const stated = {
        ...{ release, dataset, facts, labelsets: shares, warnings: totals, signedAt },
        overlap: yield* runInSlices(tally.computeFigures(dataset.settings.overlap)),
        groundTruth: file.countGroundTruth(),
      }
      return pending.publish(job, { fileKey, facts, statements: makeStatements(stated, key) })
    })

    /** Those of these accounts that are models. */
    const findModels = (accounts: ReadonlyArray<string>) =>
      Effect.reduce(Chunk.chunksOf(Chunk.fromIterable(accounts), 1000), new Set<string>(), (models, names) =>
        Effect.map(
          users.byNames([...names]),
          (all) =>
            new Set([
              ...models,
              ...all.flatMap(({ modelOf, username }) => (modelOf === null ? [] : username)),
            ]),
        ),
      )

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
  static readonly dependencies = [PendingReleases, StatementKeys] as const
}
