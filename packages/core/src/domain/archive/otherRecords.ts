/**
 * The records of an archive that do not belong to the dataset in storage: accounts, assets, endpoints, files; and the dataset itself.
 * Each but the dataset names its fields, so that no archive gets a new one by accident.
 */
import { Schema } from "effect"
import { Asset } from "../Asset.ts"
import { Dataset, documentFields } from "../Dataset.ts"
import { Username } from "../Names.ts"
import { Timestamp } from "../Timestamp.ts"
import { Endpoint } from "../webhooks/Endpoint.ts"
import { defineRecordKind } from "./recordKind.ts"

/** An account that a record names. `isModel` is absent for others, so that readers from before models read them. */
export const UserRecord = Schema.Struct({
  username: Username,
  isOrganization: Schema.Boolean,
  isModel: Schema.optionalWith(Schema.Literal(true), { exact: true }),
})
export interface UserRecord extends Schema.Schema.Type<typeof UserRecord> {}

/** An asset whose URL a record contains. The read token is in the URL; here is its digest. */
export const AssetRecord = Schema.Struct({
  ...Asset.pick("id", "filename", "createdAt", "createdBy", "readDigest").fields,
  contentType: Schema.String,
  sizeBytes: Schema.Int,
  uploadedAt: Timestamp,
})
export interface AssetRecord extends Schema.Schema.Type<typeof AssetRecord> {}

/** A webhook endpoint that names the dataset, without its secrets, its custom headers and its state. */
export const EndpointRecord = Endpoint.pick(
  "id",
  "url",
  "version",
  "description",
  "eventTypes",
  "rateLimit",
  "chat",
  "fifo",
  "batch",
  "retrySchedule",
  "timeoutSeconds",
  "timeToLiveSeconds",
  "createdAt",
  "updatedAt",
)
export interface EndpointRecord extends Schema.Schema.Type<typeof EndpointRecord> {}

/** The dataset, as it is stored. */
export const DatasetRecord = Dataset
export interface DatasetRecord extends Dataset {}

/** A file of the archive under `files/`. */
export const FileRecord = Schema.Struct({
  file: Schema.String,
  sizeBytes: Schema.Int,
  /** Hex. */
  sha256: Schema.String,
})
export interface FileRecord extends Schema.Schema.Type<typeof FileRecord> {}

/** The sections beside `storedRecords`. */
export const otherRecords = {
  dataset: defineRecordKind(Dataset, ({ id }) => [id], [...documentFields, "taskAttributes"]),
  assets: defineRecordKind(AssetRecord, ({ id }) => [id]),
  endpoints: defineRecordKind(EndpointRecord, ({ id }) => [id]),
  users: defineRecordKind(UserRecord, ({ username }) => [username]),
  files: defineRecordKind(FileRecord, ({ file }) => [file]),
} as const

/** The fields of all records that contain the name of a person or an organization. */
export const accountFields = [
  "owner",
  "user",
  "model",
  "by",
  "createdBy",
  "updatedBy",
  "reviewedBy",
  "labeler",
  "reviewer",
  "rejecter",
  "assignedLabeler",
  "assignedReviewer",
] as const
