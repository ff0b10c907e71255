/** Turns the result of a request into the recorded attempt and the next state of each delivery. Pure. */
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
import { classifyResponse } from "./classifyResponse.ts"
import { waitAfter } from "./waits.ts"

export interface Outcome {
  readonly request: ClaimedRequest
  readonly result: SendResult
  readonly at: Timestamp
  readonly durationMillis: number
  /** The storage's clock, to interpret dates in `Retry-After`. */
  readonly nowMillis: number
  /** From 0 to 1. */
  readonly random: number
  /** In milliseconds, for endpoints without a retry schedule. */
  readonly waits: ReadonlyArray<number>
}

export const conclude = (outcome: Outcome): Completion => {
  const { at, durationMillis, nowMillis, random, request, result } = outcome
  const { delivered, gone, pauseMillis } = classifyResponse(result, nowMillis)
  const { endpoint } = request
  const waits = endpoint.retrySchedule?.map((seconds) => seconds * 1000) ?? outcome.waits
  const decideNext = ({ delivery, event }: ClaimedDelivery): Next => {
    if (delivered) return { _tag: "Delivered" }
    const wait = waitAfter(delivery.attempts + 1, random, waits)
    // The endpoint is disabled now: the delivery is held with its others, until the endpoint is enabled again.
    if (wait === null) return gone ? { _tag: "Retry", inMillis: 0 } : { _tag: "Dead" }
    const inMillis = Math.max(wait, pauseMillis ?? 0)
    // The delivery would expire before its next attempt.
    if (!gone && isExpired(endpoint, delivery, event, nowMillis + inMillis)) return { _tag: "Dead" }
    return { _tag: "Retry", inMillis }
  }
  const next = new Map<DeliveryId, Next>(
    request.deliveries.map((claimed) => [claimed.delivery.id, decideNext(claimed)]),
  )
  const { error, responseBody, responseCut, responseHeaders, status } = result
  const recorded = { error, responseBody, responseCut, responseHeaders, status: toStorable(status) }
  return {
    request,
    attempt: { at, durationMillis, url: request.endpoint.url, ...recorded },
    next,
    pauseMillis,
    gone,
  }
}

/** The result when nothing was sent. */
export const makeNotSent = (error: AttemptError): SendResult => ({
  status: null,
  retryAfter: undefined,
  error,
  responseHeaders: null,
  responseBody: null,
  responseCut: false,
})

/** A status below 100 has no class to be shown in. */
const toStorable = (status: number | null): number | null => (status !== null && status < 100 ? null : status)
