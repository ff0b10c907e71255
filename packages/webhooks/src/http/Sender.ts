/**
 * Sends requests to endpoints over connections that are kept. Each endpoint has connections of its own: none is shared between
 * accounts, and the slowness of one is nobody else's. The URL is judged before every request, addresses with every connection.
 */
import type { AttemptError, ResponseHeader } from "@annotary/core/effect"
import { type Clock, Effect, Random } from "effect"
import { monotonicMillis } from "../monotonic.ts"
import type { AddressPolicy } from "../ssrf/AddressPolicy.ts"
import { type CheckedUrl, checkUrl } from "../ssrf/checkUrl.ts"
import type { Connecting } from "./connectChecked.ts"
import { type Answered, exchange } from "./exchange.ts"
import { makeLanes } from "./lanes.ts"
import { responseText } from "./responseText.ts"
import { attemptError, SendFailure } from "./SendFailure.ts"
import { makeWatch } from "./watch.ts"

export interface SendRequest {
  /** Whose connections it may use. */
  readonly endpoint: string
  readonly url: string
  /** Name and value in turn, beside the sender's own. */
  readonly headers: ReadonlyArray<string>
  readonly body: Uint8Array
  /** How long it may take in all; null: as the sender's limits say. */
  readonly timeoutMillis?: number | null
}

export interface SendResult {
  readonly status: number | null
  readonly retryAfter: string | ReadonlyArray<string> | undefined
  /** Null with every status of 2xx. */
  readonly error: AttemptError | null
  /** Null: there was no answer. */
  readonly responseHeaders: ReadonlyArray<ResponseHeader> | null
  readonly responseBody: string | null
  readonly responseCut: boolean
}

export interface Sender {
  /** Never fails; interrupted, it destroys its connection. */
  readonly send: (request: SendRequest) => Effect.Effect<SendResult>
  /** Connections that are kept or in use. */
  readonly lanes: () => number
  /** Destroys all connections. */
  readonly close: () => void
}

export type SenderOptions = Connecting & {
  /** How the sender names itself. */
  readonly userAgent: string
}

export const makeSender = (options: SenderOptions): Sender => {
  const { limits, policy, userAgent } = options
  const watch = makeWatch(Math.max(10, Math.min(200, limits.totalMillis / 20)))
  const lanes = makeLanes(options)
  const ours = ["content-type", "application/json", "accept-encoding", "identity", "user-agent", userAgent]
  const judged = judgedUrls(policy)

  const send = (request: SendRequest): Effect.Effect<SendResult> =>
    Effect.clockWith((clock) =>
      Effect.async<SendResult>((resume) => {
        const began = monotonicMillis(clock)
        const fail = ({ code }: SendFailure) => {
          const result = { ...noAnswer, error: attemptError(code) }
          resume(
            code === "unreachable"
              ? evenly(result, limits.unreachableMillis, began, clock)
              : Effect.succeed(result),
          )
        }
        const target = judged(request.url)
        if (target === undefined) return fail(new SendFailure("unreachable"))
        const { body, endpoint, headers } = request
        const lane = lanes.take(endpoint, target)
        const asked = { path: target.path, headers: [...ours, ...headers], body }
        const totalMillis = request.timeoutMillis ?? limits.totalMillis
        const abort = exchange(lane, asked, { limits: { ...limits, totalMillis }, watch }, (came) => {
          const isAnswer = !(came instanceof SendFailure)
          lanes.giveBack(endpoint, target, lane, isAnswer && came.reusable)
          if (isAnswer) resume(Effect.succeed(resultOf(came, limits.maxBodyBytes)))
          else fail(came)
        })
        return Effect.sync(() => {
          abort()
          lanes.giveBack(endpoint, target, lane, false)
        })
      }),
    )
  return { send, lanes: lanes.count, close: lanes.close }
}

/** Reaching nobody takes about the same time, whatever the reason. */
const evenly = (
  result: SendResult,
  millis: number,
  began: number,
  clock: Clock.Clock,
): Effect.Effect<SendResult> =>
  Effect.flatMap(Random.nextRange(0.8, 1.2), (about) =>
    Effect.delay(Effect.succeed(result), Math.max(0, millis * about - (monotonicMillis(clock) - began))),
  )

/** A URL is judged the same each time, and parsing it costs more than remembering that it was. */
const judgedUrls = (policy: AddressPolicy) => {
  const known = new Map<string, CheckedUrl>()
  return (url: string): CheckedUrl | undefined => {
    const before = known.get(url)
    if (before !== undefined) return before
    const checked = checkUrl(url, policy)
    if (checked._tag === "Left") return undefined
    if (known.size >= 2000) known.clear()
    known.set(url, checked.right)
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

const resultOf = ({ body, cut, headers, retryAfter, status }: Answered, maxBytes: number): SendResult => ({
  status,
  retryAfter,
  responseHeaders: headers,
  error: status < 300 ? null : attemptError(status < 400 ? "redirect" : "status"),
  responseBody: responseText(body, maxBytes),
  responseCut: cut,
})
