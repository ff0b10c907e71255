/** Presigned URLs of S3 and of servers that are compatible, Google's included: Signature Version 4 in the query. */
import type { BucketCredentials, BucketPlace, BucketSigner } from "@annotary/core/effect"
import * as Url from "@effect/platform/Url"
import aws4 from "aws4"
import { Either } from "effect"
import { escapeKey, escapeStep, unescapePath } from "./objectPath.ts"

/** The signer of a bucket, and the signed URL of a page of its keys. */
export interface S3Urls extends BucketSigner {
  readonly listing: (after: string | null, limit: number, signedAt: number) => string
}

export const makeS3Urls = (place: BucketPlace, { keyId, secret }: BucketCredentials): S3Urls => {
  const { base, path: bucketPath } = makeBucketBase(place)
  const region = getRegion(place)
  const keys = { accessKeyId: keyId, secretAccessKey: secret }
  const { host, origin } = new URL(base)
  const signUrl = (path: string, query: string, signedAt: number, seconds: number): string => {
    const time = new Date(signedAt * 1000).toISOString().replace(/[-:]|\.\d{3}/g, "")
    const times = `X-Amz-Date=${time}&X-Amz-Expires=${seconds}`
    const request = { service: "s3", region, host, method: "GET", signQuery: true }
    const more = query === "" ? times : `${query}&${times}`
    return `${origin}${aws4.sign({ ...request, path: `${path}?${more}` }, keys).path ?? ""}`
  }
  return {
    sign: (key, signedAt, seconds) => signUrl(`${bucketPath}/${escapeKey(key)}`, "", signedAt, seconds),
    keyOf: (url) => {
      const start = `${base}/`
      const parsed = Url.fromString(url)
      if (!url.startsWith(start) || Either.isLeft(parsed)) return null
      const { searchParams } = parsed.right
      const isOurs =
        searchParams.has("X-Amz-Signature") && searchParams.get("X-Amz-Credential")?.split("/")[0] === keyId
      return isOurs ? unescapePath(url.slice(start.length, url.indexOf("?"))) : null
    },
    listing: (after, limit, signedAt) => {
      const query = [
        "list-type=2",
        "encoding-type=url",
        `max-keys=${limit}`,
        ...(place.prefix === "" ? [] : [`prefix=${escapeStep(place.prefix)}`]),
        ...(after === null ? [] : [`continuation-token=${escapeStep(after)}`]),
      ]
      return signUrl(`${bucketPath}/`, query.join("&"), signedAt, 300)
    },
  }
}

/** Google's interoperability accepts `auto` for every bucket. */
const getRegion = ({ kind, region }: BucketPlace): string => region ?? (kind === "gs" ? "auto" : "us-east-1")

/** The URL before the keys. The name is in the path but at Amazon, whose certificates only cover names without dots. */
const makeBucketBase = (place: BucketPlace): { readonly base: string; readonly path: string } => {
  const { endpoint, kind, name } = place
  if (endpoint === null && kind === "s3" && !name.includes("."))
    return { base: `https://${name}.s3.${getRegion(place)}.amazonaws.com`, path: "" }
  const server =
    endpoint ??
    (kind === "gs" ? "https://storage.googleapis.com" : `https://s3.${getRegion(place)}.amazonaws.com`)
  return { base: `${server.replace(/\/+$/, "")}/${name}`, path: `/${name}` }
}
