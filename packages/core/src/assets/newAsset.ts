import { Schema } from "effect"
import type { Asset } from "../domain/Asset.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import type { AssetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { AssetFilename } from "../domain/wire/fields.ts"
import { digestFields, listFormFields, type PresignedFields } from "./presigned.ts"

const NewUpload = Schema.Struct({ filename: AssetFilename })
export interface NewUploadInput extends Schema.Schema.Encoded<typeof NewUpload> {}

export const newUploadOf = decodeInput(NewUpload)

/** A created upload. Its secrets are stored nowhere else. */
export interface NewAsset {
  readonly asset: Asset
  /** Reads the file without further permission: `{publicUrl}/assets/{uuid}/{token}.{extension}`. */
  readonly url: string
  /** The URL without the public URL, for texts that this server stores itself: `resolveAssetPaths` makes it absolute. */
  readonly path: string
  readonly presignedPostFields: {
    /** `{publicUrl}/assets/{uuid}/upload/`. Accepts a multipart form with these fields and a part named `file`. */
    readonly url: string
    readonly fields: PresignedFields
  }
}

/** Input of a new upload, its record, and the result with its two secrets. */
export const makeAsset = (input: {
  readonly id: AssetId
  readonly filename: string
  readonly createdAt: Timestamp
  readonly createdBy: Username
  readonly uploadExpiresAt: Timestamp
  readonly maxBytes: number
  readonly publicUrl: string
}): NewAsset => {
  const { id, filename, createdAt, createdBy, uploadExpiresAt } = input
  const readToken = generateToken()
  const fields = listFormFields({ ...input, token: generateToken() })
  const path = `/assets/${id}/${readToken}${parseExtension(filename)}`
  return {
    asset: {
      id,
      filename,
      contentType: null,
      sizeBytes: null,
      createdAt,
      createdBy,
      readDigest: computeSha256Hex(readToken),
      uploadDigest: digestFields(fields),
      uploadExpiresAt,
      uploadedAt: null,
      unreferencedSince: null,
    },
    url: `${input.publicUrl}${path}`,
    path,
    presignedPostFields: { url: `${input.publicUrl}/assets/${id}/upload/`, fields },
  }
}

/** 128 random bits, hex. */
export const generateToken = (): string => {
  let text = ""
  for (const byte of globalThis.crypto.getRandomValues(new Uint8Array(16)))
    text += byte.toString(16).padStart(2, "0")
  return text
}

/** `.png` of `street 1.PNG`. Empty without a short, plain extension. */
const parseExtension = (filename: string): string =>
  /\.[a-z0-9]{1,8}$/.exec(filename.toLowerCase())?.[0] ?? ""

/** The token in the last segment of a URL. */
export const parseToken = (segment: string): string => segment.split(".", 1)[0] ?? ""
