/** Outbox in SQL. */
import { Outbox, StorageFailure } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { insideTransaction } from "../../database/failures.ts"
import type { RawRow } from "../../rows/columns.ts"
import { outboxEvents } from "../../rows/files.ts"
import { decodeAll } from "../../rows/results.ts"

const columns = outboxEvents.select("o")

export const OutboxSql = Layer.effect(
  Outbox,
  Effect.map(Database, (database) => {
    const { dialect, sql, query, send } = database
    const insertInto = database.insertRows
    const everyOwner = sql.literal("")
    return Outbox.of({
      append: (events) =>
        Effect.flatMap(insideTransaction, (inside) =>
          inside
            ? send("Outbox.append", insertInto({ table: "outbox", rows: events.map(outboxEvents.encode) }))
            : Effect.die(outside),
        ),
      read: ({ after, limit, owner }) =>
        query(
          "Outbox.read",
          // An event is passed on at once: its change must not fail afterwards.
          sql<RawRow>`${sql.literal(dialect.onlyCommitted)} SELECT ${sql.literal(columns)} FROM outbox o WHERE ${owner === undefined ? everyOwner : sql`o.owner = ${owner} AND`} o.id > ${after ?? ""} ORDER BY o.id LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(outboxEvents.decode))),
    })
  }),
)

const outside = new StorageFailure({
  operation: "Outbox.append",
  transient: false,
  cause: "Append events inside the transaction of the change that they report.",
})
