import { Schema } from "effect"
import { AssetId } from "./Ids.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** An asset: a file uploaded by a person, readable by everybody with its token. */
export const Asset = Schema.Struct({
  id: AssetId,
  filename: Schema.String,
  contentType: Schema.NullOr(Schema.String),
  sizeBytes: Schema.NullOr(Schema.Int),
  createdAt: Timestamp,
  createdBy: Username,
  /** SHA-256 of the read token, hex. */
  readDigest: Schema.String,
  /** SHA-256 of the upload token, which is valid once, hex. */
  uploadDigest: Schema.String,
  uploadExpiresAt: Timestamp,
  uploadedAt: Schema.NullOr(Timestamp),
  /** Since when the collection of assets knows of nothing that names it; null when something may. */
  unreferencedSince: Schema.NullOr(Timestamp),
})
export interface Asset extends Schema.Schema.Type<typeof Asset> {}
