/** What is asked and answered when deliveries are claimed, sent and told of. */
import type { OutboxEvent } from "../domain/Event.ts"
import type { Attempt, AttemptError, ResponseHeader } from "../domain/webhooks/Attempt.ts"
import type { Delivery } from "../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../domain/webhooks/Endpoint.ts"
import type { DeliveryId, EndpointId } from "../domain/webhooks/ids.ts"
import type { EndpointTransition, Exhausted } from "../domain/webhooks/operational.ts"
import type { FailurePolicy } from "./health.ts"

export interface DeliveryClaimRequest {
  /** Names the process in the row, for people who look. */
  readonly worker: string
  /** Most requests, 1–1000. */
  readonly limit: number
  readonly leaseMillis: number
  /** Most requests in flight to one endpoint, over all processes; 1 for one that is `fifo`. */
  readonly inFlight: number
  /** Only of endpoints that have not failed since they last answered: a sender keeps its last room for them. */
  readonly wellOnly: boolean
  /** Begins after this endpoint and goes round, so that no endpoint is always first. Null: from the start. */
  readonly after: EndpointId | null
}

/** What is asked when tests are claimed. */
export interface TestClaimRequest extends Pick<DeliveryClaimRequest, "worker" | "limit" | "leaseMillis"> {
  readonly maxAgeMillis: number
}

/** Most tests that are under way to one endpoint. */
export const maxTests = 10

/** Before all others, and in no claim but that of tests. */
export const testPriority = -1

/** Why a test is parked that was not sent at once. */
export const testNotSent: AttemptError = {
  code: "not_sent",
  message: "The test event could not be sent at once, and is not sent later.",
}

/** Most deliveries that are held in the transaction that disables their endpoint. */
export const heldAtOnce = 1000

/** One request to make: one event, or several of an endpoint that takes them together. In the order of the events. */
export interface ClaimedRequest {
  /** Fences off who lost the lease: no two claims ever have the same one. */
  readonly token: string
  readonly endpoint: Endpoint
  readonly deliveries: ReadonlyArray<ClaimedDelivery>
  /**
   * The request must not begin before so many milliseconds after the claim's answer, at most {@link pacingMillis}: its place
   * in the endpoint's rate. 0 without a rate limit.
   */
  readonly startInMillis: number
}

export interface ClaimedDelivery {
  readonly delivery: Delivery
  /** As it was written in the transaction of the change. */
  readonly event: OutboxEvent
}

export interface Claimed {
  readonly requests: ReadonlyArray<ClaimedRequest>
  /** Rows that could not be read, or whose event is gone or too old: dead, with the reason in their attempts. */
  readonly parked: ReadonlyArray<Exhausted>
  /** The last endpoint that was looked at: what the next claim begins after. Null: it came round to the end. */
  readonly last: EndpointId | null
  /** The storage's clock at the claim, milliseconds since 1970: for a `webhook-timestamp` that does not trust this machine's. */
  readonly at: number
}

/**
 * Most bytes of events in one request that holds several; one event alone may be longer. What a claim finds beyond it stays
 * due, in its place.
 */
export const maxRequestBytes = 1024 * 1024

/** Of the object, which is nearly all of it. */
export const bytesOf = ({ object }: Pick<OutboxEvent, "object">): number => encoder.encode(object).length

const encoder = new TextEncoder()

/** How far ahead of now a claim gives away places in the rate of an endpoint. */
export const pacingMillis = 250

/** How much later than its place a request may come to the endpoint, when others come in time, and the rate still holds. */
export const latenessMillis = 100

/** The places of a rate lie so far apart that in no second more than one above the rate come, also when some are late. */
export const spacingMillis = (rate: number): number =>
  Math.max(1000 / rate, (1000 + latenessMillis) / (rate + 1))

/** What becomes of a delivery. `Retry` counts from the storage's now. */
export type Next =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Retry"; readonly inMillis: number }
  | { readonly _tag: "Dead" }

/** What one attempt tells; ids and trigger are the storage's to write. The storage cuts nothing but what no database takes. */
export interface AttemptReport {
  readonly at: Attempt["at"]
  readonly durationMillis: number
  readonly url: string
  readonly status: number | null
  readonly error: AttemptError | null
  readonly responseHeaders: ReadonlyArray<ResponseHeader> | null
  readonly responseBody: string | null
  readonly responseCut: boolean
}

export interface Completion {
  readonly request: ClaimedRequest
  readonly attempt: AttemptReport
  /** One for each delivery of the request. All are `Delivered`, or none. */
  readonly next: ReadonlyMap<DeliveryId, Next>
  /** Nothing is sent to the endpoint for so long; null: no pause. A shorter one never takes from a longer one. */
  readonly pauseMillis: number | null
  /** The receiver said 410: the endpoint is disabled at once. */
  readonly gone: boolean
}

export interface CompleteRequest {
  readonly completions: ReadonlyArray<Completion>
  readonly policy: FailurePolicy
}

export interface Completed {
  /** The tokens that still held. What the others tell is dropped: they were claimed again, or written off. */
  readonly accepted: ReadonlySet<string>
  /** In the order in which they came about. */
  readonly transitions: ReadonlyArray<EndpointTransition>
  /** Those that have died by these completions; each is told once. */
  readonly exhausted: ReadonlyArray<Exhausted>
}

/** What was lost with the process that had it. */
export interface Reclaimed {
  /** Deliveries that are due again. */
  readonly returned: number
  /** Those that were lost too often and are dead now. */
  readonly exhausted: ReadonlyArray<Exhausted>
}
