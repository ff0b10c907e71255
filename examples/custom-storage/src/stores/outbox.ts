/** Outbox: events in the order of their ids, written in the transaction of the change that they report. */
import { Outbox } from "@annotary/core/effect"
import { Effect } from "effect"
import type { Database } from "../Database.ts"

export const outbox = ({ call, inside, tables }: Database) =>
  Outbox.of({
    append: (events) =>
      Effect.if(inside, {
        onTrue: () =>
          call("Outbox.append", () => {
            for (const event of events) tables.outbox.put(event.id, event)
          }),
        onFalse: () => Effect.dieMessage("An event is written in the transaction of its change."),
      }),
    read: ({ after, limit }) => call("Outbox.read", () => tables.outbox.after(after, limit)),
  })
