import { Effect, Option, Schema, type Stream } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { AlreadyExists, Conflict, NotFound } from "../domain/errors.ts"
import { type DatasetId, generateId, ReleaseId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Release } from "../domain/Release.ts"
import { now } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { Description } from "../domain/wire/fields.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { traced } from "../kernel/traced.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { computeDiff } from "./diff.ts"
import { FileUrls } from "./FileUrls.ts"
import { listAttemptKeys, releaseJob } from "./fileKeys.ts"
import { makePendingRelease, type NewReleaseInput, newReleaseOf } from "./newRelease.ts"
import { makeNoFileError, openReleaseFile, requirePresent } from "./openedFile.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { SnapshotStore } from "./SnapshotStore.ts"

export type { NewReleaseInput } from "./newRelease.ts"
export type { ReleaseFile } from "./openedFile.ts"

/** Absent fields stay unchanged. */
export interface ReleasePatch {
  readonly description?: string | undefined
}

const decodePatch = decodeInput(Schema.Struct({ description: Schema.optional(Description) }))

/** Releases: snapshots of a dataset as one file, built in the background and read by a signed URL. */
export class Releases extends Effect.Service<Releases>()("@annotary/core/Releases", {
  effect: Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { isOpen: isRead } = yield* SnapshotStore
    const blobs = yield* BlobStore
    const transaction = yield* Transaction
    const access = yield* Access
    const quota = yield* QuotaCounter
    const audit = yield* AuditLog
    const jobs = yield* Jobs
    const urls = yield* FileUrls

    /** Creates a release. It is PENDING until a job has built it. It contains the dataset as it is when the job starts. */
    const create = traced("Releases.create")(function* (ref: DatasetRef, input: NewReleaseInput) {
      const attempt = Effect.gen(function* () {
        const { dataset, actor } = yield* access.requireWritable(ref, "create_releases")
        const wish = yield* newReleaseOf(input)
        const created = { id: yield* generateId(ReleaseId), createdAt: yield* now, createdBy: actor }
        const release = makePendingRelease({ ...wish, ...created, datasetId: dataset.id })
        if (!(yield* store.insert(release))) return yield* new AlreadyExists({ resource: "release" })
        yield* jobs.enqueue(releaseJob(release))
        return release
      })
      return yield* Effect.zipLeft(transaction.run(attempt), jobs.notifyWorkers)
    })

    /** Returns a release of a dataset by name. */
    const get = traced("Releases.get")(function* (ref: DatasetRef, name: string) {
      const { dataset } = yield* access.require(ref, "read")
      return yield* Effect.flatMap(store.byName(dataset.id, name), orMissing)
    })

    /** Lists the releases of a dataset, newest first. */
    const list = traced("Releases.list")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "read")
      return yield* store.list(dataset.id)
    })

    /** Changes the given fields of a release's record. Its file never changes. */
    const update = traced("Releases.update")(function* (ref: DatasetRef, name: string, patch: ReleasePatch) {
      const attempt = Effect.gen(function* () {
        const { dataset } = yield* access.requireWritable(ref, "create_releases")
        const release = yield* Effect.flatMap(store.byName(dataset.id, name), orMissing)
        const { description = release.description } = yield* decodePatch(patch)
        // The job writes the whole record at its end.
        if (release.status === "PENDING") return yield* new Conflict({ code: "release_pending" })
        const next = { ...release, description }
        if (description !== release.description && !(yield* store.update(next))) return yield* missing
        return next
      })
      return yield* transaction.run(attempt)
    })

    /** Deletes a release. A job removes its file. A pending release leaves nothing. */
    const remove = traced("Releases.remove")(function* (ref: DatasetRef, name: string) {
      const attempt = Effect.gen(function* () {
        const { dataset, ownerQuota } = yield* access.requireWritable(ref, "create_releases")
        const release = yield* Effect.flatMap(store.byName(dataset.id, name), orMissing)
        if (!(yield* store.remove(release.id))) return yield* missing
        if (ownerQuota !== null) yield* quota.recount(dataset.owner)
        yield* audit.record({
          action: "release.deleted",
          account: dataset.owner,
          datasetId: dataset.id,
          details: { release: release.name },
        })
        yield* jobs.enqueue(releaseJob(release))
      })
      yield* Effect.zipLeft(transaction.run(attempt), jobs.notifyWorkers)
    })

    /** Removes the files of all releases of a deleted dataset. The purge calls it before it deletes their records. */
    const removeFiles = Effect.fnUntraced(function* (dataset: DatasetId) {
      const keys = (yield* store.list(dataset)).flatMap((release) => listAttemptKeys(release.id))
      yield* Effect.forEach(keys, (key) => blobs.remove(key), { discard: true })
    })

    /** Whether a release of this dataset, deleted or not, is being built. */
    const hasPending = (dataset: DatasetId): Effect.Effect<boolean> =>
      Effect.map(store.list(dataset), (releases) => releases.some((release) => release.status === "PENDING"))

    /** Returns a URL that reads the file without a key for a limited time. Each call signs a new one. Null without a file. */
    const signUrl = (release: Release): Effect.Effect<string | null> => urls.sign("release", release)

    /** Opens the file with the `expires` (seconds since 1970) and `token` of a URL by `signUrl`. */
    const openFile = traced("Releases.openFile")(function* (id: ReleaseId, expires: string, token: string) {
      const release = yield* Effect.flatMap(store.byId(id), orMissing)
      const file = openReleaseFile(blobs, release)
      if (file === undefined) return yield* missing
      yield* urls.verify("release", release, expires, token)
      return yield* requirePresent(blobs, file)
    })

    /**
     * Compares two releases: a JSON object for each sample that was added, removed or changed, in the order of sample ids,
     * with constant memory.
     */
    const diff = traced("Releases.diff")(function* (ref: DatasetRef, from: string, to: string) {
      const { dataset } = yield* access.require(ref, "read")
      const [before, after] = [yield* readBytes(dataset.id, from), yield* readBytes(dataset.id, to)]
      return computeDiff(before, after) satisfies Stream.Stream<JsonText>
    })

    const readBytes = (dataset: DatasetId, name: string) =>
      Effect.gen(function* () {
        const release = yield* Effect.flatMap(store.byName(dataset, name), orMissing)
        const file = openReleaseFile(blobs, release)
        if (file === undefined) return yield* makeNoFileError(release)
        return (yield* requirePresent(blobs, file)).stream()
      })

    return {
      create,
      get,
      list,
      update,
      remove,
      removeFiles,
      hasPending,
      /** Whether a snapshot of the dataset is open, so that its rows are needed. */
      isRead,
      signUrl,
      openFile,
      diff,
    }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, FileUrls, Jobs, QuotaCounter] as const
}

const missing = new NotFound({ resource: "release" })

const orMissing = Option.match({
  onNone: () => Effect.fail(missing),
  onSome: (release: Release) => Effect.succeed(release),
})
