/**
 * Signs the URLs of objects in private buckets, such as `s3://bucket/key`. Handlers mark those in the attributes of a sample with the
 * owner of its dataset; the marks are replaced by signed URLs as the reply leaves. So labels, which more people may write, sign
 * nothing, a reply that is stored under an `Idempotency-Key` contains no signature, and replies without such URLs cost nothing.
 */
import {
  type BucketUrls,
  castToJsonText,
  type FieldsOf,
  type JsonTree,
  LongText,
  type ObjectUrls,
  Raw,
  type Sample,
  type SampleContext,
  type SampleJson,
  sampleJson,
} from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { encodeText, isStreamBody, type Reply } from "../transport/reply/reply.ts"
import { type HeldBack, makeHeldBack, toLatin1Bytes } from "./heldBack.ts"

/** The JSON of a sample for a reply, with marks. */
export const toSampleJson = (sample: Sample, context: SampleContext): FieldsOf<typeof SampleJson> => {
  const json = sampleJson(sample, context)
  const attributes = markUrls(json.attributes, context.dataset.slice(0, context.dataset.indexOf("/")))
  return attributes === json.attributes ? json : { ...json, attributes }
}

/** Control characters, which JSON text never contains. A mark is followed by the JSON string of a URL. */
const open = "\u001e"
const close = "\u001f"

/** The quote before a URL; not one that is escaped, within a longer string. */
const urlStart = /(?<!\\)"(?=(?:s3|gs|azure):\\?\/\\?\/)/g
const starts = ['"s3:', '"gs:', '"azure:']

/** Marks the URLs of a value, for the buckets of the owner of its dataset. */
export const markUrls = <Leaf extends JsonTree | undefined>(
  leaf: Leaf,
  owner: string,
): Leaf | LongText | Raw => {
  const mark = `${open}${owner}${close}"`
  if (leaf instanceof Raw)
    return starts.some((start) => leaf.text.includes(start))
      ? new Raw(castToJsonText(leaf.text.replace(urlStart, mark)))
      : leaf
  if (!(leaf instanceof LongText)) return leaf
  return new LongText(
    Stream.suspend(() =>
      rewriteStream(leaf.pieces, makeHeldBack(findUrlStart), (text) =>
        Effect.succeed(text.replace(urlStart, mark)),
      ),
    ),
  )
}

/** Holds back the last quote with what is before it, which may escape it. */
const findUrlStart = (text: string): number => {
  const at = text.indexOf('"', Math.max(0, text.length - longestStart))
  if (at >= 0) return Math.max(0, at - 1)
  return text.endsWith("\\") ? text.length - 1 : text.length
}

/** The characters of `"azure:\/\/`. */
const longestStart = 11

type UrlsOf = BucketUrls["findSigner"]

/** The reply with signed URLs in place of marks. */
export const withBucketUrls =
  (urlsOf: UrlsOf) =>
  <R>(reply: Reply<R>): Effect.Effect<Reply<R>> => {
    const { body } = reply
    if (typeof body === "string")
      return body.includes(open)
        ? Effect.map(signMarks(body, urlsOf, false), (text) => ({ ...reply, body: text }))
        : Effect.succeed(reply)
    if (body instanceof Uint8Array) return withPieces(reply, [body], urlsOf)
    if (Array.isArray(body)) return withPieces(reply, body, urlsOf)
    if (body === undefined || !isStreamBody(body) || !isJson(reply)) return Effect.succeed(reply)
    const sign = (text: string) => signMarks(text, urlsOf, true)
    const stream = Stream.suspend(() => rewriteStream(body.stream, makeHeldBack(findOpenMark), sign))
    return Effect.succeed({ ...reply, body: { ...body, stream } })
  }

const isJson = ({ headers }: Reply<unknown>): boolean =>
  /^application\/json\b/.test(headers["Content-Type"] ?? "")

const withPieces = <R>(
  reply: Reply<R>,
  pieces: ReadonlyArray<Uint8Array>,
  urlsOf: UrlsOf,
): Effect.Effect<Reply<R>> => {
  if (!isJson(reply) || !pieces.some((piece) => piece.includes(open.charCodeAt(0))))
    return Effect.succeed(reply)
  const held = makeHeldBack(findOpenMark)
  const texts = [...pieces.map(held.push), held.end()]
  return Effect.map(
    Effect.forEach(texts, (text) => signMarks(text, urlsOf, true)),
    (signed) => ({ ...reply, body: signed.flatMap(toLatin1Bytes) }),
  )
}

const rewriteStream = <E, R>(
  pieces: Stream.Stream<string | Uint8Array, E, R>,
  held: HeldBack,
  rewrite: (text: string) => Effect.Effect<string>,
): Stream.Stream<Uint8Array, E, R> => {
  const rewriteText = (text: string) => Effect.map(rewrite(text), toLatin1Bytes)
  return pieces.pipe(
    Stream.mapEffect((piece) => rewriteText(held.push(encodeText(piece)))),
    Stream.concat(Stream.suspend(() => Stream.fromEffect(rewriteText(held.end())))),
    Stream.mapConcat((bytes) => bytes),
  )
}

/** A mark and the string after it, up to its quote. */
const url = `${open}([^${close}]*)${close}("(?:[^"\\\\]|\\\\.)*")`
const markedUrl = new RegExp(url, "g")
const atStart = new RegExp(`^${url}`)

/** Holds back a mark whose string has not ended. */
const findOpenMark = (text: string): number => {
  const last = text.lastIndexOf(open)
  return last < 0 || atStart.test(text.slice(last)) ? text.length : last
}

/** `isBytes`: the text has a character for each byte of UTF-8. */
const signMarks = (text: string, urlsOf: UrlsOf, isBytes: boolean): Effect.Effect<string> => {
  if (!text.includes(open)) return Effect.succeed(text)
  const owners = new Set(Array.from(text.matchAll(markedUrl), ([, owner = ""]) => owner))
  return Effect.map(
    Effect.forEach(owners, (owner) => Effect.map(urlsOf(owner), (urls) => [owner, urls] as const)),
    (found) => {
      const urlsByOwner = new Map(found)
      return text.replace(markedUrl, (_, owner: string, literal: string) =>
        signLiteral(literal, urlsByOwner.get(owner) ?? null, isBytes),
      )
    },
  )
}

const signLiteral = (literal: string, urls: ObjectUrls | null, isBytes: boolean): string => {
  if (urls === null) return literal
  const json = isBytes ? Buffer.from(literal, "latin1").toString("utf8") : literal
  const signed = urls.signed(String(JSON.parse(json)))
  return signed === null ? literal : JSON.stringify(signed)
}
