import { Schema } from "effect"
import { EventType } from "../Event.ts"
import { DatasetId, DeliveryId, EndpointId, EventId } from "../Ids.ts"
import { Timestamp } from "../Timestamp.ts"

/**
 * `pending`: waiting or being sent. `held`: its endpoint was disabled; a recovery or a replay sends it. `delivered`:
 * answered with 2xx. `dead`: given up. `cancelled`: sent only by a replay.
 */
export const DeliveryState = Schema.Literal("pending", "held", "delivered", "dead", "cancelled")
export type DeliveryState = typeof DeliveryState.Type

/**
 * Actions on a delivery. `replay`: send it now, even if it waits for its next attempt. `skip`: give up a waiting one,
 * so that the deliveries behind it continue; a recovery sends it again. `cancel`: never send a waiting or held one.
 */
export const DeliveryAction = Schema.Literal("replay", "skip", "cancel")
export type DeliveryAction = typeof DeliveryAction.Type

/** The cause of the delivery's current round of attempts. */
export const DeliveryOrigin = Schema.Literal("live", "replay", "test")
export type DeliveryOrigin = typeof DeliveryOrigin.Type

/** A delivery: one event for one endpoint. */
export const Delivery = Schema.Struct({
  id: DeliveryId,
  endpointId: EndpointId,
  /** The `webhook-id`: the same for every attempt and every replay. */
  eventId: EventId,
  /** Null for a test. */
  datasetId: Schema.NullOr(DatasetId),
  eventType: EventType,
  state: DeliveryState,
  origin: DeliveryOrigin,
  /** The time of the next attempt while it is pending, by the storage's clock. */
  dueAt: Timestamp,
  /** Ended attempts of this round, including lost ones. A replay begins a new round. */
  attempts: Schema.Int,
  /** The status of the last attempt; null before it, or without a response. */
  lastStatus: Schema.NullOr(Schema.Int),
  /** Null while the delivery is pending or held. */
  endedAt: Schema.NullOr(Timestamp),
})
export interface Delivery extends Schema.Schema.Type<typeof Delivery> {}
