/** The message of a claimed request: its id and its body. Both are the same for every attempt to the same endpoint. */
import { createHash } from "node:crypto"
import {
  batchText,
  type ClaimedDelivery,
  type Endpoint,
  formatChatText,
  formatPayload,
} from "@annotary/core/effect"

export interface Message {
  /** The `webhook-id`. */
  readonly id: string
  readonly body: Buffer
}

/**
 * An endpoint with `batch` always gets the batch form, with an id derived from the event ids. After a crash the
 * same events may arrive in other batches; receivers recognize them by the ids inside.
 */
export const makeMessage = (
  endpoint: Pick<Endpoint, "batch" | "chat" | "url">,
  deliveries: ReadonlyArray<ClaimedDelivery>,
): Message => {
  const events = deliveries.map(({ event }) => event)
  const [first] = events
  if (first === undefined) throw new Error("There is nothing to send.")
  const isMany = endpoint.batch > 1
  const id = isMany || events.length > 1 ? batchId(events.map((event) => event.id)) : first.id
  const text = endpoint.chat
    ? formatChatText(events, endpoint.url)
    : isMany
      ? batchText(events)
      : formatPayload(first)
  return { id, body: Buffer.from(text) }
}

const batchId = (ids: ReadonlyArray<string>): string =>
  `batch_${createHash("sha256").update(ids.join(" ")).digest("hex").slice(0, 32)}`
