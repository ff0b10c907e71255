/**
 * Events go into the outbox, and for each there is one delivery to each endpoint that it fits: on Postgres in one statement, so
 * that whoever changes something waits for one answer only; on SQLite, which has no such statement, in a few. An endpoint that
 * keeps the order counts its deliveries up; on Postgres that locks its row until the transaction ends, so that the numbers rise
 * as the transactions commit, and nothing else is locked. SQLite has one writer at a time, and counts after the fact.
 */
import type { OutboxEvent } from "@annotary/core"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import { toNumber } from "../../columns.ts"
import type { Dialect } from "../../Dialect.ts"
import type { InsertRows } from "../../insertRows.ts"
import type { ListQuery } from "../../query.ts"
import { outboxEvents } from "../../rows/files.ts"
import { spaced } from "../../rows/webhooks.ts"
import { type Ask, given, tail } from "./statements.ts"

type Appended = Effect.Effect<number, SqlError.SqlError>

/** Runs inside a transaction; answers how many deliveries were made. */
export const appending = (dialect: Dialect, ask: Ask, insert: InsertRows) => {
  const some = dialect.name === "postgres" ? onPostgres(dialect, ask) : onSqlite(dialect, ask, insert)
  return (events: ReadonlyArray<OutboxEvent>): Appended => {
    const [first, ...others] = byDataset(events)
    if (first === undefined) return Effect.succeed(0)
    return others.length === 0
      ? some(first)
      : Effect.reduce([first, ...others], 0, (sum, group) => Effect.map(some(group), (made) => sum + made))
  }
}

/** Some events of one dataset. */
type Group = readonly [OutboxEvent, ...ReadonlyArray<OutboxEvent>]

/** Those of one append are of one dataset, as good as always. */
const byDataset = (events: ReadonlyArray<OutboxEvent>): ReadonlyArray<Group> => {
  const groups = new Map<string, [OutboxEvent, ...Array<OutboxEvent>]>()
  for (const event of events) {
    const key = `${event.owner}/${event.datasetId}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return [...groups.values()]
}

const onPostgres = (dialect: Dialect, ask: Ask) => {
  const textOfOne = postgres(dialect, oneEvent)
  const textOfMany = postgres(dialect, manyEvents)
  return (events: Group): Appended => {
    const rows = events.map(outboxEvents.encode)
    const columns = outboxEvents.names.map((name) => rows.map((row) => row[name] ?? null))
    const [{ datasetId, owner }] = events
    const around = (values: ListQuery["params"]) => [
      owner,
      spaced([datasetId]),
      ...values,
      rows.length,
      datasetId,
    ]
    const made = rows.length === 1 ? ask(textOfOne, around(columns.flat())) : ask(textOfMany, around(columns))
    return Effect.map(made, (deliveries) => deliveries.length)
  }
}

const onSqlite = (dialect: Dialect, ask: Ask, insert: InsertRows) => {
  const text = sqlite(dialect)
  return (events: Group): Appended => {
    const [{ datasetId, owner }] = events
    const rows = JSON.stringify(events.map(({ id, type }, n) => ({ id, type, word: ` ${type} `, n: n + 1 })))
    return insert({ table: "outbox", rows: events.map(outboxEvents.encode) }).pipe(
      Effect.zipRight(ask(text, [datasetId, rows, owner, spaced([datasetId])])),
      Effect.flatMap((made) => {
        const ordered = made.some(
          ({ due_at, place }) => toNumber("place", place) !== toNumber("due_at", due_at),
        )
        return Effect.as(ordered ? ask(countedUp, [events.length, owner]) : Effect.void, made.length)
      }),
    )
  }
}

const columns = `dataset_id, event_id, endpoint_id, id, event_type, state, origin, priority, place, due_at, attempts`

/** All columns are text. */
const eventColumns = outboxEvents.names.join(", ")
const eachAs = (type: string): string => outboxEvents.names.map(() => `CAST(? AS ${type})`).join(", ")

/** Most changes are of one thing; a list of one long text takes as long to write and read as all else of the statement. */
const oneEvent = `(VALUES (${eachAs("TEXT")}, 1))`
const manyEvents = `unnest(${eachAs("TEXT[]")}) WITH ORDINALITY`

const postgres = (
  dialect: Dialect,
  events: string,
) => `WITH clock AS MATERIALIZED (SELECT ${dialect.nowMillis} AS now),
  matching AS MATERIALIZED (
    SELECT e.id, e.enabled, e.fifo, e.event_types FROM webhook_endpoints e
    WHERE e.owner = ? AND (e.datasets IS NULL OR strpos(e.datasets, ?) > 0)
      AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1),
  events AS MATERIALIZED (SELECT * FROM ${events} AS v (${eventColumns}, n)),
  written AS (INSERT INTO outbox (${eventColumns}) SELECT ${eventColumns} FROM events),
  counted AS (
    UPDATE webhook_endpoints e SET last_place = greatest(e.last_place, (SELECT now FROM clock)) + CAST(? AS BIGINT)
    WHERE e.id IN (SELECT m.id FROM matching m WHERE m.fifo = 1) RETURNING e.id, e.last_place)
  INSERT INTO webhook_deliveries (${columns})
  SELECT ?, v.id, m.id, substr(v.id, 1, 24) || ${tail(dialect)}, v.type,
    CASE m.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    coalesce(c.last_place - (SELECT count(*) FROM events) + v.n, clock.now), clock.now, 0
  FROM clock CROSS JOIN matching m
    JOIN events v ON (m.event_types = '' OR strpos(m.event_types, ' ' || v.type || ' ') > 0)
    LEFT JOIN counted c ON c.id = m.id
  RETURNING 1 AS n`

const sqlite = (dialect: Dialect) => `INSERT INTO webhook_deliveries (${columns})
  SELECT ?, v.id, e.id, substr(v.id, 1, 24) || ${tail(dialect)}, v.type,
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    CASE e.fifo WHEN 1 THEN max(e.last_place, clock.now) + v.n ELSE clock.now END, clock.now, 0
  FROM (SELECT ${dialect.nowMillis} AS now) AS clock CROSS JOIN webhook_endpoints e CROSS JOIN ${given(dialect, { id: "text", type: "text", word: "text", n: "bigint" })}
  WHERE e.owner = ? AND (e.datasets IS NULL OR instr(e.datasets, ?) > 0)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    AND (e.event_types = '' OR instr(e.event_types, v.word) > 0)
  RETURNING place, due_at`

/** At least as far as the places that were given away a moment ago. */
const countedUp = `UPDATE webhook_endpoints
  SET last_place = max(last_place, CAST(round(unixepoch('subsec') * 1000) AS INTEGER)) + ? WHERE owner = ? AND fifo = 1`
