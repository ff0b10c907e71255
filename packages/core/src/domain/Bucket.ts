/** Private buckets of organizations: object storage that samples name and that only signed URLs read. */
import { Schema } from "effect"
import type { BucketId } from "./Ids.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

/** `s3`: S3 and compatible servers. `gs`: Google Cloud Storage with its interoperability keys. `azure`: Azure Blob Storage. */
export const BucketKind = Schema.Literal("s3", "gs", "azure").annotations({ identifier: "BucketKind" })
export type BucketKind = typeof BucketKind.Type

/** Identity of a bucket in the URLs of samples, and the keys in it that are signed. */
export interface BucketPlace {
  readonly kind: BucketKind
  /** The storage account of Azure; empty for other kinds. */
  readonly account: string
  /** The name of the bucket or of the container. */
  readonly name: string
  /** Only keys that begin with it are signed. Empty, or with a slash at its end. */
  readonly prefix: string
  /** The URL of the server; null for the provider's own. */
  readonly endpoint: string | null
  /** The region that signatures name; null for the usual one. */
  readonly region: string | null
}

/** A stored bucket of an organization, with its credentials sealed. */
export interface Bucket extends BucketPlace {
  readonly id: BucketId
  readonly organization: Username
  /** A signed URL stays the same for this time; it is valid for one to two times as long. */
  readonly urlSeconds: number
  readonly sealed: string
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** The credentials of a bucket. */
export interface BucketCredentials {
  /** The id of the key pair; empty for Azure, whose keys have none. */
  readonly keyId: string
  readonly secret: string
}

/** The most buckets that an organization has. */
export const maxBuckets = 100
