/**
 * Appending on Postgres: one statement, so that nobody has to wait for it. An endpoint that keeps the order and subscribes to the
 * events counts its deliveries up, which locks its row until the transaction ends: the numbers rise as the transactions commit.
 * Nothing else is locked or counted.
 */
import {
  type DeliveryOperations,
  datasetWord,
  newDelivery,
  outboxEvents,
  type Statements,
  subscribes,
} from "@annotary/storage-sql"
import { Effect } from "effect"
import { words } from "../dialect/words.ts"

export const appendEvents =
  ({ execute }: Pick<Statements, "execute">): DeliveryOperations["append"] =>
  (events) => {
    const rows = events.map(outboxEvents.encode)
    const columns = outboxEvents.names.map((name) => rows.map((row) => row[name] ?? null))
    const [{ datasetId, owner }] = events
    const match = [rows.length, owner, datasetWord(datasetId)]
    const made =
      rows.length === 1
        ? execute(textOfOne, [...columns.flat(), ...match])
        : execute(textOfMany, [...columns, ...match])
    return Effect.asVoid(made)
  }

/** All columns are text. */
const eventColumns = outboxEvents.names.join(", ")
const eachAs = (type: string): string => outboxEvents.names.map(() => `CAST(? AS ${type})`).join(", ")

/** Most changes are of one thing; a list of one long text takes as long to write and read as all else of the statement. */
const oneEvent = `(VALUES (${eachAs("TEXT")}, 1))`
const manyEvents = `unnest(${eachAs("TEXT[]")}) WITH ORDINALITY`

const wanted = subscribes(words, "' ' || v.type || ' '", "' ' || split_part(v.type, '.', 1) || '.* '")

/** Endpoints are locked in the order of their ids, so that nobody deadlocks: a function is called after the sort. */
const appendText = (events: string) => `WITH events AS MATERIALIZED (
    SELECT * FROM ${events} AS v (${eventColumns}, n)),
  matching AS MATERIALIZED (
    SELECT e.id, e.enabled, e.event_types, clock.now,
      CASE WHEN e.fifo = 1 AND EXISTS (SELECT 1 FROM events v WHERE ${wanted}) THEN webhook_places(e.id, CAST(? AS INTEGER)) END AS place
    FROM (SELECT ${words.nowMillis} AS now OFFSET 0) AS clock CROSS JOIN webhook_endpoints e
    WHERE e.owner = ? AND (e.datasets IS NULL OR strpos(e.datasets, ?) > 0)
      AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    ORDER BY e.id),
  written AS (INSERT INTO outbox (${eventColumns}) SELECT ${eventColumns} FROM events)
  INSERT INTO webhook_deliveries (${newDelivery})
  SELECT v.dataset_id, v.id, e.id, substr(v.id, 1, 24) || ${words.randomHex}, v.type,
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0, coalesce(e.place + v.n, e.now), e.now, 0
  FROM matching e JOIN events v ON (${wanted})`

const textOfOne = appendText(oneEvent)
const textOfMany = appendText(manyEvents)
