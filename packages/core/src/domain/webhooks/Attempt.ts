/** An attempt: one request that was made, or that may have been made, for a delivery. */
import { Schema } from "effect"
import { Timestamp } from "../Timestamp.ts"
import { AttemptId, DeliveryId, EndpointId } from "./ids.ts"

/** `unknown`: the process that made it ended before it could tell. */
export const AttemptOutcome = Schema.Literal("delivered", "failed", "unknown")
export type AttemptOutcome = typeof AttemptOutcome.Type

export const AttemptTrigger = Schema.Literal("live", "retry", "replay", "test")
export type AttemptTrigger = typeof AttemptTrigger.Type

/** A named code and a sentence. Neither says what of the inside of a network can be reached. */
export const AttemptError = Schema.Struct({ code: Schema.String, message: Schema.String })
export interface AttemptError extends Schema.Schema.Type<typeof AttemptError> {}

/** A header of an answer, its name in lower case. */
export const ResponseHeader = Schema.Struct({ name: Schema.String, value: Schema.String })
export interface ResponseHeader extends Schema.Schema.Type<typeof ResponseHeader> {}

export const Attempt = Schema.Struct({
  id: AttemptId,
  deliveryId: DeliveryId,
  endpointId: EndpointId,
  /** When it began. For a lost one: when its lease ended. */
  at: Timestamp,
  /** Null for a lost one. */
  durationMillis: Schema.NullOr(Schema.Number),
  outcome: AttemptOutcome,
  /** The URL that was tried, as the endpoint had it then; null for a lost one. */
  url: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(AttemptError),
  /** The first of the answer's headers, at most {@link maxHeaderBytes}; null when there was no answer. */
  responseHeaders: Schema.NullOr(Schema.Array(ResponseHeader)),
  /** The beginning of the answer's body as text; null when there was none. */
  responseBody: Schema.NullOr(Schema.String),
  /** Whether the body went on, or did not come to its end. */
  responseCut: Schema.Boolean,
  trigger: AttemptTrigger,
})
export interface Attempt extends Schema.Schema.Type<typeof Attempt> {}

/** Most that is kept of a body, in bytes of UTF-8; of a request with several events, of which each keeps its own copy. */
export const maxResponseBytes = 16 * 1024
export const maxResponseBytesOfMany = 1024

/** The same of the headers, names and values together. */
export const maxHeaderBytes = 4 * 1024
export const maxHeaderBytesOfMany = 512

/** The longest beginning of a list of headers that takes no more bytes of UTF-8; the last value may be cut. */
export const headersWithin = (
  headers: ReadonlyArray<ResponseHeader>,
  maxBytes: number,
): ReadonlyArray<ResponseHeader> => {
  const kept: Array<ResponseHeader> = []
  let room = maxBytes
  for (const { name, value } of headers) {
    room -= encoder.encode(name).length
    if (room <= 0) break
    // Encodes whole characters, as many as there is room for.
    const { read, written } = encoder.encodeInto(value, new Uint8Array(room))
    kept.push({ name, value: value.slice(0, read) })
    if (read < value.length) break
    room -= written
  }
  return kept
}

const encoder = new TextEncoder()
