/** What a handler answers: a status, headers, and a body that is ready text, ready bytes, a static document or a stream. */
import type { Cause, Stream } from "effect"
import { problemText } from "../problem/problem.ts"
import { unavailable } from "../problem/refusals.ts"
import { StaticDocument } from "./staticDocument.ts"

export interface Reply<R = never> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | StaticDocument | StreamBody<R> | undefined
}

/** A body that is written as it is made. */
export interface StreamBody<R = never> {
  readonly stream: Stream.Stream<Uint8Array | string, unknown, R>
  /** Each chunk matters by itself: a compressor passes it on at once. */
  readonly live: boolean
  /** The last words of a stream that failed; without them the connection is cut, so that nobody takes it for whole. */
  readonly trailer: ((cause: Cause.Cause<unknown>) => string) | undefined
}

export interface ReplyOptions {
  readonly status?: number
  /** The version that the answer shows, without quotes. */
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string>>
}

const jsonType = "application/json"
export const linesType = "application/x-ndjson"

/** Ready JSON text. Never an object with a top-level `detail`: the SDK takes that for an error. */
export const json = (text: string, options: ReplyOptions = {}): Reply => ({
  status: options.status ?? 200,
  headers: headersOf(jsonType, options),
  body: text,
})

/** JSON text that is written as it is made, for lists. */
export const jsonStream = <R>(
  stream: Stream.Stream<Uint8Array | string, unknown, R>,
  options: ReplyOptions = {},
): Reply<R> => ({
  status: options.status ?? 200,
  headers: headersOf(jsonType, options),
  body: { stream, live: false, trailer: undefined },
})

/** One JSON value a line, each chunk ending its line. A failure half-way ends the answer with a line of its own. */
export const ndjson = <R>(
  stream: Stream.Stream<Uint8Array | string, unknown, R>,
  options: ReplyOptions & { readonly trailer?: (cause: Cause.Cause<unknown>) => string } = {},
): Reply<R> => ({
  status: options.status ?? 200,
  headers: headersOf(linesType, options),
  body: { stream, live: true, trailer: options.trailer },
})

/** Bytes or text of another type. */
export const bytes = <R = never>(
  body: string | Uint8Array | Stream.Stream<Uint8Array | string, unknown, R>,
  type: string,
  options: ReplyOptions = {},
): Reply<R> => ({
  status: options.status ?? 200,
  headers: headersOf(type, options),
  body:
    typeof body === "string" || body instanceof Uint8Array
      ? body
      : { stream: body, live: false, trailer: undefined },
})

/** A document that caches may keep for a few minutes and then ask for by its tag. */
export const staticReply = (
  document: StaticDocument,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status: 200,
  headers: { "Content-Type": type, "Cache-Control": "public, max-age=300", ...headers },
  body: document,
})

/** Done, and nothing to say. */
export const noContent: Reply = { status: 204, headers: {}, body: undefined }

/** A trailer for {@link ndjson} that says no more than that the list is not whole. */
export const errorLine = (_cause: Cause.Cause<unknown>): string => `{"error":${problemText(unavailable)}}\n`

export const isStreamBody = <R>(body: Reply<R>["body"]): body is StreamBody<R> =>
  typeof body === "object" && !(body instanceof Uint8Array || body instanceof StaticDocument)

const headersOf = (type: string, { etag, headers }: ReplyOptions): Readonly<Record<string, string>> => ({
  "Content-Type": type,
  ...(etag === undefined ? {} : { ETag: `"${etag}"` }),
  ...headers,
})
