/** The fields of an attempt that every storage logs alike. Pure. */
import { fromMillis } from "../domain/Timestamp.ts"
import {
  type Attempt,
  type AttemptError,
  maxHeaderBytesOfMany,
  maxResponseBytesOfMany,
  selectHeaders,
} from "../domain/webhooks/Attempt.ts"
import type { Delivery } from "../domain/webhooks/Delivery.ts"
import type { Completion, Next } from "./claims.ts"

/** An attempt without its ids and trigger. */
export type AttemptRecord = Omit<Attempt, "id" | "deliveryId" | "endpointId" | "trigger">

/** Whether the receiver accepted the request. */
export const isDelivered = ({ next }: Completion): boolean =>
  [...next.values()].some(({ _tag }) => _tag === "Delivered")

/** The next state of a delivery after the request. A test is not retried. */
export const findNext = ({ next }: Completion, { id, origin }: Delivery): Next => {
  const to = next.get(id) ?? { _tag: "Retry", inMillis: 0 }
  return origin === "test" && to._tag === "Retry" ? { _tag: "Dead" } : to
}

/**
 * The record of a completed request. With several events in the request each delivery stores a copy, so it is
 * shorter.
 */
export const toAttemptRecord = (completion: Completion): AttemptRecord => {
  const { attempt, request } = completion
  const outcome = isDelivered(completion) ? "delivered" : "failed"
  if (request.deliveries.length === 1) return { ...attempt, outcome }
  const body = attempt.responseBody?.slice(0, maxResponseBytesOfMany) ?? null
  const headers = attempt.responseHeaders
  return {
    ...attempt,
    outcome,
    responseHeaders: headers === null ? null : selectHeaders(headers, maxHeaderBytesOfMany),
    responseBody: body,
    responseCut: attempt.responseCut || body !== attempt.responseBody,
  }
}

/** The fields of a request without an answer. */
const unanswered = {
  durationMillis: null,
  url: null,
  status: null,
  responseHeaders: null,
  responseBody: null,
  responseCut: false,
} as const

/** The record of a request that was lost with its process. `at`: the end of its lease, in milliseconds. */
export const makeLostAttempt = (at: number): AttemptRecord => ({
  ...unanswered,
  at: fromMillis(at),
  outcome: "unknown",
  error: { code: "lost", message: "The process that was sending it ended before the answer was known." },
})

/** The reason of a delivery that exceeded the endpoint's time to live. */
export const expired: AttemptError = {
  code: "expired",
  message: "The event is older than the endpoint's time to live.",
}

/** The record of a delivery that could not be sent at all. */
export const makeUnsentAttempt = (at: Attempt["at"], error: Attempt["error"]): AttemptRecord => ({
  ...unanswered,
  at,
  outcome: "failed",
  error,
})
