import { Effect } from "effect"
import { makeArchivedAccounts } from "../accounts/makeArchivedAccounts.ts"
import { makeArchivedAssets } from "../assets/makeArchivedAssets.ts"
import { detectContentType, keepHead } from "../assets/sniff.ts"
import type { AssetRecord, EndpointRecord, FileRecord, UserRecord } from "../domain/archive/otherRecords.ts"
import {
  type LabelVersionRecord,
  type PictureSizesRecord,
  type PredictionRecord,
  type StoredRecords,
  type StoredSection,
  storedSections,
} from "../domain/archive/storedRecords.ts"
import { type Conflict, InvalidInput } from "../domain/errors.ts"
import { hasPictureSizes } from "../domain/PictureSize.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { formatAttemptKey } from "../releases/fileKeys.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { ArchiveStore } from "./ArchiveStore.ts"
import { formatFileName, formatRecordsName } from "./archiveFile.ts"
import { makeFileError } from "./archiveFiles.ts"
import type { ReadRecords } from "./readRecords.ts"
import type { ExpectedFile } from "./restoredFiles.ts"
import type { RestoreState } from "./restoreState.ts"

/** The records of one transaction. */
const atOnce = 1000

/** Restores the records of one file of an archive after the other. */
export const makeRestoreRecords = Effect.gen(function* () {
  const store = yield* ArchiveStore
  const blobs = yield* BlobStore
  const archivedAssets = yield* makeArchivedAssets
  const accounts = yield* makeArchivedAccounts

  /** Restores the records of a file, by their section. */
  const restore = (
    state: RestoreState,
    file: string,
    { records, section }: ReadRecords,
  ): Effect.Effect<void, InvalidInput | Conflict> =>
    Effect.gen(function* () {
      const stored = storedSections.find((one) => one === section)
      // The reader has decoded the records of this section.
      if (stored !== undefined)
        return yield* write(state, file, stored, records as ReadonlyArray<StoredRecords[StoredSection]>)
      switch (section) {
        case "assets":
          return yield* restoreAssets(state, file, records as ReadonlyArray<AssetRecord>)
        case "endpoints":
          return void state.endpoints.push(...(records as ReadonlyArray<EndpointRecord>))
        case "users":
          return yield* restoreUsers(state, file, records as ReadonlyArray<UserRecord>)
        case "files":
          return yield* state.files.compare(records as ReadonlyArray<FileRecord>)
        default:
          return yield* makeFileError(file, "must have one record")
      }
    })

  const write = <Section extends StoredSection>(
    state: RestoreState,
    file: string,
    section: Section,
    records: ReadonlyArray<StoredRecords[Section]>,
  ) =>
    Effect.gen(function* () {
      const { dataset } = state
      if (section === "label-versions")
        yield* checkContents(state, file, records as ReadonlyArray<LabelVersionRecord>)
      if (section === "picture-sizes") yield* checkSizes(file, records as ReadonlyArray<PictureSizesRecord>)
      if (section === "predictions") yield* checkPredictions(file, records as ReadonlyArray<PredictionRecord>)
      if (section === "overlaps")
        for (const { sampleId, state: of } of records as ReadonlyArray<StoredRecords["overlaps"]>)
          if (of === "gold") state.goldSamples.add(sampleId)
      if (section === "gold-labels")
        yield* checkKnownLabels(state, file, records as ReadonlyArray<StoredRecords["gold-labels"]>)
      const renamed = yield* state.rename(records)
      const prepared = renamed.flatMap((record) => prepareRecord(state, section, record))
      for (let i = 0; i < prepared.length; i += atOnce) {
        const batch = prepared.slice(i, i + atOnce)
        if (!(yield* store.write(dataset.id, section, batch)))
          return yield* makeFileError(
            file,
            "has a record whose id or name is taken here, or that refers to a record that is missing",
          )
        state.written += batch.length
        yield* betweenBatches
      }
    })

  /** The record as it is stored here. */
  const prepareRecord = <Section extends StoredSection>(
    state: RestoreState,
    section: Section,
    record: StoredRecords[Section],
  ): ReadonlyArray<StoredRecords[Section]> => {
    // The owner has a role already. Another owner than before may have been a collaborator.
    if (section === "collaborators")
      return (record as StoredRecords["collaborators"]).user === state.dataset.owner ? [] : [record]
    if (section !== "releases") return [record]
    const release = record as StoredRecords["releases"]
    const { id, sha256, sizeBytes, status } = release
    if (status !== "SUCCEEDED" || sha256 === null || sizeBytes === null) return [record]
    const fileKey = formatAttemptKey(id, 1)
    const put: ExpectedFile["put"] = (bytes) => blobs.put(fileKey, bytes)
    state.files.expect(formatFileName("releases", id), { size: sizeBytes, sha256, put })
    return [{ ...record, fileKey }]
  }

  const checkSizes = (file: string, records: ReadonlyArray<PictureSizesRecord>) => {
    const index = records.findIndex(({ pictures }) => !hasPictureSizes(pictures))
    return index < 0
      ? Effect.void
      : Effect.fail(InvalidInput.at(`/${file}/${index + 1}/pictures`, "must be a list of sizes of pictures"))
  }

  /** Notes the known labels, which only gold samples have. */
  const checkKnownLabels = (
    { goldSamples }: RestoreState,
    file: string,
    records: ReadonlyArray<StoredRecords["gold-labels"]>,
  ) => {
    const index = records.findIndex(({ sampleId }) => !goldSamples.delete(sampleId))
    return index < 0
      ? Effect.void
      : Effect.fail(
          InvalidInput.at(
            `/${file}/${index + 1}/sample_id`,
            "must be a sample whose overlap has the state gold",
          ),
        )
  }

  /** Checks, after all records, that each gold sample has its known label: nobody would ever get one without. */
  const complete = ({ goldSamples }: RestoreState) => {
    const [sample] = goldSamples
    return sample === undefined
      ? Effect.void
      : Effect.fail(
          makeFileError(
            formatRecordsName("gold-labels", 1),
            `has no known label of the gold sample ${sample}`,
          ),
        )
  }

  /** A model that gives a label gives no reason, and the other way round. */
  const checkPredictions = (file: string, records: ReadonlyArray<PredictionRecord>) => {
    const index = records.findIndex(({ labelVersion, outcome, reason }) =>
      outcome === "prelabeled"
        ? reason !== null || labelVersion === null
        : reason === null || labelVersion !== null,
    )
    return index < 0
      ? Effect.void
      : Effect.fail(
          InvalidInput.at(
            `/${file}/${index + 1}/outcome`,
            "must be prelabeled with a label version, or declined with a reason",
          ),
        )
  }

  /** A version has its attributes, or those of an earlier version of its label. */
  const checkContents = (state: RestoreState, file: string, records: ReadonlyArray<LabelVersionRecord>) =>
    Effect.forEach(
      records,
      ({ attributes, content, labelsetId, sampleId, version }, index) => {
        const last = state.lastContent
        const isOwn = content === version
        const isLast =
          last?.content === content && last.labelsetId === labelsetId && last.sampleId === sampleId
        if (isOwn) state.lastContent = { labelsetId, sampleId, content }
        const isRight = isOwn ? attributes !== null : attributes === null && (content === null || isLast)
        return isRight
          ? Effect.void
          : Effect.fail(
              InvalidInput.at(
                `/${file}/${index + 1}/content`,
                "must be this version or the last one of its label",
              ),
            )
      },
      { discard: true },
    )

  const restoreAssets = (state: RestoreState, file: string, records: ReadonlyArray<AssetRecord>) =>
    Effect.gen(function* () {
      for (const record of yield* state.rename(records)) {
        const { id, sizeBytes: size } = record
        const begun = yield* archivedAssets.begin(record)
        if (begun === "taken")
          return yield* makeFileError(file, `has the asset ${id}, whose id is that of another asset here`)
        if (begun === "kept") state.keptAssets.push(id)
        // As for uploads, the first bytes determine the type, on which depends what a browser displays.
        const put: ExpectedFile["put"] = (bytes) =>
          Effect.gen(function* () {
            const { head, stream } = yield* keepHead(bytes)
            yield* archivedAssets.put(id, stream)
            state.assets.push({ ...record, contentType: detectContentType(yield* head) })
          })
        state.files.expect(formatFileName("assets", id), {
          size,
          sha256: null,
          put: begun === "new" ? put : null,
        })
      }
    })

  const restoreUsers = (state: RestoreState, file: string, records: ReadonlyArray<UserRecord>) =>
    Effect.gen(function* () {
      const { different, missing } = yield* accounts.compare(records)
      const [other] = different
      if (other !== undefined)
        return yield* makeFileError(
          file,
          `has ${other.username}, who is ${other.here} here and ${other.there} in the archive`,
        )
      state.accounts.push(...missing)
    })

  return { restore, complete }
})
