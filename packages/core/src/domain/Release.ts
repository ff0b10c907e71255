/** A release: a dataset frozen at one point in time, as one file. */
import { Schema } from "effect"
import { DatasetId, ReleaseId } from "./Ids.ts"
import { ReleaseName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

export const ReleaseStatus = Schema.Literal("PENDING", "SUCCEEDED", "FAILED").annotations({
  identifier: "ReleaseStatus",
})
export type ReleaseStatus = typeof ReleaseStatus.Type

export const Release = Schema.Struct({
  id: ReleaseId,
  datasetId: DatasetId,
  name: ReleaseName,
  description: Schema.String,
  status: ReleaseStatus,
  /** Why it failed. */
  statusInfo: Schema.NullOr(Schema.String),
  /** Samples in the file; 0 while PENDING. */
  samplesCount: Schema.Int,
  /** Samples written so far. */
  samplesDone: Schema.Int,
  /** Of the JSON file, hex. */
  sha256: Schema.NullOr(Schema.String),
  sizeBytes: Schema.NullOr(Schema.Int),
  /** Merkle root over the lines' sha256, hex: independent of the release's name. */
  samplesSha256: Schema.NullOr(Schema.String),
  /** Where its file is in the BlobStore; null until it SUCCEEDED. Every attempt writes to a key of its own. */
  fileKey: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  createdBy: Username,
})
export interface Release extends Schema.Schema.Type<typeof Release> {}
