/** URLs with a shared access signature of Azure Blob Storage: one HMAC of a documented text, so that no library is needed. */
import { createHmac } from "node:crypto"
import type { BucketCredentials, BucketPlace, BucketSigner } from "@annotary/core/effect"
import * as Url from "@effect/platform/Url"
import { Either } from "effect"
import { escapeKey, escapeStep, unescapePath } from "./objectPath.ts"

/** The signer of a container, and the signed URL of a page of its blobs. */
export interface AzureUrls extends BucketSigner {
  readonly listing: (after: string | null, limit: number, signedAt: number) => string
}

/** The version of the service whose text is signed. */
const version = "2020-12-06"

export const makeAzureUrls = (place: BucketPlace, { secret }: BucketCredentials): AzureUrls => {
  const { account, endpoint, name, prefix } = place
  const server = endpoint ?? `https://${account}.blob.core.windows.net`
  const base = `${server.replace(/\/+$/, "")}/${name}`
  const key = Buffer.from(secret, "base64")
  const protocol = base.startsWith("https:") ? "https" : "https,http"
  const query = (resource: "b" | "c", permission: "r" | "l", path: string, expires: string): string => {
    const text = formatStringToSign({ resource, permission, path, expires, protocol })
    const signature = createHmac("sha256", key).update(text, "utf8").digest("base64")
    const fields = { sv: version, spr: protocol, se: expires, sr: resource, sp: permission, sig: signature }
    return Object.entries(fields)
      .map(([field, value]) => `${field}=${escapeStep(value)}`)
      .join("&")
  }
  const container = `/blob/${account}/${name}`
  return {
    sign: (blob, signedAt, seconds) =>
      `${base}/${escapeKey(blob)}?${query("b", "r", `${container}/${blob}`, formatTime(signedAt + seconds))}`,
    keyOf: (url) => {
      const start = `${base}/`
      const parsed = Url.fromString(url)
      if (!url.startsWith(start) || Either.isLeft(parsed)) return null
      const { searchParams } = parsed.right
      return searchParams.has("sig") && searchParams.get("sr") === "b"
        ? unescapePath(url.slice(start.length, url.indexOf("?")))
        : null
    },
    listing: (after, limit, signedAt) => {
      const parts = [
        "restype=container&comp=list",
        `maxresults=${limit}`,
        ...(prefix === "" ? [] : [`prefix=${escapeStep(prefix)}`]),
        ...(after === null ? [] : [`marker=${escapeStep(after)}`]),
        query("c", "l", container, formatTime(signedAt + 300)),
      ]
      return `${base}?${parts.join("&")}`
    },
  }
}

interface Signed {
  readonly resource: "b" | "c"
  readonly permission: "r" | "l"
  /** `/blob/account/container/blob`, not escaped. */
  readonly path: string
  readonly expires: string
  readonly protocol: string
}

/** The string-to-sign of a service SAS since version 2020-12-06; absent fields are empty lines. */
export const formatStringToSign = ({ expires, path, permission, protocol, resource }: Signed): string =>
  [permission, "", expires, path, "", "", protocol, version, resource, "", "", "", "", "", "", ""].join("\n")

/** Seconds since 1970 as a time without fractions. */
const formatTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d{3}/, "")
