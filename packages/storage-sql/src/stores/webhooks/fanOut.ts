/**
 * One delivery for each endpoint that an event fits, in one statement for all events of an append. An endpoint that keeps the
 * order counts its deliveries up; on Postgres that locks its row until the transaction ends, so that the numbers rise as the
 * transactions commit, and nothing else is locked. SQLite has one writer at a time, and counts after the fact.
 */
import type { FannedEvent } from "@annotary/webhooks/ports"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import { toNumber } from "../../columns.ts"
import type { Dialect } from "../../Dialect.ts"
import { spaced } from "../../rows/webhooks.ts"
import { type Ask, given, tail } from "./statements.ts"

/** Runs inside a transaction. */
export const fanOut = (dialect: Dialect, ask: Ask) => {
  const text = dialect.name === "postgres" ? postgres(dialect) : sqlite(dialect)
  const some = (events: ReadonlyArray<FannedEvent>): Effect.Effect<number, SqlError.SqlError> =>
    Effect.gen(function* () {
      const [event] = events
      if (event === undefined) return 0
      const rows = JSON.stringify(
        events.map(({ id, type }, n) => ({ id, type, word: ` ${type} `, n: n + 1 })),
      )
      const { datasetId, owner } = event
      const word = spaced([datasetId])
      const made = yield* dialect.name === "postgres"
        ? ask(text, [owner, word, rows, events.length, datasetId])
        : ask(text, [datasetId, rows, owner, word])
      if (
        dialect.name === "sqlite" &&
        made.some((row) => toNumber("place", row.place) !== toNumber("due_at", row.due_at))
      )
        yield* ask(countedUp, [events.length, owner])
      return made.length
    })
  return (events: ReadonlyArray<FannedEvent>) =>
    Effect.reduce(ofOneDataset(events), 0, (sum, group) => Effect.map(some(group), (made) => sum + made))
}

/** Events of one append are of one dataset, as good as always. */
const ofOneDataset = (events: ReadonlyArray<FannedEvent>): Iterable<ReadonlyArray<FannedEvent>> => {
  const groups = new Map<string, Array<FannedEvent>>()
  for (const event of events) {
    const key = `${event.owner}/${event.datasetId}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return groups.values()
}

const columns = `dataset_id, event_id, endpoint_id, id, event_type, state, origin, priority, place, due_at, attempts`

const events = (dialect: Dialect) => given(dialect, { id: "text", type: "text", word: "text", n: "bigint" })

const postgres = (dialect: Dialect) => `WITH clock AS MATERIALIZED (SELECT ${dialect.nowMillis} AS now),
  matching AS MATERIALIZED (
    SELECT e.id, e.enabled, e.fifo, e.event_types FROM webhook_endpoints e
    WHERE e.owner = ? AND (e.datasets IS NULL OR strpos(e.datasets, ?) > 0)
      AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1),
  events AS MATERIALIZED (SELECT * FROM ${events(dialect)}),
  counted AS (
    UPDATE webhook_endpoints e SET last_place = greatest(e.last_place, (SELECT now FROM clock)) + CAST(? AS BIGINT)
    WHERE e.id IN (SELECT m.id FROM matching m WHERE m.fifo = 1) RETURNING e.id, e.last_place)
  INSERT INTO webhook_deliveries (${columns})
  SELECT ?, v.id, m.id, substr(v.id, 1, 24) || ${tail(dialect)}, v.type,
    CASE m.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    coalesce(c.last_place - (SELECT count(*) FROM events) + v.n, clock.now), clock.now, 0
  FROM clock CROSS JOIN matching m
    JOIN events v ON (m.event_types = '' OR strpos(m.event_types, v.word) > 0)
    LEFT JOIN counted c ON c.id = m.id
  ON CONFLICT DO NOTHING RETURNING 1 AS n`

const sqlite = (dialect: Dialect) => `INSERT INTO webhook_deliveries (${columns})
  SELECT ?, v.id, e.id, substr(v.id, 1, 24) || ${tail(dialect)}, v.type,
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    CASE e.fifo WHEN 1 THEN max(e.last_place, clock.now) + v.n ELSE clock.now END, clock.now, 0
  FROM (SELECT ${dialect.nowMillis} AS now) AS clock CROSS JOIN webhook_endpoints e CROSS JOIN ${events(dialect)}
  WHERE e.owner = ? AND (e.datasets IS NULL OR instr(e.datasets, ?) > 0)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    AND (e.event_types = '' OR instr(e.event_types, v.word) > 0)
  ON CONFLICT DO NOTHING RETURNING place, due_at`

/** At least as far as the places that were given away a moment ago. */
const countedUp = `UPDATE webhook_endpoints
  SET last_place = max(last_place, CAST(round(unixepoch('subsec') * 1000) AS INTEGER)) + ? WHERE owner = ? AND fifo = 1`
