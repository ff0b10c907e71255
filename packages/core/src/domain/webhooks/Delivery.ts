/** A delivery: one event on its way to one endpoint. */
import { Schema } from "effect"
import { EventType } from "../Event.ts"
import { DatasetId, EventId } from "../Ids.ts"
import { Timestamp } from "../Timestamp.ts"
import { DeliveryId, EndpointId } from "./ids.ts"

/**
 * `pending`: to be sent, or being sent. `held`: the endpoint was disabled when it would have been sent; kept for a replay.
 * `delivered`: answered with 2xx. `dead`: given up. `cancelled`: called off by people, and sent only when they replay it.
 */
export const DeliveryState = Schema.Literal("pending", "held", "delivered", "dead", "cancelled")
export type DeliveryState = typeof DeliveryState.Type

/**
 * What people do with a delivery. `replay`: send it now, also one that waits for its next attempt. `skip`: give one up that
 * waits, so that those behind it go on; a recovery takes it up again. `cancel`: never send one that waits or is held.
 */
export const DeliveryAction = Schema.Literal("replay", "skip", "cancel")
export type DeliveryAction = typeof DeliveryAction.Type

/** What set the delivery's present round of attempts off. */
export const DeliveryOrigin = Schema.Literal("live", "replay", "test")
export type DeliveryOrigin = typeof DeliveryOrigin.Type

export const Delivery = Schema.Struct({
  id: DeliveryId,
  endpointId: EndpointId,
  /** The `webhook-id`: the same at every attempt and every replay. */
  eventId: EventId,
  /** Null for a test. */
  datasetId: Schema.NullOr(DatasetId),
  eventType: EventType,
  state: DeliveryState,
  origin: DeliveryOrigin,
  /** When it is sent next, while it is pending. By the storage's clock. */
  dueAt: Timestamp,
  /** Attempts of this round that have ended, the lost ones among them. A replay begins a new round. */
  attempts: Schema.Int,
  /** Status of the last attempt; null before it, or when there was no answer. */
  lastStatus: Schema.NullOr(Schema.Int),
  /** Null while it is pending or held. */
  endedAt: Schema.NullOr(Timestamp),
})
export interface Delivery extends Schema.Schema.Type<typeof Delivery> {}
