/** The entry point for Effect users. */
export type { S3Credentials, S3Encryption, S3Options } from "./options.ts"
export { layer } from "./S3BlobStore.ts"
