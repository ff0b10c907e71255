import { Context, type Effect } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import type { EventId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"

/** The port for events, written in the transaction of the change. */
export class Outbox extends Context.Tag("@annotary/core/Outbox")<
  Outbox,
  {
    /** Appends the events, in the order of their ids. MUST be called inside the transaction of the changes. */
    readonly append: (events: ReadonlyArray<OutboxEvent>) => Effect.Effect<void>
    /** Committed events in the order of ids: all, or those of one owner's datasets. */
    readonly read: (page: {
      readonly owner?: Username | undefined
      readonly after: EventId | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<OutboxEvent>>
  }
>() {}
