/**
 * The form fields of an upload: the eight names that clients written for S3-compatible storages send along. The
 * signature is the upload token itself; one digest over all eight is kept, so that a form with any field changed is refused.
 */
import { Encoding } from "effect"
import { sha256Hex } from "../domain/digest.ts"
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

export const formFields = (upload: {
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

/** One digest over the eight fields in a fixed order; a missing one counts as empty, others do not count. */
export const digestOfFields = (fields: Readonly<Record<string, string>>): string =>
  sha256Hex(JSON.stringify(names.map((name) => (Object.hasOwn(fields, name) ? fields[name] : ""))))
