/** Payloads about private buckets. */
import { BucketKind, makeClearableField, makeOptionalField } from "@annotary/core/effect"
import { Schema } from "effect"

const makeText = (most: number) => Schema.String.pipe(Schema.maxLength(most))

const Credentials = Schema.Struct({
  key_id: makeOptionalField(makeText(200)).annotations({
    description: "The access key ID; not used for Azure",
  }),
  secret: makeText(1000).annotations({ description: "The secret access key; for Azure the account key" }),
}).annotations({ identifier: "BucketCredentials", description: "Stored sealed, and never shown again" })

const UrlSeconds = Schema.Int.pipe(Schema.between(60, 302_400))

export const NewBucket = Schema.Struct({
  kind: BucketKind,
  name: makeText(255).annotations({ description: "Of the bucket or the container" }),
  account: makeOptionalField(makeText(100)).annotations({
    description: "The storage account; for Azure alone",
  }),
  prefix: makeOptionalField(makeText(1024)).annotations({
    description: "Only keys that begin with it are signed",
  }),
  endpoint: makeOptionalField(makeText(2048)).annotations({ description: "By default the provider's own" }),
  region: makeOptionalField(makeText(100)),
  url_seconds: makeOptionalField(UrlSeconds),
  credentials: Credentials,
}).annotations({ identifier: "NewBucket" })

export const BucketChange = Schema.Struct({
  endpoint: makeClearableField(makeText(2048)),
  region: makeClearableField(makeText(100)),
  url_seconds: makeOptionalField(UrlSeconds),
  credentials: makeOptionalField(Credentials),
}).annotations({
  identifier: "BucketChange",
  description: "Kind, name and prefix of a bucket cannot be changed",
})
