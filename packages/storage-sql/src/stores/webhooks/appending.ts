/**
 * Events go into the outbox, and for each there is one delivery to each endpoint that it fits: on Postgres in one statement, on
 * SQLite, which has no such statement, in a few.
 */
import type { OutboxEvent } from "@annotary/core"
import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { Dialect } from "../../dialect/Dialect.ts"
import type { InsertRows } from "../../statements/insertRows.ts"
import { appendingOnPostgres } from "./appending.postgres.ts"
import { appendingOnSqlite } from "./appending.sqlite.ts"
import type { Ask } from "./statements.ts"

export type Appended = Effect.Effect<void, SqlError.SqlError>

/** Some events of one dataset. */
export type EventGroup = readonly [OutboxEvent, ...ReadonlyArray<OutboxEvent>]

/** Those of one append are of one dataset, as good as always. */
export const byDataset = (events: ReadonlyArray<OutboxEvent>): ReadonlyArray<EventGroup> => {
  const groups = new Map<string, [OutboxEvent, ...Array<OutboxEvent>]>()
  for (const event of events) {
    const key = `${event.owner}/${event.datasetId}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return [...groups.values()]
}

/** Runs inside a transaction. */
export const appending = (
  dialect: Dialect,
  ask: Ask,
  insert: InsertRows,
): ((events: EventGroup) => Appended) =>
  dialect.name === "postgres" ? appendingOnPostgres(dialect, ask) : appendingOnSqlite(dialect, ask, insert)
