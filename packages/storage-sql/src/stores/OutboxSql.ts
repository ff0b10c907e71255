/** The outbox in SQL. */
import { Outbox, StorageFailure } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import type { RawRow } from "../columns.ts"
import { Database } from "../Database.ts"
import { insideTransaction } from "../failures.ts"
import { outboxEvents } from "../rows/files.ts"
import { all, chunked } from "../rows/results.ts"

const columns = outboxEvents.select("o")

export const OutboxSql = Layer.effect(
  Outbox,
  Effect.map(Database, ({ sql, query }) =>
    Outbox.of({
      append: (events) =>
        Effect.flatMap(insideTransaction, (inside) =>
          inside
            ? Effect.forEach(
                chunked(events),
                (some) =>
                  query(
                    "Outbox.append",
                    sql`INSERT INTO outbox ${sql.insert(some.map(outboxEvents.encode))}`,
                  ),
                { discard: true },
              )
            : Effect.die(outside),
        ),
      read: ({ after, limit }) =>
        query(
          "Outbox.read",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM outbox o WHERE o.id > ${after ?? ""} ORDER BY o.id LIMIT ${limit}`,
        ).pipe(Effect.map(all(outboxEvents.decode))),
    }),
  ),
)

const outside = new StorageFailure({
  operation: "Outbox.append",
  transient: false,
  cause: "Events are appended inside the transaction of the change they tell of.",
})
