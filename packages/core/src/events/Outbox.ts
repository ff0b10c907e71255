/** The port that events are written through, inside the transaction of the change they tell of. */
import { Context, type Effect } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import type { EventId } from "../domain/Ids.ts"

export class Outbox extends Context.Tag("@annotary/core/Outbox")<
  Outbox,
  {
    /** Stores the events with the changes of the running transaction; MUST be called inside one. In order of ids. */
    readonly append: (events: ReadonlyArray<OutboxEvent>) => Effect.Effect<void>
    /** Committed events in order of ids, for delivery and for tests. */
    readonly read: (page: {
      readonly after: EventId | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<OutboxEvent>>
  }
>() {}
