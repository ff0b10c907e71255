/** The result of a handler: a status, headers, and a body of text, bytes, a static document or a stream. */
import type { Cause, Stream } from "effect"
import { findEncoded, keepEncoded } from "../json/encodedTexts.ts"
import { formatProblem } from "../problem/problem.ts"
import { unavailable } from "../problem/refusals.ts"
import type { StaticDocument } from "./staticDocument.ts"

export interface Reply<R = never> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | Pieces | StaticDocument | StreamBody<R> | undefined
}

/** A body in pieces, which are sent without joining them. */
export interface Pieces extends ReadonlyArray<Uint8Array> {}

/** A body that is streamed. */
export interface StreamBody<R = never> {
  readonly stream: Stream.Stream<Uint8Array | string, unknown, R>
  /** Whether every chunk is flushed, even by a compressor. */
  readonly live: boolean
  /** The last text of a failed stream. Without it the connection is cut, so that nobody takes the response for complete. */
  readonly trailer: ((cause: Cause.Cause<unknown>) => string) | undefined
}

export interface ReplyOptions {
  readonly status?: number
  /** The version of the response, without quotes. */
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string>>
}

const jsonType = "application/json"
const linesType = "application/x-ndjson"

/** A reply with JSON text. Never an object with a top-level `detail`, which the SDK takes for an error. */
export const replyText = (text: string, options: ReplyOptions = {}): Reply => ({
  status: options.status ?? 200,
  headers: makeHeaders(jsonType, options),
  body: text,
})

/** A reply with JSON text as the bytes of its pieces. */
export const replyBytes = (pieces: Pieces, options: ReplyOptions = {}): Reply => ({
  status: options.status ?? 200,
  headers: makeHeaders(jsonType, options),
  body: pieces,
})

/** A reply with JSON text that is streamed, for lists. */
export const streamJson = <R>(
  stream: Stream.Stream<Uint8Array | string, unknown, R>,
  options: ReplyOptions = {},
): Reply<R> => ({
  status: options.status ?? 200,
  headers: makeHeaders(jsonType, options),
  body: { stream, live: false, trailer: undefined },
})

/** A reply with one JSON value per line, each chunk ending with a line break. A failure adds a separate line. */
export const streamNdjson = <R>(
  stream: Stream.Stream<Uint8Array | string, unknown, R>,
  options: ReplyOptions & { readonly trailer?: (cause: Cause.Cause<unknown>) => string } = {},
): Reply<R> => ({
  status: options.status ?? 200,
  headers: makeHeaders(linesType, options),
  body: { stream, live: true, trailer: options.trailer },
})

/** A reply with bytes or text of another type. */
export const replyContent = <R = never>(
  body: string | Uint8Array | Stream.Stream<Uint8Array | string, unknown, R>,
  type: string,
  options: ReplyOptions = {},
): Reply<R> => ({
  status: options.status ?? 200,
  headers: makeHeaders(type, options),
  body:
    typeof body === "string" || body instanceof Uint8Array
      ? body
      : { stream: body, live: false, trailer: undefined },
})

/** A reply with a document that caches may keep for a few minutes and then revalidate by its tag. */
export const replyStatic = (
  document: StaticDocument,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status: 200,
  headers: { "Content-Type": type, "Cache-Control": "public, max-age=300", ...headers },
  body: document,
})

/** A reply without content. */
export const noContent: Reply = { status: 204, headers: {}, body: undefined }

/** A trailer for {@link streamNdjson} that reports only that the list is incomplete. */
export const formatErrorLine = (_cause: Cause.Cause<unknown>): string =>
  `{"error":${formatProblem(unavailable)}}\n`

/** The bytes of a text. ASCII, which has as many bytes as characters, is copied instead of encoded. */
export const encodeText = (text: string | Uint8Array): Uint8Array => {
  if (typeof text !== "string") return text
  return findEncoded(text) ?? Buffer.from(text, Buffer.byteLength(text) === text.length ? "latin1" : "utf8")
}

/** The bytes of a text that is a body or a piece of one, for when it is sent again. Not for chunks of a stream. */
export const encodeBody = (text: string | Uint8Array): Uint8Array => {
  const bytes = encodeText(text)
  if (typeof text === "string") keepEncoded(text, bytes)
  return bytes
}

export const isStreamBody = <R>(body: Reply<R>["body"]): body is StreamBody<R> =>
  typeof body === "object" && "stream" in body

const makeHeaders = (type: string, { etag, headers }: ReplyOptions): Readonly<Record<string, string>> => ({
  "Content-Type": type,
  ...(etag === undefined ? {} : { ETag: `"${etag}"` }),
  ...headers,
})
