/** Buckets as JSON, without their credentials. */
import type { Bucket } from "../Bucket.ts"

/** The JSON of a bucket. */
export const toBucketJson = (bucket: Bucket) => ({
  uuid: bucket.id,
  kind: bucket.kind,
  name: bucket.name,
  account: bucket.account === "" ? null : bucket.account,
  prefix: bucket.prefix,
  endpoint: bucket.endpoint,
  region: bucket.region,
  url_seconds: bucket.urlSeconds,
  created_at: bucket.createdAt,
  updated_at: bucket.updatedAt,
})
