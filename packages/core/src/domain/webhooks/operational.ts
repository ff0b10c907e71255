/**
 * Operational events: reports about an endpoint and its deliveries to another endpoint of the owner that selects them
 * by name. There are none about their own deliveries: two failing endpoints would report each other forever. Pure.
 */
import type { EventType, OperationalEventType, OutboxEvent } from "../Event.ts"
import type { DeliveryId, EndpointId, EventId } from "../Ids.ts"
import { writeJson } from "../JsonText.ts"
import type { Username } from "../Names.ts"
import { fromMillis, type Timestamp } from "../Timestamp.ts"
import type { AttemptError } from "./Attempt.ts"
import type { DisabledReason } from "./Endpoint.ts"
import { isOperational } from "./eventTypeSelector.ts"

/** A transition of an endpoint, reported to exactly one caller. Instants are milliseconds. */
export type EndpointTransition =
  | {
      readonly _tag: "Failing"
      readonly endpointId: EndpointId
      readonly percent: number
      readonly since: number
    }
  | {
      readonly _tag: "Disabled"
      readonly endpointId: EndpointId
      readonly reason: Exclude<DisabledReason, "owner">
      readonly since: number
      readonly lastError: AttemptError | null
    }
  | { readonly _tag: "Recovered"; readonly endpointId: EndpointId }

/** A delivery that was given up. */
export interface Exhausted {
  readonly _tag: "Exhausted"
  readonly deliveryId: DeliveryId
  readonly endpointId: EndpointId
  readonly eventId: EventId
  readonly eventType: EventType
  /** The attempts of its last round. */
  readonly attempts: number
  readonly lastStatus: number | null
  readonly lastError: AttemptError | null
}

/** A transition of an endpoint, or a delivery that was given up. */
export type WebhookTransition = EndpointTransition | Exhausted

/** Whether the transition is reported by an event. */
export const isReported = (transition: WebhookTransition): boolean =>
  transition._tag !== "Exhausted" || !isOperational(transition.eventType)

const types: { readonly [Tag in WebhookTransition["_tag"]]: OperationalEventType } = {
  Failing: "endpoint.failing",
  Disabled: "endpoint.disabled",
  Recovered: "endpoint.recovered",
  Exhausted: "delivery.exhausted",
}

/** The fields of an operational event beside its transition. */
export interface OperationalScope {
  readonly id: EventId
  readonly owner: Username
  /**
   * The URL of the reported endpoint. Only its origin is included, because its path may contain a secret of the
   * receiver.
   */
  readonly url: string
  readonly at: Timestamp
}

/** The event that reports a transition. */
export const makeOperationalEvent = (
  transition: WebhookTransition,
  { at, id, owner, url }: OperationalScope,
): OutboxEvent => {
  const { origin } = new URL(url)
  return {
    id,
    type: types[transition._tag],
    datasetId: null,
    owner,
    dataset: "",
    createdAt: at,
    object: writeJson(makeObject(transition, origin)),
    text: formatText(transition, origin),
    trace: null,
  }
}

const makeObject = (transition: WebhookTransition, url: string) => {
  if (transition._tag === "Exhausted") {
    const { attempts, deliveryId, endpointId, eventId, eventType, lastError, lastStatus } = transition
    return {
      uuid: deliveryId,
      endpoint: { uuid: endpointId, url },
      event: eventId,
      event_type: eventType,
      attempts_count: attempts,
      last_status: lastStatus,
      last_error: lastError === null ? null : { code: lastError.code, message: lastError.message },
    }
  }
  const lastError = transition._tag === "Disabled" ? transition.lastError : null
  return {
    uuid: transition.endpointId,
    url,
    failing_since: transition._tag === "Recovered" ? null : fromMillis(transition.since),
    failing_percent: transition._tag === "Failing" ? transition.percent : null,
    disabled_reason: transition._tag === "Disabled" ? transition.reason : null,
    last_error: lastError === null ? null : { code: lastError.code, message: lastError.message },
  }
}

/** The sentence of the event. The origin of a URL contains nothing that a chat interprets as markup. */
const formatText = (transition: WebhookTransition, url: string): string => {
  switch (transition._tag) {
    case "Failing":
      return `Webhooks to ${url} have only failed since ${fromMillis(transition.since)}; ${transition.percent} % of the time until the endpoint is disabled are over.`
    case "Disabled":
      return transition.reason === "gone"
        ? `The webhook endpoint at ${url} was disabled because it answered 410.`
        : `The webhook endpoint at ${url} was disabled because it has only failed since ${fromMillis(transition.since)}.`
    case "Recovered":
      return `Webhooks to ${url} are delivered again.`
    case "Exhausted":
      return `A ${transition.eventType} webhook to ${url} was given up after ${transition.attempts} attempts.`
  }
}
