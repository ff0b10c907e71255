/** What the log keeps of an attempt beside the delivery that it belongs to: the same in every storage. Pure. */
import { fromMillis } from "../domain/Timestamp.ts"
import {
  type Attempt,
  type AttemptError,
  headersWithin,
  maxHeaderBytesOfMany,
  maxResponseBytesOfMany,
} from "../domain/webhooks/Attempt.ts"
import type { Delivery } from "../domain/webhooks/Delivery.ts"
import type { Completion, Next } from "./claims.ts"

export type AttemptRecord = Omit<Attempt, "id" | "deliveryId" | "endpointId" | "trigger">

export const isDelivered = ({ next }: Completion): boolean =>
  [...next.values()].some(({ _tag }) => _tag === "Delivered")

/** What becomes of a delivery after the request. A test is not tried again. */
export const nextOf = ({ next }: Completion, { id, origin }: Delivery): Next => {
  const to = next.get(id) ?? { _tag: "Retry", inMillis: 0 }
  return origin === "test" && to._tag === "Retry" ? { _tag: "Dead" } : to
}

/** Of a request with several events each keeps a copy, and so less. */
export const attemptRecordOf = (completion: Completion): AttemptRecord => {
  const { attempt, request } = completion
  const outcome = isDelivered(completion) ? "delivered" : "failed"
  if (request.deliveries.length === 1) return { ...attempt, outcome }
  const body = attempt.responseBody?.slice(0, maxResponseBytesOfMany) ?? null
  const headers = attempt.responseHeaders
  return {
    ...attempt,
    outcome,
    responseHeaders: headers === null ? null : headersWithin(headers, maxHeaderBytesOfMany),
    responseBody: body,
    responseCut: attempt.responseCut || body !== attempt.responseBody,
  }
}

/** Of a request that nobody has answered for. */
const unanswered = {
  durationMillis: null,
  url: null,
  status: null,
  responseHeaders: null,
  responseBody: null,
  responseCut: false,
} as const

/** Of a request that was lost with its process; `at`: when its lease ended, in milliseconds. */
export const lostAttempt = (at: number): AttemptRecord => ({
  ...unanswered,
  at: fromMillis(at),
  outcome: "unknown",
  error: { code: "lost", message: "The process that was sending it ended before the answer was known." },
})

/** Why a delivery is given up that its endpoint would not want any more. */
export const expired: AttemptError = {
  code: "expired",
  message: "The event is older than the endpoint's time to live.",
}

/** Of a delivery that could not be sent at all. */
export const unsent = (at: Attempt["at"], error: Attempt["error"]): AttemptRecord => ({
  ...unanswered,
  at,
  outcome: "failed",
  error,
})
