/** Requests and answers of `DeliveryStore` for claiming and completing deliveries. */
import type { OutboxEvent } from "../domain/Event.ts"
import type { DeliveryId, EndpointId } from "../domain/Ids.ts"
import type { Attempt, AttemptError, ResponseHeader } from "../domain/webhooks/Attempt.ts"
import type { Delivery } from "../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../domain/webhooks/Endpoint.ts"
import type { EndpointTransition, Exhausted } from "../domain/webhooks/operational.ts"
import type { FailurePolicy } from "./health.ts"

/** A claim of due deliveries. */
export interface DeliveryClaimRequest {
  /** The name of the process, stored in the row for operators. */
  readonly worker: string
  /** The maximum number of requests, 1–1000. */
  readonly limit: number
  readonly leaseMillis: number
  /** The maximum number of requests in flight to one endpoint over all processes. A `fifo` endpoint has at most one. */
  readonly inFlight: number
  /** Only endpoints without failures since their last success. A sender reserves its last capacity for them. */
  readonly wellOnly: boolean
  /** Starts after this endpoint and wraps around, so that no endpoint is always first. Null: from the start. */
  readonly after: EndpointId | null
}

/** A claim of tests. */
export interface TestClaimRequest extends Pick<DeliveryClaimRequest, "worker" | "limit" | "leaseMillis"> {
  readonly maxAgeMillis: number
}

/** The maximum number of unfinished tests of one endpoint. */
export const maxTests = 10

/** The priority of tests: before all other deliveries, and claimed by `claimTests` only. */
export const testPriority = -1

/** The reason of a test that was parked because it could not be sent at once. */
export const testNotSent: AttemptError = {
  code: "not_sent",
  message: "The test event could not be sent at once, and is not sent later.",
}

/** The maximum number of deliveries that become held in the transaction that disables their endpoint. */
export const heldAtOnce = 1000

/** One HTTP request to send: one event, or several in order for an endpoint with batches. */
export interface ClaimedRequest {
  /** Fences off processes that lost the lease. Unique over all claims. */
  readonly token: string
  readonly endpoint: Endpoint
  readonly deliveries: ReadonlyArray<ClaimedDelivery>
  /**
   * The earliest start of the request in milliseconds after the claim, at most {@link pacingMillis}. 0 without a rate
   * limit.
   */
  readonly startInMillis: number
}

/** A leased delivery with its event. */
export interface ClaimedDelivery {
  readonly delivery: Delivery
  /** The event as it was written in the transaction of the change. */
  readonly event: OutboxEvent
}

/** The result of a claim. */
export interface Claimed {
  readonly requests: ReadonlyArray<ClaimedRequest>
  /**
   * Deliveries that are dead now, because their row could not be read or their event was removed or too old. Their
   * attempts contain the reason.
   */
  readonly parked: ReadonlyArray<Exhausted>
  /** The last examined endpoint, where the next claim continues. Null: all were examined. */
  readonly last: EndpointId | null
  /**
   * The storage's clock at the claim, milliseconds since 1970: for a `webhook-timestamp` that does not depend on this
   * machine's.
   */
  readonly at: number
}

/**
 * The maximum size in bytes of the events in a request with several. A single event may be longer. Deliveries beyond
 * it stay due.
 */
export const maxRequestBytes = 1024 * 1024

/** The size of the object, which is nearly all of the event. */
export const measureObject = ({ object }: Pick<OutboxEvent, "object">): number =>
  encoder.encode(object).length

const encoder = new TextEncoder()

/** A claim may schedule requests to a rate-limited endpoint this far in the future. */
export const pacingMillis = 250

/** The maximum delay of a request after its scheduled start with which the rate limit still holds. */
export const latenessMillis = 100

/**
 * The interval between requests of a rate limit. Long enough that no second contains more than one request above the
 * rate, even if some are late.
 */
export const computeSpacingMillis = (rate: number): number =>
  Math.max(1000 / rate, (1000 + latenessMillis) / (rate + 1))

/** The next state of a delivery. `Retry` counts from the storage's now. */
export type Next =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Retry"; readonly inMillis: number }
  | { readonly _tag: "Dead" }

/**
 * The result of one attempt. The storage assigns ids and trigger, and removes nothing but characters that no database
 * accepts.
 */
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

/** The result of one request. */
export interface Completion {
  readonly request: ClaimedRequest
  readonly attempt: AttemptReport
  /** The next state of each delivery of the request: `Delivered` for all of them, or for none. */
  readonly next: ReadonlyMap<DeliveryId, Next>
  /** Pauses the endpoint for this time; null: no pause. A shorter pause never replaces a longer one. */
  readonly pauseMillis: number | null
  /** The receiver answered 410, so the endpoint is disabled at once. */
  readonly gone: boolean
}

/** The results of several requests, and when failing endpoints are disabled. */
export interface CompleteRequest {
  readonly completions: ReadonlyArray<Completion>
  readonly policy: FailurePolicy
}

/** The outcome of recording results. */
export interface Completed {
  /**
   * The valid tokens. Completions with other tokens are ignored, because their deliveries were claimed again or given
   * up.
   */
  readonly accepted: ReadonlySet<string>
  /** In order of occurrence. */
  readonly transitions: ReadonlyArray<EndpointTransition>
  /** The deliveries that are dead because of these completions, each reported once. */
  readonly exhausted: ReadonlyArray<Exhausted>
}

/** The result of reclaiming deliveries of dead processes. */
export interface Reclaimed {
  /** The number of deliveries that are due again. */
  readonly returned: number
  /** The deliveries that were lost too often and are dead now. */
  readonly exhausted: ReadonlyArray<Exhausted>
}
