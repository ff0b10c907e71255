/** The entry point for Promise users: a value for the option `blobs` of a storage. */
import type { BlobStore } from "@annotary/core/effect"
import type { Layer } from "effect"
import type { S3Options } from "./options.ts"
import { layer } from "./S3BlobStore.ts"

export type { S3Credentials, S3Encryption, S3Options } from "./options.ts"

/** Files on S3-compatible storage: `sqlite({ filename: "labels.db", blobs: s3({ bucket: "labels" }) })`. */
export const s3 = (options: S3Options): Layer.Layer<BlobStore> => layer(options)
