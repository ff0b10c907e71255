/**
 * The payload that receivers read: six keys, always in this order. A pure function of the stored event, so that every
 * attempt sends the same text. The object is passed through digit for digit and never parsed.
 */
import type { OutboxEvent } from "../Event.ts"

/** The API version of payloads, a date. */
export const payloadVersion = "2026-11-01"

/** The payload of an event. */
export const formatPayload = (
  event: Pick<OutboxEvent, "type" | "createdAt" | "dataset" | "object" | "text">,
): string => {
  const { createdAt, dataset, object, text, type } = event
  const quoted = JSON.stringify
  // Instants of the API end in Z. Only payloads have an offset.
  const at = `${createdAt.slice(0, -1)}+00:00`
  return `{"event_type":${quoted(type)},"created_at":${quoted(at)},"api_version":${quoted(payloadVersion)},"dataset":${quoted(dataset)},"object":${object},"text":${quoted(text)}}`
}

/** Several events in one request, each with the id that would otherwise be its `webhook-id`. */
export const batchText = (
  events: ReadonlyArray<Pick<OutboxEvent, "id"> & Parameters<typeof formatPayload>[0]>,
): string =>
  `{"events":[${events.map((event) => `{"id":${JSON.stringify(event.id)},"payload":${formatPayload(event)}}`).join(",")}]}`
