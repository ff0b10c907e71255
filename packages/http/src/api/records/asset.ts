/** Responses about assets. */
import { At, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

const fields = Schema.Struct({
  acl: Schema.String,
  "Content-Type": Schema.String,
  key: Schema.String,
  "x-amz-algorithm": Schema.String,
  "x-amz-credential": Schema.String,
  "x-amz-date": Schema.String,
  policy: Schema.String,
  "x-amz-signature": Schema.String,
})

export const AssetRecord = Schema.Struct({
  uuid: Uuid,
  filename: Schema.String,
  url: Schema.String.annotations({ description: "Reads the file; whoever has it may" }),
  created_at: At,
  presignedPostFields: Schema.Struct({
    url: Schema.String.annotations({ description: "Where to post the form" }),
    fields: fields.annotations({ description: "To be sent before the part `file`" }),
  }),
}).annotations({ identifier: "Asset" })
