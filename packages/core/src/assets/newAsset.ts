/** What people send to ask for an upload, the record that comes of it, and the answer with its two secrets. */
import { Schema } from "effect"
import type { Asset } from "../domain/Asset.ts"
import { sha256Hex } from "../domain/digest.ts"
import type { AssetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { AssetFilename } from "../domain/wire/fields.ts"
import { digestOfFields, formFields, type PresignedFields } from "./presigned.ts"
import { extensionOf, randomToken } from "./token.ts"

const NewUpload = Schema.Struct({ filename: AssetFilename })
export interface NewUploadInput extends Schema.Schema.Encoded<typeof NewUpload> {}

export const newUploadOf = decodeInput(NewUpload)

/** The answer to asking for an upload. The secrets in it are nowhere else. */
export interface NewAsset {
  readonly asset: Asset
  /** Reads the file, for everybody who has it: `{publicUrl}/assets/{uuid}/{token}.{extension}`. */
  readonly url: string
  readonly presignedPostFields: {
    /** `{publicUrl}/assets/{uuid}/upload/`: takes a multipart form of these fields and a part named `file`. */
    readonly url: string
    readonly fields: PresignedFields
  }
}

export const newAsset = (birth: {
  readonly id: AssetId
  readonly filename: string
  readonly createdAt: Timestamp
  readonly createdBy: Username
  readonly uploadExpiresAt: Timestamp
  readonly maxBytes: number
  readonly publicUrl: string
}): NewAsset => {
  const { id, filename, createdAt, createdBy, uploadExpiresAt } = birth
  const readToken = randomToken()
  const fields = formFields({ ...birth, token: randomToken() })
  const base = `${birth.publicUrl}/assets/${id}`
  return {
    asset: {
      id,
      filename,
      contentType: null,
      sizeBytes: null,
      createdAt,
      createdBy,
      readDigest: sha256Hex(readToken),
      uploadDigest: digestOfFields(fields),
      uploadExpiresAt,
      uploadedAt: null,
    },
    url: `${base}/${readToken}${extensionOf(filename)}`,
    presignedPostFields: { url: `${base}/upload/`, fields },
  }
}
