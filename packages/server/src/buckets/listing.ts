/** Reads the XML that S3 and Azure answer to listings. */
import type { BucketPage } from "@annotary/core/effect"
import { XMLParser } from "fast-xml-parser"
import { unescaped } from "./objectPath.ts"

/** The page of keys in an answer, or why there is none. */
export const pageOf = (status: number, body: Uint8Array): BucketPage => {
  const text = Buffer.from(body).toString("utf8")
  if (status !== 200) return { refusal: refusalOf(status, text), status }
  const answer = parsed(text)
  const s3 = member(answer, "ListBucketResult")
  const azure = member(answer, "EnumerationResults")
  if (s3 !== undefined) return s3Page(s3, status)
  if (azure !== undefined) return azurePage(azure)
  return notAListing(status)
}

const s3Page = (result: unknown, status: number): BucketPage => {
  const isEncoded = member(result, "EncodingType") === "url"
  const keys = listOf(member(result, "Contents")).flatMap((entry) => {
    const key = member(entry, "Key")
    if (typeof key !== "string") return []
    return [isEncoded ? unescaped(key.replaceAll("+", " ")) : key]
  })
  if (keys.includes(null)) return notAListing(status)
  const next = member(result, "NextContinuationToken")
  return { keys: keys.filter((key) => key !== null), next: nonEmpty(next) }
}

const azurePage = (result: unknown): BucketPage => ({
  keys: listOf(member(member(result, "Blobs"), "Blob")).flatMap((entry) => {
    const name = member(entry, "Name")
    return typeof name === "string" ? [name] : []
  }),
  next: nonEmpty(member(result, "NextMarker")),
})

/** The code of the server's error is safe to show: a word. Its message is not, because anything could answer. */
const refusalOf = (status: number, text: string): string => {
  const code = member(member(parsed(text), "Error"), "Code")
  const known = typeof code === "string" && /^[A-Za-z]{1,60}$/.test(code) ? ` (${code})` : ""
  return `The server refused the listing with status ${status}${known}.`
}

const notAListing = (status: number): BucketPage => ({
  refusal: "The answer is not the listing of a bucket.",
  status,
})

const parser = new XMLParser({ parseTagValue: false, trimValues: false, ignoreDeclaration: true })

const parsed = (text: string): unknown => {
  try {
    return parser.parse(text)
  } catch {
    return undefined
  }
}

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && key in value ? Reflect.get(value, key) : undefined

/** A single element is not in a list. */
const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value]

const nonEmpty = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)
