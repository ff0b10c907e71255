/**
 * The form fields of an upload: the eight names that clients of S3-compatible storages send. The signature is the upload
 * token. A digest over all eight is stored, so that a form with a changed field is refused.
 */
import { Encoding } from "effect"
import { computeSha256Hex } from "../domain/digest.ts"
import type { AssetId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

const names = [
  "acl",
  "Content-Type",
  "key",
  "x-amz-algorithm",
  "x-amz-credential",
  "x-amz-date",
  "policy",
  "x-amz-signature",
] as const

export type PresignedFields = Readonly<Record<(typeof names)[number], string>>

export const listFormFields = (upload: {
  readonly id: AssetId
  readonly token: string
  readonly createdAt: Timestamp
  readonly uploadExpiresAt: Timestamp
  readonly maxBytes: number
}): PresignedFields => {
  const key = `assets/${upload.id}`
  const conditions = [{ key }, ["content-length-range", 0, upload.maxBytes]]
  return {
    acl: "private",
    "Content-Type": "application/octet-stream",
    key,
    "x-amz-algorithm": "ANNOTARY-TOKEN",
    "x-amz-credential": `annotary/${upload.createdAt.slice(0, 10).replaceAll("-", "")}/assets`,
    "x-amz-date": `${upload.createdAt.slice(0, 19).replace(/[-:]/g, "")}Z`,
    policy: Encoding.encodeBase64(JSON.stringify({ expiration: upload.uploadExpiresAt, conditions })),
    "x-amz-signature": upload.token,
  }
}

/** The digest over the eight fields in a fixed order. A missing field counts as empty; other fields are ignored. */
export const digestFields = (fields: Readonly<Record<string, string>>): string =>
  computeSha256Hex(JSON.stringify(names.map((name) => (Object.hasOwn(fields, name) ? fields[name] : ""))))
