import { Cause, Effect, Exit, Schema, Stream } from "effect"
import { Access, type DatasetRef, findUsername } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { requireSiteAdmin } from "../access/actors.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { DatasetRecord } from "../domain/archive/otherRecords.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { AlreadyExists, Conflict, NotFound } from "../domain/errors.ts"
import { DatasetName, nameKey, Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import { decodeInput } from "../domain/violations.ts"
import type { LeasedJob } from "../jobs/makeOwnJobs.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { withinScope } from "../kernel/traced.ts"
import { Placement } from "../placement/Placement.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { ArchivedEndpoints } from "../webhooks/ArchivedEndpoints.ts"
import { ArchiveStore } from "./ArchiveStore.ts"
import { makeAccountNames } from "./accountNames.ts"
import { type ArchivePart, endName, formatRecordsName } from "./archiveFile.ts"
import { type ArchiveFiles, archiveFiles, makeFileError } from "./archiveFiles.ts"
import { readEnd, readHead } from "./headAndEnd.ts"
import { makeArchiveWriter } from "./makeArchiveWriter.ts"
import { makeRestorePublishing } from "./makeRestorePublishing.ts"
import { makeRestoreRecords } from "./makeRestoreRecords.ts"
import { RestoreAttempts } from "./RestoreAttempts.ts"
import { makeRecordsReader, type RecordsReader } from "./readRecords.ts"
import { type RestoreState, restoreState } from "./restoreState.ts"

const RestoreOptions = Schema.Struct({
  owner: Schema.optional(Username),
  name: Schema.optional(DatasetName),
})

/** Options of a restore: another owner, another name. */
export interface RestoreInput extends Schema.Schema.Encoded<typeof RestoreOptions> {}

const decodeOptions = decodeInput(RestoreOptions)

/** Result of a restore. */
export interface Restored {
  readonly dataset: Dataset
  /** The number of records of each section of the archive. */
  readonly records: { readonly [section: string]: number }
  /** The Merkle root over the content of the archive, hex. */
  readonly content: string
  /** The accounts that were created, all of them disabled. */
  readonly createdAccounts: ReadonlyArray<Username>
  /** Counts of the webhook endpoints in the archive, and of those that were added, all of them disabled. */
  readonly endpoints: { readonly archived: number; readonly restored: number }
}

/** Archives: everything in a dataset as one stream of files, which another server restores digit for digit. */
export class Archives extends Effect.Service<Archives>()("@annotary/core/Archives", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const store = yield* ArchiveStore
    const writer = yield* makeArchiveWriter
    const users = yield* KnownUsers
    const attempts = yield* RestoreAttempts
    const restoreRecords = yield* makeRestoreRecords
    const publishing = yield* makeRestorePublishing
    const settings = yield* EngineSettings

    /**
     * Reads the archive of a dataset as it is now: files, each followed by its bytes. Later writes do not change it. Requires an admin
     * of the dataset. Without the permission `manage_webhooks`, the section `endpoints` is left out: URLs of chats are credentials.
     */
    const read = (ref: DatasetRef) =>
      Stream.unwrapScoped(
        Effect.gen(function* () {
          const { dataset, role } = yield* access.require(ref, "archive")
          const archive = yield* store.open(dataset.id)
          if (archive === null) return yield* new NotFound({ resource: "dataset" })
          if (archive.changing) return yield* new Conflict({ code: "configuration_changing" })
          return writer.write(archive, { endpoints: allows(role, "manage_webhooks", dataset) })
        }),
      )

    /**
     * Restores a dataset from its archive, by default under its owner and name. Nobody sees it before all of it is written and
     * verified. Requires a site admin: it writes what others have done.
     */
    const restore = <E, R>(parts: Stream.Stream<ArchivePart, E, R>, input: RestoreInput = {}) =>
      Effect.gen(function* () {
        yield* requireSiteAdmin
        const options = yield* decodeOptions(input)
        const files = yield* archiveFiles(parts)
        const { version } = yield* readHead(files)
        const reader = makeRecordsReader()
        const dataset = yield* findTarget(yield* readDataset(files, reader), options)
        const rename = makeAccountNames(users.findAmong)
        const [renamed = dataset] = yield* rename([dataset])
        const state = restoreState({ dataset: renamed, rename, reader })
        const actor = findUsername(yield* CurrentActor) ?? settings.systemName ?? renamed.owner
        const leased = yield* attempts.begin(renamed, actor)
        return yield* restoreFiles(files, state, version).pipe(
          Effect.raceFirst(attempts.keep(leased, () => state.written)),
          // The transaction that publishes ends the job and locks it, which a heartbeat would wait for.
          Effect.flatMap((content) => publish(state, leased, content)),
          Effect.onExit((exit) =>
            Exit.isSuccess(exit) ? Effect.void : attempts.discardAttempt(leased, explainCause(exit.cause)),
          ),
          Effect.tapErrorCause(() => attempts.cleanUp(renamed.id)),
        )
      }).pipe(Effect.scoped, withinScope("Archives.restore"), Effect.withSpan("Archives.restore"))

    /** The dataset of an archive: the only record of the first section. */
    const readDataset = <E, R>(files: ArchiveFiles<E, R>, reader: RecordsReader) =>
      Effect.gen(function* () {
        const name = formatRecordsName("dataset", 1)
        const file = yield* files.next
        if (file?.name !== name) return yield* makeFileError(name, "must be the second file")
        const { records } = yield* reader.read(file)
        if (records.length !== 1) return yield* makeFileError(name, "must have one record")
        // The section of the dataset has such records.
        return records[0] as DatasetRecord
      })

    /** The dataset under its new owner and name, which must be free; and the owner must exist, or be in the archive. */
    const findTarget = Effect.fnUntraced(function* (
      archived: DatasetRecord,
      options: Schema.Schema.Type<typeof RestoreOptions>,
    ) {
      const { name = archived.name, owner = archived.owner } = options
      const spelled = (yield* users.findAmong([owner])).get(nameKey(owner))
      if (spelled === undefined && nameKey(owner) !== nameKey(archived.owner))
        return yield* new NotFound({ resource: "user" })
      const isTaken = yield* access.findAsSystem({ _tag: "Name", owner, name }).pipe(Effect.isSuccess)
      if (isTaken) return yield* new AlreadyExists({ resource: "dataset" })
      return { ...archived, name, owner: spelled ?? archived.owner }
    })

    /** Restores the files after the dataset, and verifies all of them. Returns the root over the content. */
    const restoreFiles = <E, R>(files: ArchiveFiles<E, R>, state: RestoreState, version: number) =>
      Effect.gen(function* () {
        const { reader } = state
        for (;;) {
          const file = yield* files.next
          if (file === null) return yield* makeFileError(endName, "is missing: the archive is truncated")
          if (file.name === endName) {
            const content = yield* readEnd(files, file, reader.sections(), version)
            yield* restoreRecords.complete(state)
            yield* state.files.complete
            return content
          }
          if (file.name.startsWith("files/") && reader.mayHaveFiles()) yield* state.files.restore(file)
          else yield* restoreRecords.restore(state, file.name, yield* reader.read(file))
        }
      })

    const publish = (state: RestoreState, leased: LeasedJob, content: string) =>
      Effect.map(publishing.publish(state, leased), (restored): Restored => {
        const sums = Object.entries(state.reader.sections())
        return {
          dataset: state.dataset,
          records: Object.fromEntries(sums.map(([section, { records }]) => [section, records])),
          content,
          createdAccounts: state.accounts.map(({ username }) => username),
          endpoints: { archived: state.endpoints.length, restored },
        }
      })

    return { read, restore }
  }),
}) {
  static readonly dependencies = [
    Access,
    ArchivedEndpoints,
    AuditLog,
    DatasetRecords,
    KnownUsers,
    Organizations,
    Placement,
    QuotaCounter,
    RestoreAttempts,
    SampleReader,
    Users,
  ] as const
}

/** One sentence for the record of the job. */
const explainCause = (cause: Cause.Cause<unknown>): string => {
  if (Cause.isInterruptedOnly(cause)) return "The restore was interrupted."
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : "The restore failed."
}
