import { Context, type Effect } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import type { EventId } from "../domain/Ids.ts"

/** The port for events, written in the transaction of the change. */
export class Outbox extends Context.Tag("@annotary/core/Outbox")<
  Outbox,
  {
    /** Appends the events, in the order of their ids. MUST be called inside the transaction of the changes. */
    readonly append: (events: ReadonlyArray<OutboxEvent>) => Effect.Effect<void>
    /** Committed events in order of ids, for delivery and for tests. */
    readonly read: (page: {
      readonly after: EventId | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<OutboxEvent>>
  }
>() {}
