/** Writes a reply or a problem to the host, and reports what was written. */
import { type Cause, Effect, Stream } from "effect"
import type { Exchange } from "../exchange/exchange.ts"
import { isInPieces, joinBody, type Outlet, type Responder, type SentBody } from "../exchange/responder.ts"
import { formatProblem, type Problem, problemType } from "../problem/problem.ts"
import type { TransportSettings } from "../settings.ts"
import { canSendGzip, compressGzip, isCompressible, makeGzipOutlet } from "./compression.ts"
import { isKnownTag } from "./entityTags.ts"
import { makeAnswerHeaders } from "./headers.ts"
import { encodeBody, isStreamBody, type Reply, type StreamBody } from "./reply.ts"
import { StaticDocument } from "./staticDocument.ts"

/** The response that was sent. */
export interface Delivered {
  readonly status: number
  readonly bytes: number
  /** Whether it was cut before its end. */
  readonly cut: boolean
}

/** Sends a problem. */
export const sendProblem = (
  exchange: Exchange,
  responder: Pick<Responder, "send">,
  settings: TransportSettings,
  problem: Problem,
): Delivered => {
  const own = { "Content-Type": problemType, ...problem.headers }
  return sendText(exchange, responder, settings, problem.status, own, formatProblem(problem))
}

export const sendText = (
  exchange: Exchange,
  responder: Pick<Responder, "send">,
  settings: TransportSettings,
  status: number,
  own: Readonly<Record<string, string>>,
  body: SentBody | undefined,
  compressible = false,
): Delivered => {
  const headers = makeAnswerHeaders(exchange, settings, own, compressible)
  const bodiless = status === 204 || status === 304
  const bytes = body === undefined ? 0 : getByteLength(body)
  if (!bodiless && !hasLength(own)) headers.push("Content-Length", String(bytes))
  const sent = bodiless || exchange.incoming.method === "HEAD" ? undefined : body
  responder.send(status, headers, sent)
  return { status, bytes: sent === undefined ? 0 : bytes, cut: false }
}

/** Sends the reply of a handler: at once, unless it is streamed or compressed. */
export const deliver = <R>(
  exchange: Exchange,
  responder: Responder,
  settings: TransportSettings,
  { body, headers, status }: Reply<R>,
): Effect.Effect<Delivered, never, R> => {
  const send = (own: Readonly<Record<string, string>>, text: SentBody | undefined, varies: boolean) =>
    sendText(exchange, responder, settings, status, own, text, varies)
  if (isStreamBody(body)) return deliverStream(exchange, responder, settings, status, headers, body)
  if (body === undefined) return Effect.succeed(send(headers, undefined, false))
  if (body instanceof StaticDocument)
    return Effect.succeed(sendDocument(exchange, responder, settings, headers, body))
  const ready = prepareBody(body)
  const compressible = isCompressible(headers, getByteLength(ready), settings.compression)
  if (!compressible || !canSendGzip(exchange.incoming))
    return Effect.succeed(send(headers, ready, compressible))
  return Effect.map(compressGzip(joinBody(ready), settings.compression.level), (bytes) =>
    send(toGzipHeaders(headers), bytes, true),
  )
}

/** Sends a static document, or 304 to a client that has it. */
const sendDocument = (
  exchange: Exchange,
  responder: Responder,
  settings: TransportSettings,
  own: Readonly<Record<string, string>>,
  document: StaticDocument,
): Delivered => {
  const { incoming } = exchange
  const compressible = isCompressible(own, document.plain.length, settings.compression)
  const gzip = compressible && canSendGzip(incoming)
  const tag = document.getTag(gzip)
  const tagged = { ...own, ETag: tag }
  if (isKnownTag(incoming.header("if-none-match"), tag))
    return sendText(exchange, responder, settings, 304, tagged, undefined, compressible)
  const [headers, bytes] = gzip ? [toGzipHeaders(tagged), document.gzip] : [tagged, document.plain]
  return sendText(exchange, responder, settings, 200, headers, bytes, compressible)
}

const deliverStream = <R>(
  exchange: Exchange,
  responder: Responder,
  settings: TransportSettings,
  status: number,
  own: Readonly<Record<string, string>>,
  body: StreamBody<R>,
): Effect.Effect<Delivered, never, R> =>
  Effect.suspend(() => {
    const compressible = isCompressible(own, undefined, settings.compression)
    const gzip = compressible && canSendGzip(exchange.incoming)
    const headers = makeAnswerHeaders(exchange, settings, gzip ? toGzipHeaders(own) : own, compressible)
    if (exchange.incoming.method === "HEAD") {
      responder.send(status, headers, undefined)
      return Effect.succeed({ status, bytes: 0, cut: false })
    }
    const counted = countBytes(responder.open(status, headers))
    const outlet = gzip ? makeGzipOutlet(counted, settings.compression.level, body.live) : counted
    return Effect.map(writeStream(outlet, body, exchange), (whole) => ({
      status,
      bytes: counted.bytes(),
      cut: !whole,
    }))
  })

/** Runs the stream into the outlet. Returns false when it broke off. */
const writeStream = <R>(
  outlet: Outlet,
  body: StreamBody<R>,
  exchange: Exchange,
): Effect.Effect<boolean, never, R> =>
  Stream.runForEach(body.stream, outlet.write).pipe(
    Effect.zipRight(outlet.end),
    Effect.as(true),
    Effect.catchAllCause((cause) =>
      Effect.logError("A response was cut before its end.", cause).pipe(
        Effect.annotateLogs({ requestId: exchange.requestId }),
        Effect.zipRight(writeTrailer(outlet, body, cause)),
        Effect.as(false),
      ),
    ),
  )

const writeTrailer = <R>(
  outlet: Outlet,
  body: StreamBody<R>,
  cause: Cause.Cause<unknown>,
): Effect.Effect<void> =>
  body.trailer === undefined
    ? Effect.sync(outlet.cut)
    : Effect.zipRight(outlet.write(body.trailer(cause)), outlet.end)

const countBytes = (outlet: Outlet): Outlet & { readonly bytes: () => number } => {
  let bytes = 0
  return {
    ...outlet,
    write: (chunk) => {
      bytes += getByteLength(chunk)
      return outlet.write(chunk)
    },
    bytes: () => bytes,
  }
}

const toGzipHeaders = (own: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...own,
  "Content-Encoding": "gzip",
})

/** Text up to this many characters is sent with the headers in one string. */
const shortText = 8 * 1024

/** Encodes long text once, instead of at each access to its length and again at the socket. */
const prepareBody = (body: SentBody): SentBody =>
  typeof body === "string" && body.length > shortText ? encodeBody(body) : body

const hasLength = (own: Readonly<Record<string, string>>): boolean =>
  Object.keys(own).some((name) => name.length === 14 && name.toLowerCase() === "content-length")

const getByteLength = (body: SentBody): number => {
  if (typeof body === "string") return Buffer.byteLength(body)
  return isInPieces(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : body.length
}
