import { Schema } from "effect"
import { DatasetId, ReleaseId } from "./Ids.ts"
import { ReleaseName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The status of a release. */
export const ReleaseStatus = Schema.Literal("PENDING", "SUCCEEDED", "FAILED").annotations({
  identifier: "ReleaseStatus",
})
export type ReleaseStatus = typeof ReleaseStatus.Type

/** A release: a dataset at one point in time, as one file. */
export const Release = Schema.Struct({
  id: ReleaseId,
  datasetId: DatasetId,
  name: ReleaseName,
  description: Schema.String,
  status: ReleaseStatus,
  /** The reason of a failure. */
  statusInfo: Schema.NullOr(Schema.String),
  /** The number of samples in the file; 0 while PENDING. */
  samplesCount: Schema.Int,
  /** Samples written so far. */
  samplesDone: Schema.Int,
  /** SHA-256 of the JSON file, hex. */
  sha256: Schema.NullOr(Schema.String),
  sizeBytes: Schema.NullOr(Schema.Int),
  /** The Merkle root over the SHA-256 of the lines, hex. Independent of the release's name. */
  samplesSha256: Schema.NullOr(Schema.String),
  /** The key of the file in the BlobStore; null before SUCCEEDED. Every attempt writes to a separate key. */
  fileKey: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  createdBy: Username,
})
export interface Release extends Schema.Schema.Type<typeof Release> {}
