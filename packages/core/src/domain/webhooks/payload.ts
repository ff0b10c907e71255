/**
 * What receivers read: exactly six keys, always in this order. A pure function of the event as it was written, so that it is
 * the same text at every attempt; the object is passed through digit for digit and never parsed.
 */
import type { OutboxEvent } from "../Event.ts"

/** The date of the API that payloads speak. */
export const payloadVersion = "2026-11-01"

export const payloadText = (
  event: Pick<OutboxEvent, "type" | "createdAt" | "dataset" | "object" | "text">,
): string => {
  const { createdAt, dataset, object, text, type } = event
  const quoted = JSON.stringify
  // Instants of the API end in Z; here, and only here, in an offset.
  const at = `${createdAt.slice(0, -1)}+00:00`
  return `{"event_type":${quoted(type)},"created_at":${quoted(at)},"api_version":${quoted(payloadVersion)},"dataset":${quoted(dataset)},"object":${object},"text":${quoted(text)}}`
}

/** For a chat's incoming webhook: the lines that people read, and nothing else. */
export const chatText = (events: ReadonlyArray<Pick<OutboxEvent, "text">>): string =>
  JSON.stringify({ text: events.map(({ text }) => text).join("\n") })

/** Several events in one request, each with the id that it would have had as the `webhook-id` of a request of its own. */
export const batchText = (
  events: ReadonlyArray<Pick<OutboxEvent, "id"> & Parameters<typeof payloadText>[0]>,
): string =>
  `{"events":[${events.map((event) => `{"id":${JSON.stringify(event.id)},"payload":${payloadText(event)}}`).join(",")}]}`
