/** An asset: a file uploaded by a person, readable by whoever holds its token. */
import { Schema } from "effect"
import { AssetId } from "./Ids.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

export const Asset = Schema.Struct({
  id: AssetId,
  filename: Schema.String,
  contentType: Schema.NullOr(Schema.String),
  sizeBytes: Schema.NullOr(Schema.Int),
  createdAt: Timestamp,
  createdBy: Username,
  /** SHA-256 of the token that reads it, hex. */
  readDigest: Schema.String,
  /** SHA-256 of the token that uploads it once, hex. */
  uploadDigest: Schema.String,
  uploadExpiresAt: Timestamp,
  uploadedAt: Schema.NullOr(Timestamp),
})
export interface Asset extends Schema.Schema.Type<typeof Asset> {}
