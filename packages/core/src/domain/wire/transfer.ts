/** Exports and imports as JSON. The signed URL is created at every read. */
import { Schema } from "effect"
import { type JsonText, type JsonTree, parseJson, toJsonText, toRaw } from "../JsonText.ts"
import { fromMillis, toMillis } from "../Timestamp.ts"
import { type Transfer, TransferStatus } from "../Transfer.ts"
import {
  AnyObject,
  AnyObjectOrNull,
  At,
  AtOrNull,
  type FieldsOf,
  NumberOrNull,
  TextOrNull,
  Uuid,
} from "./shared.ts"

const common = {
  uuid: Uuid,
  options: AnyObject,
  status: TransferStatus,
  status_info: TextOrNull,
  samples_done: Schema.Int,
  report: AnyObjectOrNull.annotations({
    description:
      "What could not be kept, by kind: samples, and losses with count, meaning and examples; left_out of an export: samples by statuses that it does not contain; samples_left_out: selected samples that were not written, for the reasons in the losses; existing, labels_kept, labels_written and labels_left_out of an import: samples that had the same names before, labels of theirs that stayed in place of those of the files, and labels of the files for those without a label, which were written, or refused (where an attempt was interrupted, what it wrote counts as having been there)",
  }),
  created_at: At,
  created_by: Schema.String,
}

/** An export as JSON. */
export const ExportJson = Schema.Struct({
  ...common,
  format: Schema.String,
  url: TextOrNull.annotations({ description: "A temporary URL that reads the zip file without an API key" }),
  size_bytes: NumberOrNull,
  sha256: TextOrNull,
  expires_at: AtOrNull.annotations({
    description:
      "The time at which the export and its file are removed; null while it is `PENDING`, or when they are kept",
  }),
}).annotations({ identifier: "Export", description: "A dataset in another format, as a zip file" })

/** An import as JSON. */
export const ImportJson = Schema.Struct({
  ...common,
  format: TextOrNull,
  asset: Schema.NullOr(Uuid).annotations({
    description: "The id of the uploaded archive; null when a folder of a bucket is imported",
  }),
}).annotations({
  identifier: "Import",
  description: "An import of samples from an archive in another format, or from a folder of a bucket",
})

const nameOf: { readonly [option: string]: string } = {
  nameContains: "name_contains",
  keepOrientation: "keep_orientation",
  keepLabels: "keep_labels",
  labelStatus: "label_status",
  baseUrl: "base_url",
}

/** The options by their names in requests. */
const toOptionsJson = (options: JsonText): JsonTree =>
  toRaw(
    toJsonText(
      Object.fromEntries(
        Object.entries(Object(parseJson(options))).map(([name, value]) => [nameOf[name] ?? name, value]),
      ),
    ),
  )

const toCommonJson = (transfer: Transfer) => ({
  uuid: transfer.id,
  format: transfer.format,
  options: toOptionsJson(transfer.options),
  status: transfer.status,
  status_info: transfer.statusInfo,
  samples_done: transfer.samplesDone,
  report: toRaw(transfer.report),
  created_at: transfer.createdAt,
  created_by: transfer.createdBy,
})

/** Fields of an export's JSON beyond its record. */
export interface ExportContext {
  /** The signed URL, or null. */
  readonly url: string | null
  /** Ended exports are kept for this time, in milliseconds; null for ever. */
  readonly keepMillis: number | null
}

/** The JSON of an export. */
export const exportJson = (
  transfer: Transfer,
  { keepMillis, url }: ExportContext,
): FieldsOf<typeof ExportJson> => ({
  ...toCommonJson(transfer),
  url,
  size_bytes: transfer.sizeBytes,
  sha256: transfer.sha256,
  expires_at:
    keepMillis === null || transfer.status === "PENDING"
      ? null
      : fromMillis(toMillis(transfer.createdAt) + keepMillis),
})

/** The JSON of an import. */
export const importJson = (transfer: Transfer): FieldsOf<typeof ImportJson> => ({
  ...toCommonJson(transfer),
  asset: transfer.assetId,
})
