/**
 * Events go into the outbox, and for each there is one delivery to each endpoint that it fits: on Postgres in one statement, so
 * that whoever changes something waits for one answer only; on SQLite, which has no such statement, in a few. An endpoint that
 * keeps the order counts its deliveries up, which is one statement more where there is such an endpoint; on Postgres that locks
 * its row until the transaction ends, so that the numbers rise as the transactions commit, and nothing else is locked. SQLite has
 * one writer at a time, and counts after the fact.
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

type Appended = Effect.Effect<void, SqlError.SqlError>

/** Runs inside a transaction. */
export const appending = (dialect: Dialect, ask: Ask, insert: InsertRows) => {
  const some = dialect.name === "postgres" ? onPostgres(dialect, ask) : onSqlite(dialect, ask, insert)
  return (events: ReadonlyArray<OutboxEvent>): Appended =>
    Effect.forEach(byDataset(events), some, { discard: true })
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
  const textOfPlaces = placed(dialect)
  return (events: Group): Appended => {
    const rows = events.map(outboxEvents.encode)
    const columns = outboxEvents.names.map((name) => rows.map((row) => row[name] ?? null))
    const [{ datasetId, owner }] = events
    const match = [owner, spaced([datasetId])]
    const made =
      rows.length === 1
        ? ask(textOfOne, [...columns.flat(), ...match])
        : ask(textOfMany, [...columns, ...match])
    const givePlaces = Effect.suspend(() =>
      ask(textOfPlaces, [events.map(({ id }) => id), datasetId, events.length, events.length]),
    )
    return Effect.flatMap(made, (deliveries) => {
      const ordered = deliveries.some(({ place }) => toNumber("place", place) === noPlace)
      return ordered ? Effect.asVoid(givePlaces) : Effect.void
    })
  }
}

const onSqlite = (dialect: Dialect, ask: Ask, insert: InsertRows) => {
  const textOfOne = sqliteOne(dialect)
  const textOfMany = sqliteMany(dialect)
  const one = (event: OutboxEvent) => {
    const row = outboxEvents.encode(event)
    const { datasetId, id, owner, type } = event
    const params = [datasetId, id, id, type, owner, spaced([datasetId]), spaced([type])]
    return Effect.zipRight(
      ask(
        insertEvent,
        outboxEvents.names.map((name) => row[name] ?? null),
      ),
      ask(textOfOne, params),
    )
  }
  const many = (events: Group) => {
    const [{ datasetId, owner }] = events
    const rows = JSON.stringify(
      events.map(({ id, type }, n) => ({ id, type, word: spaced([type]), n: n + 1 })),
    )
    return Effect.zipRight(
      insert({ table: "outbox", rows: events.map(outboxEvents.encode) }),
      ask(textOfMany, [datasetId, rows, owner, spaced([datasetId])]),
    )
  }
  return (events: Group): Appended =>
    Effect.flatMap(events.length === 1 ? one(events[0]) : many(events), (made) => {
      const ordered = made.some(
        ({ due_at, place }) => toNumber("place", place) !== toNumber("due_at", due_at),
      )
      return ordered ? Effect.asVoid(ask(countedUp, [events.length, events[0].owner])) : Effect.void
    })
}

const columns = `dataset_id, event_id, endpoint_id, id, event_type, state, origin, priority, place, due_at, attempts`

/** All columns are text. */
const eventColumns = outboxEvents.names.join(", ")
const eachAs = (type: string): string => outboxEvents.names.map(() => `CAST(? AS ${type})`).join(", ")

/** Most changes are of one thing; a list of one long text takes as long to write and read as all else of the statement. */
const oneEvent = `(VALUES (${eachAs("TEXT")}))`
const manyEvents = `unnest(${eachAs("TEXT[]")})`

/** Of a delivery to an endpoint that keeps the order, before it is counted; nobody else sees it. */
const noPlace = 0

const postgres = (
  dialect: Dialect,
  events: string,
) => `WITH events AS MATERIALIZED (SELECT * FROM ${events} AS v (${eventColumns})),
  written AS (INSERT INTO outbox (${eventColumns}) SELECT ${eventColumns} FROM events)
  INSERT INTO webhook_deliveries (${columns})
  SELECT v.dataset_id, v.id, e.id, substr(v.id, 1, 24) || ${tail(dialect)}, v.type,
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    CASE e.fifo WHEN 1 THEN ${noPlace} ELSE clock.now END, clock.now, 0
  FROM (SELECT ${dialect.nowMillis} AS now OFFSET 0) AS clock CROSS JOIN webhook_endpoints e
    JOIN events v ON (e.event_types = '' OR strpos(e.event_types, ' ' || v.type || ' ') > 0)
  WHERE e.owner = ? AND (e.datasets IS NULL OR strpos(e.datasets, ?) > 0)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
  RETURNING place`

const placed = (dialect: Dialect) => `WITH made AS MATERIALIZED (
    SELECT d.dataset_id, d.event_id, d.endpoint_id, v.n
    FROM webhook_deliveries d JOIN unnest(CAST(? AS TEXT[])) WITH ORDINALITY AS v (id, n) ON d.event_id = v.id
    WHERE d.dataset_id = ? AND d.place = ${noPlace}),
  counted AS (
    UPDATE webhook_endpoints e SET last_place = greatest(e.last_place, ${dialect.nowMillis}) + CAST(? AS BIGINT)
    WHERE e.id IN (SELECT m.endpoint_id FROM made m) RETURNING e.id, e.last_place)
  UPDATE webhook_deliveries d SET place = c.last_place - CAST(? AS BIGINT) + m.n
  FROM made m JOIN counted c ON c.id = m.endpoint_id
  WHERE d.dataset_id = m.dataset_id AND d.event_id = m.event_id AND d.endpoint_id = m.endpoint_id`

const insertEvent = `INSERT INTO outbox (${eventColumns}) VALUES (${outboxEvents.names.map(() => "?").join(", ")})`

interface EventSource {
  readonly id: string
  readonly type: string
  /** The type between blanks. */
  readonly word: string
  /** Its number among those of the append, from 1. */
  readonly n: string
  readonly from: string
}

const sqliteOne = (dialect: Dialect) => sqlite(dialect, { id: "?", type: "?", word: "?", n: "1", from: "" })

const sqliteMany = (dialect: Dialect) =>
  sqlite(dialect, {
    id: "v.id",
    type: "v.type",
    word: "v.word",
    n: "v.n",
    from: `CROSS JOIN ${given(dialect, { id: "text", type: "text", word: "text", n: "bigint" })}`,
  })

const sqlite = (
  dialect: Dialect,
  { from, id, n, type, word }: EventSource,
) => `INSERT INTO webhook_deliveries (${columns})
  SELECT ?, ${id}, e.id, substr(${id}, 1, 24) || ${tail(dialect)}, ${type},
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    CASE e.fifo WHEN 1 THEN max(e.last_place, clock.now) + ${n} ELSE clock.now END, clock.now, 0
  FROM (SELECT ${dialect.nowMillis} AS now) AS clock CROSS JOIN webhook_endpoints e ${from}
  WHERE e.owner = ? AND (e.datasets IS NULL OR instr(e.datasets, ?) > 0)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    AND (e.event_types = '' OR instr(e.event_types, ${word}) > 0)
  RETURNING place, due_at`

/** At least as far as the places that were given away a moment ago. */
const countedUp = `UPDATE webhook_endpoints
  SET last_place = max(last_place, CAST(round(unixepoch('subsec') * 1000) AS INTEGER)) + ? WHERE owner = ? AND fifo = 1`
