/** Responses about assets. */
import { AssetReferenceJson, At, Uuid } from "@annotary/core/effect"
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
  url: Schema.String.annotations({
    description: "The URL of the file. Anyone with this URL can read the file",
  }),
  created_at: At,
  presignedPostFields: Schema.Struct({
    url: Schema.String.annotations({ description: "The URL to which the form is sent" }),
    fields: fields.annotations({ description: "The form fields to send before the part `file`" }),
  }),
}).annotations({ identifier: "Asset" })

/** An uploaded file in the list of its owner. Its URL is in no list: the server does not store the token. */
export const OwnAssetRecord = Schema.Struct({
  uuid: Uuid,
  filename: Schema.String,
  content_type: Schema.NullOr(Schema.String).annotations({
    description: "The media type, determined from the first bytes",
  }),
  size_bytes: Schema.NullOr(Schema.Int),
  created_at: At,
  unreferenced_since: Schema.NullOr(At).annotations({
    description:
      "The time since which no sample, label or readme references the asset, so that it will be collected. Null when it may be referenced; `references` lists the references",
  }),
}).annotations({ identifier: "OwnAsset" })

/** The resources that name an asset. */
export const AssetReferencesRecord = Schema.Struct({
  references: Schema.Array(AssetReferenceJson).annotations({
    description: "The references in datasets that the caller can see; at most 100",
  }),
  hidden_datasets: Schema.Int.annotations({
    description: "The number of other datasets that reference the asset",
  }),
}).annotations({ identifier: "AssetReferences" })
