/**
 * Appends events on Postgres by one statement, so that it can be sent without waiting. FIFO endpoints that subscribe to the events
 * number their deliveries, which locks their rows until the transaction ends: the numbers increase in the order of commits.
 * Nothing else is locked.
 */
import {
  type DeliveryOperations,
  type DialectWords,
  matchSubscription,
  newDelivery,
  outboxEvents,
  type Statements,
  toDatasetWord,
} from "@annotary/storage-sql"
import { Effect } from "effect"
import { words } from "../dialect/words.ts"

export const appendEvents = (
  { execute }: Pick<Statements, "execute">,
  areWebhooksEnabled: DialectWords["areWebhooksEnabled"],
): DeliveryOperations["append"] => {
  const textOfOne = appendText(oneEvent, areWebhooksEnabled)
  const textOfMany = appendText(manyEvents, areWebhooksEnabled)
  return (events) => {
    const rows = events.map(outboxEvents.encode)
    const columns = outboxEvents.names.map((name) => rows.map((row) => row[name] ?? null))
    const [{ datasetId, owner }] = events
    const match = [rows.length, owner, toDatasetWord(datasetId)]
    const made =
      rows.length === 1
        ? execute(textOfOne, [...columns.flat(), ...match])
        : execute(textOfMany, [...columns, ...match])
    return Effect.asVoid(made)
  }
}

/** The columns of an event, which are all text. */
const eventColumns = outboxEvents.names.join(", ")
const castEach = (type: string): string => outboxEvents.names.map(() => `CAST(? AS ${type})`).join(", ")

/** Most changes have one event; passing one long text as a list would double the time of the statement. */
const oneEvent = `(VALUES (${castEach("TEXT")}, 1))`
const manyEvents = `unnest(${castEach("TEXT[]")}) WITH ORDINALITY`

const isSubscribed = matchSubscription(
  words,
  "' ' || v.type || ' '",
  "' ' || split_part(v.type, '.', 1) || '.* '",
)

/** Locks endpoints in the order of their ids, so that two transactions cannot deadlock: the function is called after the sort. */
const appendText = (
  events: string,
  areWebhooksEnabled: DialectWords["areWebhooksEnabled"],
) => `WITH events AS MATERIALIZED (
    SELECT * FROM ${events} AS v (${eventColumns}, n)),
  matching AS MATERIALIZED (
    SELECT e.id, e.enabled, e.event_types, clock.now,
      CASE WHEN e.fifo = 1 AND EXISTS (SELECT 1 FROM events v WHERE ${isSubscribed}) THEN webhook_places(e.id, CAST(? AS INTEGER)) END AS place
    FROM (SELECT ${words.nowMillis} AS now OFFSET 0) AS clock CROSS JOIN webhook_endpoints e
    WHERE e.owner = ? AND (e.datasets IS NULL OR strpos(e.datasets, ?) > 0)
      AND ${areWebhooksEnabled("e.owner")} = 1
    ORDER BY e.id),
  written AS (INSERT INTO outbox (${eventColumns}) SELECT ${eventColumns} FROM events)
  INSERT INTO webhook_deliveries (${newDelivery})
  SELECT v.dataset_id, v.id, e.id, substr(v.id, 1, 24) || ${words.randomHex}, v.type,
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0, coalesce(e.place + v.n, e.now), e.now, 0
  FROM matching e JOIN events v ON (${isSubscribed})`
