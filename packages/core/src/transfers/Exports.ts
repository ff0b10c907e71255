import { Effect, Option, Schema } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { ExportOptions, findExportViolations } from "../domain/Export.ts"
import { FileGone, InvalidInput, NotFound } from "../domain/errors.ts"
import { TransferId } from "../domain/Ids.ts"
import { toJsonText } from "../domain/JsonText.ts"
import { isPseudonym, nameKey, type Username } from "../domain/Names.ts"
import type { Transfer } from "../domain/Transfer.ts"
import { decodeInput } from "../domain/violations.ts"
import { FormatRegistry } from "../files/FormatRegistry.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { traced } from "../kernel/traced.ts"
import { FileUrls } from "../releases/FileUrls.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { TransferRecords } from "./TransferRecords.ts"
import { TransferStore } from "./TransferStore.ts"

const NewExport = Schema.Struct({ format: Schema.String, ...ExportOptions.fields })

/** Input of a new export: the format, and the options of {@link ExportOptions}. */
export interface NewExportInput extends Schema.Schema.Encoded<typeof NewExport> {}

const decodeNew = decodeInput(NewExport)
const encodeOptions = Schema.encodeSync(ExportOptions)

/** Exports: a dataset or a release in another format, as a zip file that a job writes. */
export class Exports extends Effect.Service<Exports>()("@annotary/core/Exports", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const knownUsers = yield* KnownUsers
    const quota = yield* QuotaCounter
    const records = yield* TransferRecords
    const store = yield* TransferStore
    const jobs = yield* Jobs
    const blobs = yield* BlobStore
    const urls = yield* FileUrls
    const transaction = yield* Transaction

    /** The formats that exports and imports accept. */
    const formats = Effect.promise((yield* FormatRegistry).list)

    /** Begins an export. It is PENDING until a job has written the archive. */
    const create = traced("Exports.create")(function* (ref: DatasetRef, input: NewExportInput) {
      const { format, ...options } = yield* decodeNew(input)
      const errors = findExportViolations(options)
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      const writableFormats = (yield* formats).filter(({ writes }) => writes)
      if (!writableFormats.some(({ name }) => name === format))
        return yield* makeUnknownFormatError(writableFormats)
      const begun = Effect.gen(function* () {
        const { actor, dataset } = yield* access.require(ref, "export")
        const labeler = yield* findLabeler(options.labeler)
        return yield* records.begin(
          "export",
          {
            datasetId: dataset.id,
            format,
            assetId: null,
            options: toJsonText(encodeOptions({ ...options, ...labeler })),
          },
          actor,
        )
      })
      return yield* Effect.zipLeft(transaction.run(begun), jobs.notifyWorkers)
    })

    /** The person whose labels are exported, as spelled. Without an account there are none, but for a removed one. */
    const findLabeler = Effect.fnUntraced(function* (name: Username | undefined) {
      if (name === undefined || isPseudonym(name)) return {}
      const labeler = (yield* knownUsers.findAmong([name])).get(nameKey(name))
      return labeler === undefined
        ? yield* InvalidInput.at("/labeler", "must be an account, or the pseudonym of a removed one")
        : { labeler }
    })

    /** Returns an export of a dataset. */
    const get = traced("Exports.get")(function* (ref: DatasetRef, id: string) {
      const { dataset } = yield* access.require(ref, "export")
      return yield* records.find("export", dataset.id, id)
    })

    /** Lists the exports of a dataset, newest first. */
    const list = traced("Exports.list")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "export")
      return yield* records.list("export", dataset.id)
    })

    /** Cancels an export that is PENDING. */
    const cancel = traced("Exports.cancel")(function* (ref: DatasetRef, id: string) {
      const { dataset } = yield* access.require(ref, "export")
      return yield* records.cancel(yield* records.find("export", dataset.id, id))
    })

    /** Deletes an export that is over, and its archive. */
    const remove = traced("Exports.remove")(function* (ref: DatasetRef, id: string) {
      const { dataset, ownerQuota } = yield* access.require(ref, "export")
      const transfer = yield* records.find("export", dataset.id, id)
      const removal = Effect.gen(function* () {
        yield* records.remove(transfer)
        if (ownerQuota !== null) yield* quota.recount(dataset.owner)
      })
      yield* transaction.run(removal)
      if (transfer.fileKey !== null) yield* blobs.remove(transfer.fileKey)
    })

    /** Returns a URL that reads the archive without a key for a limited time. Null without an archive. */
    const signUrl = (transfer: Transfer): Effect.Effect<string | null> => urls.sign("export", transfer)

    /** Opens the archive with the `expires` (seconds since 1970) and `token` of a URL by `signUrl`. */
    const openFile = traced("Exports.openFile")(function* (id: string, expires: string, token: string) {
      const transfer = Option.getOrUndefined(yield* store.byId(TransferId.make(id, true)))
      const { fileKey = null, sha256 = null, sizeBytes = null } = transfer ?? {}
      if (transfer === undefined || fileKey === null || sha256 === null || sizeBytes === null)
        return yield* new NotFound({ resource: "export" })
      yield* urls.verify("export", transfer, expires, token)
      if (!Option.contains(yield* blobs.size(fileKey), sizeBytes))
        return yield* new FileGone({ resource: "export" })
      return {
        size: sizeBytes,
        sha256,
        filename: `${transfer.format ?? "export"}-${transfer.createdAt.slice(0, 10)}.zip`,
        stream: (range?: Parameters<typeof blobs.get>[1]) => blobs.get(fileKey, range),
      }
    })

    return { formats, create, get, list, cancel, remove, signUrl, openFile }
  }),
}) {
  static readonly dependencies = [Access, FileUrls, Jobs, KnownUsers, QuotaCounter, TransferRecords] as const
}

/** A format that is not known, or not in this direction. */
export const makeUnknownFormatError = (known: ReadonlyArray<{ readonly name: string }>): InvalidInput =>
  new InvalidInput({
    errors: [
      {
        pointer: "/format",
        message: `must be one of ${known.map(({ name }) => name).join(", ")}`,
      },
    ],
  })
