import { Schema } from "effect"
import { AssetId, DatasetId, TransferId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The status of an export or an import. */
export const TransferStatus = Schema.Literal("PENDING", "SUCCEEDED", "FAILED", "CANCELED").annotations({
  identifier: "TransferStatus",
})
export type TransferStatus = typeof TransferStatus.Type

/** An export of a dataset in another format, or an import of files in one. A job carries it out. */
export const Transfer = Schema.Struct({
  id: TransferId,
  datasetId: DatasetId,
  direction: Schema.Literal("export", "import"),
  /** The name of the format; null until an import has found it by the files. */
  format: Schema.NullOr(Schema.String),
  /** `ExportOptions` or `ArchiveImportOptions` as JSON. */
  options: JsonText,
  /** The archive that is imported; null when a bucket is listed. */
  assetId: Schema.NullOr(AssetId),
  status: TransferStatus,
  /** The reason of a failure. */
  statusInfo: Schema.NullOr(Schema.String),
  /** Samples written so far. */
  samplesDone: Schema.Int,
  /** Losses: all that the format or Annotary could not keep, as JSON; null before an export SUCCEEDED, and before an import saves its first sample. */
  report: Schema.NullOr(JsonText),
  /** SHA-256 of the archive of an export, hex. */
  sha256: Schema.NullOr(Schema.String),
  sizeBytes: Schema.NullOr(Schema.Int),
  /** The key of the archive of an export in the BlobStore; null before SUCCEEDED. */
  fileKey: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  createdBy: Username,
})
export interface Transfer extends Schema.Schema.Type<typeof Transfer> {}
