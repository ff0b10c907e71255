/**
 * Processes one request from its route to its reply: path, query, headers, body, handler. Authentication comes first, so
 * that 401 takes precedence over 404, and only authorized clients can send a body.
 */
import { Effect, Either, Option, Stream } from "effect"
import { collect, collectEarly } from "../body/collect.ts"
import { type ContentEncoding, parseContentEncoding, parseMedia } from "../body/headers.ts"
import { inflateBody, limitRatio } from "../body/inflate.ts"
import { matchLineCount, parseLineCount } from "../body/lineCount.ts"
import { type Line, splitLines } from "../body/lines.ts"
import { streamBody } from "../body/stream.ts"
import { hashSha256 } from "../codec/extract.ts"
import { decodeLarge } from "../codec/largeBodies.ts"
import type { PayloadFailure } from "../codec/payload.ts"
import type { Exchange } from "../exchange/exchange.ts"
import { type Problem, Refused } from "../problem/problem.ts"
import * as refusals from "../problem/refusals.ts"
import type { Reply } from "../reply/reply.ts"
import type { Failure, RequestContext } from "../routing/handlers.ts"
import type { Route } from "../routing/routes.ts"
import type { TransportSettings } from "../settings.ts"
import { continueWith } from "./completed.ts"
import { type Idempotent, isIdempotencyKey } from "./idempotency.ts"

/** A handler as the transport calls it. The declaration's types were checked where the handlers were passed in. */
export type AnyHandler<R> = (request: unknown) => Effect.Effect<Reply<R>, Failure, R>

/** The argument of every handler: one shape for all endpoints, with undefined for undeclared parts. */
interface Call<Actor> extends RequestContext<Actor> {
  path: unknown
  urlParams: unknown
  headers: unknown
  payload: unknown
  lines: Stream.Stream<Line, Refused> | undefined
}

export interface Requests<Actor, R> {
  readonly settings: TransportSettings
  readonly idempotent: Idempotent<Actor, R> | undefined
}

/** The reply to an authenticated request. */
export const replyTo = <Actor, R>(
  { idempotent, settings }: Requests<Actor, R>,
  route: Route,
  handler: AnyHandler<R>,
  exchange: Exchange,
  params: unknown,
  actor: Actor,
): Effect.Effect<Reply<R>, Failure, R> => {
  const request = makeContext(exchange, actor, route.rawBody)
  const wrong = readParts(route, exchange, params, request)
  if (wrong !== undefined) return refuse(wrong)
  const key = route.idempotent ? exchange.incoming.header("idempotency-key") : undefined
  if (key !== undefined && !isIdempotencyKey(key)) return refuse(refusals.badIdempotencyKey)
  const call: Caller<R> = (bodySha256) => {
    if (key === undefined || idempotent === undefined || request.lines !== undefined) return handler(request)
    const effect = Effect.suspend(() => handler(request))
    const path = exchange.pathname.replace(/(?<=.)\/$/, "")
    const { method } = exchange.incoming
    return idempotent({ key, actor, method, path, bodySha256: bodySha256(), secret: route.secret }, effect)
  }
  return route.payload === undefined && !route.linesBody
    ? call(() => hashSha256(nothing))
    : withBody(route, exchange, settings, request, call)
}

/** Calls the handler with a function that returns the hash of the body. */
type Caller<R> = (bodySha256: () => string) => Effect.Effect<Reply<R>, Failure, R>

const nothing = new Uint8Array(0)

const refuse = (problem: Problem): Effect.Effect<never, Refused> => Effect.fail(new Refused({ problem }))

const makeContext = <Actor>(
  { body, incoming, pathname, requestId, search }: Exchange,
  actor: Actor,
  rawBody: boolean,
): Call<Actor> => ({
  actor,
  requestId,
  method: incoming.method,
  url: { pathname: (incoming.base ?? "") + pathname, search },
  incoming,
  header: incoming.header,
  body: rawBody ? streamBody(body) : Stream.empty,
  lines: undefined,
  path: undefined,
  urlParams: undefined,
  headers: undefined,
  payload: undefined,
})

