/** The request that a claim becomes: its id and its bytes, the same however often it is made. */
import { createHash } from "node:crypto"
import { batchText, type ClaimedDelivery, chatText, type Endpoint, payloadText } from "@annotary/core/effect"

export interface Message {
  /** The `webhook-id`. */
  readonly id: string
  readonly body: Buffer
}

/**
 * An endpoint that takes several events together always gets the form for several, and an id made of theirs. After a crash the
 * same events may come in other company; receivers then know them by the ids inside.
 */
export const messageOf = (
  endpoint: Pick<Endpoint, "batch" | "chat">,
  deliveries: ReadonlyArray<ClaimedDelivery>,
): Message => {
  const events = deliveries.map(({ event }) => event)
  const [first] = events
  if (first === undefined) throw new Error("There is nothing to send.")
  const isMany = endpoint.batch > 1
  const id = isMany || events.length > 1 ? batchId(events.map((event) => event.id)) : first.id
  const text = endpoint.chat ? chatText(events) : isMany ? batchText(events) : payloadText(first)
  return { id, body: Buffer.from(text) }
}

const batchId = (ids: ReadonlyArray<string>): string =>
  `batch_${createHash("sha256").update(ids.join(" ")).digest("hex").slice(0, 32)}`
