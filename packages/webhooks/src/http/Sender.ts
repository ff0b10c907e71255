/**
 * Sends requests to endpoints over persistent connections. Each endpoint has its own connections: none is
 * shared between accounts, and a slow endpoint does not delay others. The URL is checked before every request,
 * addresses with every connection.
 */
import type { AttemptError, ResponseHeader } from "@annotary/core/effect"
import { Effect, Random } from "effect"
import { type CallbackTime, makeCallbackTime } from "../monotonic.ts"
import type { AddressPolicy } from "../ssrf/AddressPolicy.ts"
import { type CheckedUrl, checkUrl } from "../ssrf/checkUrl.ts"
import type { Connecting } from "./connectChecked.ts"
import type { OpenConnection } from "./connection.ts"
import { makeConnectionPool } from "./connectionPool.ts"
import { type Answered, performExchange } from "./exchange.ts"
import { SendFailure, toAttemptError } from "./SendFailure.ts"
import { makeWatch } from "./watch.ts"

/** One request to an endpoint. */
export interface SendRequest {
  /** The endpoint whose connections it may use. */
  readonly endpoint: string
  readonly url: string
  /** Names and values in turn, added to the sender's own. */
  readonly headers: ReadonlyArray<string>
  readonly body: Uint8Array
  /** Timeout of the whole request; null for the sender's limit. */
  readonly timeoutMillis?: number | null
}

/** The response to a request, or the error that prevented one. */
export interface SendResult {
  readonly status: number | null
  readonly retryAfter: string | ReadonlyArray<string> | undefined
  /** Null for every status of 2xx. */
  readonly error: AttemptError | null
  /** Null when there was no response. */
  readonly responseHeaders: ReadonlyArray<ResponseHeader> | null
  readonly responseBody: string | null
  readonly responseCut: boolean
}

/** Sends requests to endpoints within all limits. */
export interface Sender {
  /** Never fails. Interruption destroys the connection. */
  readonly send: (request: SendRequest) => Effect.Effect<SendResult>
  /** Number of connections, idle or in use. */
  readonly connections: () => number
  /** Destroys all connections. */
  readonly close: () => void
}

/** Address checks, limits and name of a sender. */
export type SenderOptions = Connecting & {
  /** The `User-Agent` of every request. */
  readonly userAgent: string
}

/**
 * Makes a sender that measures time with the clock of the current fiber. It lives until `close` is called. Without `close`, idle
 * connections and their timer keep the process alive until the idle limit has closed them all.
 */
export const makeSender = (options: SenderOptions): Effect.Effect<Sender> =>
  Effect.map(makeCallbackTime, (time) => makeSenderWith(options, time))

const makeSenderWith = (options: SenderOptions, time: CallbackTime): Sender => {
  const { limits, policy, userAgent } = options
  const watch = makeWatch(time, Math.max(10, Math.min(200, limits.totalMillis / 20)))
  const pool = makeConnectionPool(options, time)
  const ours = ["content-type", "application/json", "accept-encoding", "identity", "user-agent", userAgent]
  const checkedUrl = makeUrlCache(policy)
  let open: OpenConnection | undefined
  // Loaded with the first request: the HTTP client is larger than the rest of a worker, and most servers have no endpoints.
  const loaded = Effect.promise(async () => {
    open ??= (await import("./connection.ts")).openConnection
    return open
  })

  const send = (request: SendRequest): Effect.Effect<SendResult> =>
    open === undefined ? Effect.flatMap(loaded, (opened) => sendBy(opened, request)) : sendBy(open, request)

  const sendBy = (opening: OpenConnection, request: SendRequest): Effect.Effect<SendResult> =>
    Effect.async<SendResult>((resume) => {
      const began = time.now()
      const fail = ({ code }: SendFailure) => {
        const result = { ...noAnswer, error: toAttemptError(code) }
        resume(
          code === "unreachable"
            ? equalizeTime(result, limits.unreachableMillis, began, time)
            : Effect.succeed(result),
        )
      }
      const target = checkedUrl(request.url)
      if (target === undefined) return fail(new SendFailure("unreachable"))
      const { body, endpoint, headers } = request
      const connection = pool.take(endpoint, target, opening)
      const message = { path: target.path, headers: [...ours, ...headers], body }
      const { timeoutMillis: totalMillis = null } = request
      const within = { limits: totalMillis === null ? limits : { ...limits, totalMillis }, watch }
      const abort = performExchange(connection, message, within, (came) => {
        const isAnswer = !(came instanceof SendFailure)
        pool.giveBack(endpoint, target, connection, isAnswer && came.reusable)
        if (isAnswer) resume(Effect.succeed(toSendResult(came, limits.maxBodyBytes)))
        else fail(came)
      })
      return Effect.sync(() => {
        abort()
        pool.giveBack(endpoint, target, connection, false)
      })
    })
  return { send, connections: pool.count, close: pool.close }
}

/** Equalizes the time of unreachable requests, so that it does not reveal the reason. */
const equalizeTime = (
  result: SendResult,
  millis: number,
  began: number,
  time: CallbackTime,
): Effect.Effect<SendResult> =>
  Effect.flatMap(Random.nextRange(0.8, 1.2), (about) =>
    Effect.delay(Effect.succeed(result), Math.max(0, millis * about - (time.now() - began))),
  )

/** Caches checked URLs: the result never changes, and parsing costs more than a lookup. */
const makeUrlCache = (policy: AddressPolicy) => {
  const targets = new Map<string, CheckedUrl>()
  return (url: string): CheckedUrl | undefined => {
    const before = targets.get(url)
    if (before !== undefined) return before
    const checked = checkUrl(url, policy)
    if (checked._tag === "Left") return undefined
    if (targets.size >= 2000) targets.clear()
    targets.set(url, checked.right)
    return checked.right
  }
}

const noAnswer = {
  status: null,
  retryAfter: undefined,
  responseHeaders: null,
  responseBody: null,
  responseCut: false,
}

const toSendResult = (
  { body, cut, headers, retryAfter, status }: Answered,
  maxBytes: number,
): SendResult => ({
  status,
  retryAfter,
  responseHeaders: headers,
  error: status < 300 ? null : toAttemptError(status < 400 ? "redirect" : "status"),
  responseBody: decodeResponse(body, maxBytes),
  responseCut: cut,
})

/** The beginning of a response body as text that every database can store: invalid UTF-8 and NUL become U+FFFD. */
const decodeResponse = (bytes: Uint8Array, maxBytes: number): string =>
  bytes.length === 0 ? "" : cutToBytes(decoder.decode(bytes).replaceAll("\u0000", "\ufffd"), maxBytes)

const decoder = new TextDecoder("utf-8")

/** The longest prefix within this many bytes of UTF-8 that does not split a character. */
const cutToBytes = (text: string, maxBytes: number): string => {
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  // Back to the first byte of a character: the others are 10xxxxxx.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString("utf8", 0, end)
}
