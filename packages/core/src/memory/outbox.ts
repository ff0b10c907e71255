/** Outbox in memory. */
import { Effect, RedBlackTree } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { Outbox } from "../events/Outbox.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"
import type { Database } from "./Database.ts"
import { putSorted } from "./sorted.ts"

export const makeOutbox = (db: Database): typeof Outbox.Service =>
  Outbox.of({
    append: (events) =>
      Effect.flatMap(db.inside, (inside) =>
        inside
          ? db.write((state) => [
              undefined,
              {
                ...state,
                outbox: events.reduce((all, event) => putSorted(all, event.id, event), state.outbox),
              },
            ])
          : Effect.die(outside),
      ),
    read: ({ after, limit, owner }) =>
      db.read((state) => {
        const page: Array<OutboxEvent> = []
        const rest = after === null ? state.outbox : RedBlackTree.greaterThan(state.outbox, after)
        for (const [, event] of rest) {
          if (page.length === limit) break
          if (owner === undefined || event.owner === owner) page.push(event)
        }
        return page
      }),
  })

const outside = new StorageFailure({
  operation: "Outbox.append",
  transient: false,
  cause: "Append events inside the transaction of the change that they report.",
})
