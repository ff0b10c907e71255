import { Schema } from "effect"
import { AttemptId, DeliveryId, EndpointId } from "../Ids.ts"
import { Timestamp } from "../Timestamp.ts"

/** `unknown`: the sending process ended before the result was known. */
export const AttemptOutcome = Schema.Literal("delivered", "failed", "unknown")
export type AttemptOutcome = typeof AttemptOutcome.Type

/** The cause of an attempt. */
export const AttemptTrigger = Schema.Literal("live", "retry", "replay", "test")
export type AttemptTrigger = typeof AttemptTrigger.Type

/** A code and a sentence. Neither reveals which addresses of a network are reachable. */
export const AttemptError = Schema.Struct({ code: Schema.String, message: Schema.String })
export interface AttemptError extends Schema.Schema.Type<typeof AttemptError> {}

/** A header of a response, with its name in lower case. */
export const ResponseHeader = Schema.Struct({ name: Schema.String, value: Schema.String })
export interface ResponseHeader extends Schema.Schema.Type<typeof ResponseHeader> {}

/** An attempt: one request for a delivery that was made, or may have been made. */
export const Attempt = Schema.Struct({
  id: AttemptId,
  deliveryId: DeliveryId,
  endpointId: EndpointId,
  /** The start. For a lost attempt, the end of its lease. */
  at: Timestamp,
  /** Null for a lost attempt. */
  durationMillis: Schema.NullOr(Schema.Number),
  outcome: AttemptOutcome,
  /** The URL of the endpoint at that time; null for a lost attempt. */
  url: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(AttemptError),
  /** The first headers of the response, up to {@link maxHeaderBytes}; null without a response. */
  responseHeaders: Schema.NullOr(Schema.Array(ResponseHeader)),
  /** The beginning of the response body as text; null without a body. */
  responseBody: Schema.NullOr(Schema.String),
  /** Whether the body was longer, or incomplete. */
  responseCut: Schema.Boolean,
  trigger: AttemptTrigger,
})
export interface Attempt extends Schema.Schema.Type<typeof Attempt> {}

/**
 * The maximum stored size of a response body, in bytes of UTF-8. Lower for a request with several events, each of
 * which stores a copy.
 */
export const maxResponseBytes = 16 * 1024
export const maxResponseBytesOfMany = 1024

/** The maximum stored size of response headers, names and values together, in bytes of UTF-8. */
export const maxHeaderBytes = 4 * 1024
export const maxHeaderBytesOfMany = 512

/** The first headers up to a total size in bytes of UTF-8. The last value may be truncated. */
export const selectHeaders = (
  headers: ReadonlyArray<ResponseHeader>,
  maxBytes: number,
): ReadonlyArray<ResponseHeader> => {
  // UTF-8 has at most three bytes for a unit of UTF-16, and most responses are far below the limit.
  if (headers.reduce((units, { name, value }) => units + name.length + value.length, 0) * 3 < maxBytes)
    return headers
  const selectedHeaders: Array<ResponseHeader> = []
  let left = maxBytes
  for (const { name, value } of headers) {
    left -= encoder.encode(name).length
    if (left <= 0) break
    // Encodes whole characters, as many as fit.
    const { read, written } = encoder.encodeInto(value, new Uint8Array(left))
    selectedHeaders.push({ name, value: value.slice(0, read) })
    if (read < value.length) break
    left -= written
  }
  return selectedHeaders
}

const encoder = new TextEncoder()