/** Decodes path, query and headers. Fails with their problems. */
const readParts = (
  route: Route,
  exchange: Exchange,
  params: unknown,
  request: Call<unknown>,
): Problem | undefined => {
  if (route.path !== undefined) {
    const path = route.path(params)
    if (Option.isNone(path)) return refusals.notFound
    request.path = path.value
  }
  // What does not exist is not found, whatever the query.
  const query = (isMisread(route, params) ? route.lenientQuery : route.query)(exchange.search)
  if (Either.isLeft(query)) return refusals.makeInvalid(query.left)
  request.urlParams = query.right
  if (route.headers !== undefined) {
    const headers = route.headers(exchange.incoming.header)
    if (Either.isLeft(headers)) return refusals.makeInvalid(headers.left)
    request.headers = headers.right
  }
  return undefined
}

/** Whether the last name of the address is what follows a name in other addresses, so that a name seems to be missing. */
const isMisread = ({ followers, pattern }: Route, params: unknown): boolean => {
  const last = /:([^/]+)\/?$/.exec(pattern)?.[1]
  if (last === undefined || followers.size === 0 || typeof params !== "object" || params === null)
    return false
  const value: unknown = Reflect.get(params, last)
  return typeof value === "string" && followers.has(value)
}

const withBody = <R>(
  route: Route,
  exchange: Exchange,
  settings: TransportSettings,
  request: Call<unknown>,
  call: Caller<R>,
): Effect.Effect<Reply<R>, Failure, R> => {
  const { body, early, incoming } = exchange
  const encoding = parseContentEncoding(incoming.header("content-encoding"))
  if (Option.isNone(encoding)) return refuse(refusals.unsupportedEncoding)
  const media = parseMedia(incoming.header("content-type"))
  if (route.linesBody && media === "lines") {
    const count = parseLineCount(incoming.header("annotary-lines"))
    if (Either.isLeft(count)) return refuse(count.left)
    request.lines = matchLineCount(readLines(body, encoding.value, settings), count.right)
    return call(() => hashSha256(nothing))
  }
  const unlabelled = media === "absent" && body.length === undefined
  if (media !== "json" && body.length !== 0 && !unlabelled) return refuse(refusals.unsupportedMediaType)
  const lease = settings.budget.lease()
  exchange.lease = lease
  const collected =
    early === undefined
      ? collect(body, encoding.value, settings.body, lease)
      : collectEarly(early, encoding.value, settings.body, lease)
  return continueWith(collected, (bytes): Effect.Effect<Reply<R>, Failure, R> => {
    if (unlabelled && bytes.length > 0) return refuse(refusals.unsupportedMediaType)
    if (route.payload === undefined) return refuse(refusals.unsupportedMediaType)
    const take = (
      payload: Either.Either<unknown, PayloadFailure>,
      hash: () => string,
    ): Effect.Effect<Reply<R>, Failure, R> => {
      if (Either.isLeft(payload)) return refuse(toPayloadProblem(payload.left))
      request.payload = payload.right
      return call(hash)
    }
    const largeBodies = settings.largeBodies ?? incoming.largeBodies
    if (largeBodies === undefined || bytes.length <= settings.body.threadBytes)
      return take(route.payload(bytes), () => hashSha256(bytes))
    const hashed = route.idempotent && incoming.header("idempotency-key") !== undefined
    return Effect.flatMap(decodeLarge(largeBodies, bytes, route.payload, hashed), (large) =>
      take(large.payload, () => large.sha256),
    )
  })
}

const readLines = (
  body: Exchange["body"],
  encoding: ContentEncoding,
  settings: TransportSettings,
): Stream.Stream<Line, Refused> =>
  splitLines(
    streamBody(encoding === "identity" ? body : limitRatio(body, (sent) => inflateBody(sent, encoding))),
    settings.body.lineBytes,
  )

const toPayloadProblem = (failure: PayloadFailure): Problem => {
  switch (failure._tag) {
    case "Malformed":
      return refusals.makeMalformedJson(failure.fault)
    case "TooLarge":
      return refusals.tooLarge
    case "Invalid":
      return refusals.makeInvalid(failure.issues)
  }
}
