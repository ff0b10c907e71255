/**
 * Appending on SQLite: a statement for the events and one for their deliveries. A trigger notes how far endpoints that keep the
 * order have counted: RETURNING, from which this process could tell, takes as long as the INSERT itself.
 */
import { patternOf } from "@annotary/webhooks/ports"
import { Effect } from "effect"
import type { Dialect } from "../../dialect/Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { outboxEvents } from "../../rows/files.ts"
import { datasetWord, spaced } from "../../rows/webhooks.ts"
import type { InsertRows } from "../../statements/insertRows.ts"
import type { Appended, EventGroup } from "./appending.ts"
import { type Ask, asksFor, given, newDelivery, tail } from "./statements.ts"

export const appendingOnSqlite = (dialect: Dialect, ask: Ask, insert: InsertRows) => {
  const textOfOne = sqliteOne(dialect)
  const textOfMany = sqliteMany(dialect)
  const deliver = (events: EventGroup) => {
    const [{ datasetId, id, owner, type }] = events
    const dataset = datasetId ?? noDataset
    const match = [owner, datasetWord(datasetId)]
    if (events.length === 1)
      return ask(textOfOne, [
        dataset,
        id,
        id,
        type,
        ...match,
        ...Array(2).fill(spaced([type])),
        spaced([patternOf(type)]),
      ])
    const rows = events.map((event, n) => ({
      id: event.id,
      type: event.type,
      word: spaced([event.type]),
      pattern: spaced([patternOf(event.type)]),
      n: n + 1,
    }))
    return ask(textOfMany, [dataset, JSON.stringify(rows), ...match])
  }
  return (events: EventGroup): Appended =>
    Effect.zipRight(
      insert({ table: "outbox", rows: events.map(outboxEvents.encode) }),
      Effect.asVoid(deliver(events)),
    )
}

interface EventSource {
  readonly id: string
  readonly type: string
  /** The type between blanks. */
  readonly word: string
  /** Its pattern between blanks. */
  readonly pattern: string
  /** Its number among those of the append, from 1. */
  readonly n: string
  readonly from: string
}

const sqliteOne = (dialect: Dialect) =>
  sqlite(dialect, { id: "?", type: "?", word: "?", pattern: "?", n: "1", from: "" })

const sqliteMany = (dialect: Dialect) =>
  sqlite(dialect, {
    id: "v.id",
    type: "v.type",
    word: "v.word",
    pattern: "v.pattern",
    n: "v.n",
    from: `CROSS JOIN ${given(dialect, { id: "text", type: "text", word: "text", pattern: "text", n: "bigint" })}`,
  })

const sqlite = (
  dialect: Dialect,
  { from, id, n, pattern, type, word }: EventSource,
) => `INSERT INTO webhook_deliveries (${newDelivery})
  SELECT ?, ${id}, e.id, substr(${id}, 1, 24) || ${tail(dialect)}, ${type},
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    CASE e.fifo WHEN 1 THEN max(e.last_place, clock.now) + ${n} ELSE clock.now END, clock.now, 0
  FROM (SELECT ${dialect.nowMillis} AS now) AS clock CROSS JOIN webhook_endpoints e ${from}
  WHERE e.owner = ? AND (e.datasets IS NULL OR instr(e.datasets, ?) > 0)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    AND ${asksFor(dialect, word, pattern)}`
