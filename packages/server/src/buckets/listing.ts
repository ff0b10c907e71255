/** Reads the XML that S3 and Azure answer to listings. */
import type { BucketPage } from "@annotary/core/effect"
import { XMLParser } from "fast-xml-parser"
import { unescapePath } from "./objectPath.ts"

/** The page of keys in an answer, or why there is none. */
export const parsePage = (status: number, body: Uint8Array): BucketPage => {
  const text = Buffer.from(body).toString("utf8")
  if (status !== 200) return { refusal: formatRefusal(status, text), status }
  const answer = parseXml(text)
  const s3 = getMember(answer, "ListBucketResult")
  const azure = getMember(answer, "EnumerationResults")
  if (s3 !== undefined) return toS3Page(s3, status)
  if (azure !== undefined) return toAzurePage(azure)
  return makeNotAListing(status)
}

const toS3Page = (result: unknown, status: number): BucketPage => {
  const isEncoded = getMember(result, "EncodingType") === "url"
  const keys = toList(getMember(result, "Contents")).flatMap((entry) => {
    const key = getMember(entry, "Key")
    if (typeof key !== "string") return []
    return [isEncoded ? unescapePath(key.replaceAll("+", " ")) : key]
  })
  if (keys.includes(null)) return makeNotAListing(status)
  const next = getMember(result, "NextContinuationToken")
  return { keys: keys.filter((key) => key !== null), next: toNonEmpty(next) }
}

const toAzurePage = (result: unknown): BucketPage => ({
  keys: toList(getMember(getMember(result, "Blobs"), "Blob")).flatMap((entry) => {
    const name = getMember(entry, "Name")
    return typeof name === "string" ? [name] : []
  }),
  next: toNonEmpty(getMember(result, "NextMarker")),
})

/** The code of the server's error is safe to show: a word. Its message is not, because anything could answer. */
const formatRefusal = (status: number, text: string): string => {
  const code = getMember(getMember(parseXml(text), "Error"), "Code")
  const shownCode = typeof code === "string" && /^[A-Za-z]{1,60}$/.test(code) ? ` (${code})` : ""
  return `The server refused the listing with status ${status}${shownCode}.`
}

const makeNotAListing = (status: number): BucketPage => ({
  refusal: "The answer is not the listing of a bucket.",
  status,
})

const parser = new XMLParser({ parseTagValue: false, trimValues: false, ignoreDeclaration: true })

const parseXml = (text: string): unknown => {
  try {
    return parser.parse(text)
  } catch {
    return undefined
  }
}

const getMember = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && key in value ? Reflect.get(value, key) : undefined

/** A single element is not in a list. */
const toList = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value]

const toNonEmpty = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null
