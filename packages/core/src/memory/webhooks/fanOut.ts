/** New deliveries in memory: of appended events, of tests, and of recoveries. */
import { HashMap } from "effect"
import type { OutboxEvent } from "../../domain/Event.ts"
import { type DatasetId, DeliveryId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { fromMillis } from "../../domain/Timestamp.ts"
import type { Delivery, DeliveryOrigin } from "../../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../../domain/webhooks/Endpoint.ts"
import { isSelected } from "../../domain/webhooks/eventTypeSelector.ts"
import { findEndpointRow, formatDeliveryKey, putEndpoint, putRow, type WebhookState } from "./State.ts"

interface New {
  readonly event: {
    readonly id: OutboxEvent["id"]
    readonly type: OutboxEvent["type"]
    readonly datasetId: DatasetId | null
  }
  readonly endpoint: Endpoint
  readonly origin: DeliveryOrigin
  readonly priority: number
  readonly ownEvent: OutboxEvent | null
}

/** Adds a delivery, unless the endpoint has one of the event. */
export const addDelivery = (
  state: WebhookState,
  now: number,
  what: New,
): readonly [Delivery | undefined, WebhookState] => {
  const { endpoint, event } = what
  if (HashMap.has(state.deliveries, formatDeliveryKey({ endpointId: endpoint.id, eventId: event.id })))
    return [undefined, state]
  const row = findEndpointRow(state, endpoint.id)
  const lastPlace = Math.max(row?.lastPlace ?? 0, now) + 1
  const at = fromMillis(now)
  const delivery: Delivery = {
    id: makeDeliveryId(event.id),
    endpointId: endpoint.id,
    eventId: event.id,
    datasetId: event.datasetId,
    eventType: event.type,
    state: endpoint.enabled || what.origin !== "live" ? "pending" : "held",
    origin: what.origin,
    dueAt: at,
    attempts: 0,
    lastStatus: null,
    endedAt: null,
  }
  const place = endpoint.fifo && what.origin === "live" ? lastPlace : now
  const { ownEvent, priority } = what
  const next = putRow(state, { delivery, priority, place, token: null, leaseUntil: 0, ownEvent })
  return [delivery, row === undefined || !endpoint.fifo ? next : putEndpoint(next, { ...row, lastPlace })]
}

export const fanOutEvent = (
  state: WebhookState,
  now: number,
  events: ReadonlyArray<OutboxEvent>,
  switchedOn: ReadonlySet<Username>,
): WebhookState => {
  let next = state
  for (const { endpoint } of [...HashMap.values(state.endpoints)])
    for (const event of events) {
      if (endpoint.owner !== event.owner || !switchedOn.has(event.owner) || !isSubscribed(endpoint, event))
        continue
      next = addDelivery(next, now, { event, endpoint, origin: "live", priority: 0, ownEvent: null })[1]
    }
  return next
}

export const isSubscribed = (
  { eventTypes, datasets }: Endpoint,
  event: Pick<OutboxEvent, "type" | "datasetId">,
): boolean =>
  isSelected(eventTypes, event.type) &&
  (datasets === null || event.datasetId === null || datasets.includes(event.datasetId))

/** An id with the time and the order of the event, and a random part. */
const makeDeliveryId = (event: string): DeliveryId =>
  DeliveryId.make(event.slice(0, 24) + globalThis.crypto.randomUUID().slice(24))
