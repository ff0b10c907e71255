/** Responses about private buckets. */
import { At, BucketKind, TextOrNull, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

export const BucketRecord = Schema.Struct({
  uuid: Uuid,
  kind: BucketKind,
  name: Schema.String,
  account: TextOrNull.annotations({ description: "The storage account of Azure" }),
  prefix: Schema.String.annotations({ description: "Empty, or with a slash at its end" }),
  endpoint: TextOrNull,
  region: TextOrNull,
  url_seconds: Schema.Int.annotations({
    description: "How long a signed URL stays the same; it is valid for one to two times as long",
  }),
  created_at: At,
  updated_at: At,
}).annotations({ identifier: "Bucket" })

export const BucketTestRecord = Schema.Struct({
  ok: Schema.Boolean,
  status: Schema.NullOr(Schema.Int).annotations({
    description: "The HTTP status of an error response of the bucket",
  }),
  key: TextOrNull.annotations({ description: "The first key under the prefix" }),
  message: Schema.String,
}).annotations({ identifier: "BucketTest" })
