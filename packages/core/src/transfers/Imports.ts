import { Effect, Schema } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { isCaller, isSiteAdmin } from "../access/actors.ts"
import { Assets } from "../assets/Assets.ts"
import { makeArchivedAssets } from "../assets/makeArchivedAssets.ts"
import { Buckets } from "../buckets/Buckets.ts"
import type { Asset } from "../domain/Asset.ts"
import { Conflict, InvalidInput } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { ArchiveImportOptions, ImportSource } from "../domain/Import.ts"
import { toJsonText } from "../domain/JsonText.ts"
import { decodeInput } from "../domain/violations.ts"
import { FormatRegistry } from "../files/FormatRegistry.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { makeUnknownFormatError } from "./Exports.ts"
import { bucketFormat, makeBucketListings } from "./makeBucketListings.ts"
import { TransferRecords } from "./TransferRecords.ts"

const NewImport = Schema.Struct({ ...ImportSource.fields, ...ArchiveImportOptions.fields })

/** Input of a new import: the archive and its format, or the URL of a bucket, and the options of {@link ArchiveImportOptions}. */
export interface NewImportInput extends Schema.Schema.Encoded<typeof NewImport> {}

const decodeNew = decodeInput(NewImport)
const encodeOptions = Schema.encodeSync(ArchiveImportOptions)

/** Imports: samples and labels from an uploaded archive in another format, or samples from a bucket. A job checks all of it before it saves any. */
export class Imports extends Effect.Service<Imports>()("@annotary/core/Imports", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const assets = yield* Assets
    const archived = yield* makeArchivedAssets
    const records = yield* TransferRecords
    const jobs = yield* Jobs
    const transaction = yield* Transaction
    const registry = yield* FormatRegistry
    const listings = yield* makeBucketListings

    /** Begins an import of an asset that was uploaded, or of a folder of a private bucket of the dataset's organization. */
    const create = traced("Imports.create")(function* (ref: DatasetRef, input: NewImportInput) {
      const { asset, format, ...options } = yield* decodeNew(input)
      const { url } = options
      if (url !== undefined) {
        const archival = { "/asset": asset, "/format": format, "/base_url": options.baseUrl }
        const other = Object.entries(archival).find(([, value]) => value !== undefined)
        if (other !== undefined) return yield* InvalidInput.at(other[0], "is for archives, not for a bucket")
        const listed = Effect.gen(function* () {
          const { actor, dataset } = yield* access.requireWritable(ref, "import")
          yield* listings.find(dataset, url)
          const source = { datasetId: dataset.id, format: bucketFormat, assetId: null }
          return yield* records.begin(
            "import",
            { ...source, options: toJsonText(encodeOptions(options)) },
            actor,
          )
        })
        return yield* Effect.zipLeft(transaction.run(listed), jobs.notifyWorkers)
      }
      if (asset === undefined)
        return yield* InvalidInput.at("/asset", "is missing: name an asset, or the url of a bucket")
      const readableFormats = (yield* Effect.promise(registry.list)).filter(({ reads }) => reads)
      if (
        readableFormats.length === 0 ||
        (format !== undefined && !readableFormats.some(({ name }) => name === format))
      )
        return yield* makeUnknownFormatError(readableFormats)
      const file = yield* assets.openFile(asset)
      if (file === null) return yield* notUploaded
      const begun = Effect.gen(function* () {
        const { actor, dataset } = yield* access.requireWritable(ref, "import")
        if (!(yield* canRead(file.asset, dataset.id))) return yield* notUploaded
        // A scan for unreferenced assets may have read this dataset already.
        if (!(yield* archived.keep([asset]))) return yield* notUploaded
        return yield* records.begin(
          "import",
          {
            datasetId: dataset.id,
            format: format ?? null,
            assetId: asset,
            options: toJsonText(encodeOptions(options)),
          },
          actor,
        )
      })
      return yield* Effect.zipLeft(transaction.run(begun), jobs.notifyWorkers)
    })

    /**
     * The id of an asset is no secret: its URL has the token that reads it. The asset must be the caller's, or that of an earlier
     * import of the dataset. A text that names it proves nothing, because anybody can write an id into a text.
     */
    const canRead = ({ createdBy, id }: Asset, dataset: DatasetId) =>
      Effect.gen(function* () {
        if ((yield* isCaller(createdBy)) || (yield* isSiteAdmin)) return true
        return (yield* records.list("import", dataset)).some(({ assetId }) => assetId === id)
      })

    /** Returns an import of a dataset. */
    const get = traced("Imports.get")(function* (ref: DatasetRef, id: string) {
      const { dataset } = yield* access.require(ref, "import")
      return yield* records.find("import", dataset.id, id)
    })

    /** Lists the imports of a dataset, newest first. */
    const list = traced("Imports.list")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "import")
      return yield* records.list("import", dataset.id)
    })

    /** Cancels an import that saves nothing yet. */
    const cancel = traced("Imports.cancel")(function* (ref: DatasetRef, id: string) {
      const { dataset } = yield* access.require(ref, "import")
      const canceled = Effect.gen(function* () {
        const transfer = yield* records.find("import", dataset.id, id)
        // What is saved already would stay: half of an import.
        if (transfer.report !== null)
          return yield* new Conflict({ code: "wrong_state", status: transfer.status })
        return yield* records.cancel(transfer)
      })
      return yield* transaction.run(canceled)
    })

    /** Deletes the record of an import that is over. Its samples stay. */
    const remove = traced("Imports.remove")(function* (ref: DatasetRef, id: string) {
      const { dataset } = yield* access.require(ref, "import")
      yield* transaction.run(Effect.flatMap(records.find("import", dataset.id, id), records.remove))
    })

    return { create, get, list, cancel, remove }
  }),
}) {
  static readonly dependencies = [Access, Assets, Buckets, Jobs, TransferRecords] as const
}

const notUploaded = InvalidInput.at("/asset", "must be an asset that was uploaded")
