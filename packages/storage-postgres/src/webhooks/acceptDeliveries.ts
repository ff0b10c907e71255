/**
 * Completes accepted requests on Postgres by one statement: the endpoint's queue is locked only while its row is written and
 * committed, and not during the round trips between statements, so that claims wait for it less.
 */
import { fullWindow } from "@annotary/core/effect"
import type { DeliveryOperations, Statements } from "@annotary/storage-sql"
import { Effect, Option } from "effect"
import { nowMillis } from "../dialect/words.ts"

const attempt = {
  dataset_id: "text",
  delivery_id: "text",
  id: "text",
  endpoint_id: "text",
  at: "text",
  duration_millis: "float8",
  outcome: "text",
  url: "text",
  status: "int",
  response_headers: "text",
  response_body: "text",
  response_cut: "int",
  cause: "text",
}
const columns = Object.keys(attempt)
const columnTypes = { ...attempt, event_id: "text", token: "text", fifo: "int" }
const typed = Object.entries(columnTypes).map(([name, type]) => `${name} ${type}`)

/** Doubles with each success, up to the full window. */
const window = `least(${fullWindow}, l.request_window::bigint << least(a.requests, 10)::int)::int`

/**
 * Changes deliveries first and queues then, in the order of their ids, as every transaction does. A warning that another
 * transaction has reported meanwhile stays, as if this statement had run before.
 */
const acceptText = `WITH
  v AS MATERIALIZED (SELECT v.* FROM json_to_recordset(CAST(? AS json)) AS v(${typed.join(", ")})),
  warned AS MATERIALIZED (SELECT EXISTS (SELECT 1 FROM webhook_lanes l
    WHERE l.endpoint_id IN (SELECT v.endpoint_id FROM v) AND l.warned > 0) AS found),
  ended AS (
    UPDATE webhook_deliveries d SET state = 'delivered', token = NULL, leased_by = NULL, lease_until = NULL,
      attempts = d.attempts + 1, last_status = v.status, ended_at = ${nowMillis}
    FROM v WHERE d.dataset_id = v.dataset_id AND d.event_id = v.event_id AND d.endpoint_id = v.endpoint_id AND d.token = v.token
      AND NOT (SELECT w.found FROM warned w)
    RETURNING ${[...columns, "token", "fifo"].map((name) => `v.${name}`).join(", ")}),
  logged AS (INSERT INTO webhook_attempts (${columns.join(", ")}) SELECT ${columns.join(", ")} FROM ended),
  answered AS (
    SELECT e.endpoint_id, count(DISTINCT e.token) AS requests, count(*) AS deliveries, max(e.fifo) AS fifo
    FROM ended e GROUP BY e.endpoint_id),
  locked AS MATERIALIZED (
    SELECT l.endpoint_id FROM webhook_lanes l WHERE l.endpoint_id IN (SELECT a.endpoint_id FROM answered a)
    ORDER BY l.endpoint_id FOR UPDATE),
  freed AS (
    UPDATE webhook_lanes l SET in_flight = greatest(0, l.in_flight - a.requests),
      blocked_until = CASE a.fifo WHEN 1 THEN 0 ELSE l.blocked_until END,
      request_window = CASE l.warned WHEN 0 THEN ${window} ELSE l.request_window END,
      failing_since = CASE l.warned WHEN 0 THEN NULL ELSE l.failing_since END,
      last_failure_at = CASE l.warned WHEN 0 THEN NULL ELSE l.last_failure_at END
    FROM answered a JOIN locked k ON k.endpoint_id = a.endpoint_id WHERE l.endpoint_id = a.endpoint_id
    RETURNING a.endpoint_id, a.deliveries),
  counted AS (
    INSERT INTO webhook_counts (endpoint_id, hour, delivered, failed, dead)
    SELECT f.endpoint_id, ${nowMillis} / 3600000, f.deliveries, 0, 0 FROM freed f ORDER BY f.endpoint_id
    ON CONFLICT (endpoint_id, hour) DO UPDATE SET delivered = webhook_counts.delivered + excluded.delivered)
  SELECT w.found AS warned, e.token AS "token" FROM warned w LEFT JOIN (SELECT DISTINCT token FROM ended) e ON true`

export const acceptDeliveries =
  ({ execute }: Pick<Statements, "execute">): DeliveryOperations["accept"] =>
  (rows) =>
    Effect.map(execute(acceptText, [rows]), (found) =>
      found[0]?.warned === true
        ? Option.none()
        : Option.some(new Set(found.flatMap(({ token }) => (token === null ? [] : [String(token)])))),
    )
