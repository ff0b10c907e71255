/** From what came back to what is told of a request: the attempt, and what becomes of each delivery. Pure. */
import type { Timestamp } from "@annotary/core"
import {
  type AttemptError,
  type ClaimedDelivery,
  type ClaimedRequest,
  type Completion,
  type DeliveryId,
  isExpired,
  type Next,
} from "@annotary/core/effect"
import type { SendResult } from "../http/Sender.ts"
import { judge } from "./judge.ts"
import { waitAfter } from "./waits.ts"

export interface Outcome {
  readonly request: ClaimedRequest
  readonly result: SendResult
  readonly at: Timestamp
  readonly durationMillis: number
  /** The storage's clock, for dates in `Retry-After`. */
  readonly nowMillis: number
  /** 0 to 1. */
  readonly random: number
  /** For endpoints without a schedule of their own, in milliseconds. */
  readonly waits: ReadonlyArray<number>
}

export const conclude = (outcome: Outcome): Completion => {
  const { at, durationMillis, nowMillis, random, request, result } = outcome
  const { delivered, gone, pauseMillis } = judge(result, nowMillis)
  const { endpoint } = request
  const waits = endpoint.retrySchedule?.map((seconds) => seconds * 1000) ?? outcome.waits
  const nextOf = ({ delivery, event }: ClaimedDelivery): Next => {
    if (delivered) return { _tag: "Delivered" }
    const wait = waitAfter(delivery.attempts + 1, random, waits)
    // Nobody is there: it is kept with what the endpoint holds, for the day when it is enabled again.
    if (wait === null) return gone ? { _tag: "Retry", inMillis: 0 } : { _tag: "Dead" }
    const inMillis = Math.max(wait, pauseMillis ?? 0)
    // By then nobody wants it any more.
    if (!gone && isExpired(endpoint, delivery, event, nowMillis + inMillis)) return { _tag: "Dead" }
    return { _tag: "Retry", inMillis }
  }
  const next = new Map<DeliveryId, Next>(
    request.deliveries.map((claimed) => [claimed.delivery.id, nextOf(claimed)]),
  )
  const { error, responseBody, responseCut, responseHeaders, status } = result
  const told = { error, responseBody, responseCut, responseHeaders, status: storable(status) }
  return {
    request,
    attempt: { at, durationMillis, url: request.endpoint.url, ...told },
    next,
    pauseMillis,
    gone,
  }
}

/** What is told when nothing could be sent at all. */
export const notSent = (error: AttemptError): SendResult => ({
  status: null,
  retryAfter: undefined,
  error,
  responseHeaders: null,
  responseBody: null,
  responseCut: false,
})

/** Answers of 0 to 99 have no class to be shown in. */
const storable = (status: number | null): number | null => (status !== null && status < 100 ? null : status)
