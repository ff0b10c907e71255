/** An attempt: one request that was made, or that may have been made, for a delivery. */
import { Timestamp } from "@annotary/core"
import { Schema } from "effect"
import { AttemptId, DeliveryId, EndpointId } from "./ids.ts"

/** `unknown`: the process that made it ended before it could tell. */
export const AttemptOutcome = Schema.Literal("delivered", "failed", "unknown")
export type AttemptOutcome = typeof AttemptOutcome.Type

export const AttemptTrigger = Schema.Literal("live", "retry", "replay", "test")
export type AttemptTrigger = typeof AttemptTrigger.Type

/** A named code and a sentence. Neither says what of the inside of a network can be reached. */
export const AttemptError = Schema.Struct({ code: Schema.String, message: Schema.String })
export interface AttemptError extends Schema.Schema.Type<typeof AttemptError> {}

export const Attempt = Schema.Struct({
  id: AttemptId,
  deliveryId: DeliveryId,
  endpointId: EndpointId,
  /** When it began. For a lost one: when its lease ended. */
  at: Timestamp,
  /** Null for a lost one. */
  durationMillis: Schema.NullOr(Schema.Number),
  outcome: AttemptOutcome,
  status: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(AttemptError),
  /** The beginning of the answer's body as text; null when there was none. */
  responseBody: Schema.NullOr(Schema.String),
  /** Whether the body went on. */
  responseCut: Schema.Boolean,
  trigger: AttemptTrigger,
})
export interface Attempt extends Schema.Schema.Type<typeof Attempt> {}

/** Most that is kept of a body, in bytes of UTF-8; of a request with several events, of which each keeps its own copy. */
export const maxResponseBytes = 16 * 1024
export const maxResponseBytesOfMany = 1024
