/**
 * Claims deliveries on Postgres by one statement. It steps from endpoint to endpoint along the index of pending deliveries, locks
 * the queues that may send (it skips queues that others have locked, and checks queues again that others have changed), reads the
 * head of each queue, and leases. Its cost depends on the number of endpoints with pending deliveries, not on the number of
 * deliveries.
 */
import { type DeliveryClaimRequest, latenessMillis, pacingMillis } from "@annotary/core/effect"
import {
  type DeliveryOperations,
  type DialectWords,
  deliveries,
  endpointId,
  maxRowsOfEndpoint,
  outboxEvents,
  type Primitive,
  type Statements,
  toNumber,
} from "@annotary/storage-sql"
import { Effect } from "effect"
import { nowMillis } from "../dialect/words.ts"

const isWaiting = (alias: string) => `${alias}.state = 'pending' AND ${alias}.token IS NULL`

/** The parameters of the statement, in order. */
const listParams = (
  request: DeliveryClaimRequest,
  after: string,
  until: string,
  id: string,
): ReadonlyArray<Primitive> => [
  after,
  until,
  until,
  request.inFlight,
  request.inFlight,
  request.wellOnly ? 1 : 0,
  request.limit,
  request.limit,
  request.limit,
  id,
  request.worker,
  request.leaseMillis,
]

const selectFirstAfter = (bound: string) =>
  `(SELECT d.endpoint_id FROM webhook_deliveries d WHERE ${isWaiting("d")} AND d.endpoint_id > ${bound} ORDER BY d.endpoint_id LIMIT 1)`

/** Like `computeSpacingMillis`; null without a rate limit. */
const spacing = `greatest(1000.0 / e.rate_limit, ${1000 + latenessMillis}.0 / (e.rate_limit + 1))`

/** The number of requests that the rate limit allows until the horizon. */
const countPlaces = (horizon: number) =>
  `CASE WHEN e.rate_limit IS NULL THEN 1000
     ELSE floor((c.now + ${horizon} - greatest(l.next_at, c.now)) / ${spacing})::int + 1 END`

const selectDue = (priority: number) =>
  `(SELECT d.* FROM webhook_deliveries d WHERE d.endpoint_id = l.endpoint_id AND ${isWaiting("d")}
     AND d.priority = ${priority} AND d.place <= l.now AND d.due_at <= l.now
     ORDER BY d.place, d.event_id LIMIT l.take FOR UPDATE SKIP LOCKED)`

/** The head of a FIFO queue, due or not. */
const selectHead = (priority: number) =>
  `(SELECT d.* FROM webhook_deliveries d WHERE d.endpoint_id = l.endpoint_id AND ${isWaiting("d")}
     AND d.priority = ${priority} ORDER BY d.place, d.event_id LIMIT l.take FOR UPDATE SKIP LOCKED)`

const hasDue = (priority: number) =>
  `EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = w.endpoint_id AND ${isWaiting("d")}
     AND d.priority = ${priority} AND d.place <= c.now)`

const claimText = (
  horizon: number,
  areWebhooksEnabled: DialectWords["areWebhooksEnabled"],
): string => `WITH RECURSIVE
  clock AS MATERIALIZED (SELECT ${nowMillis} AS now),
  waiting AS (
    SELECT s.endpoint_id FROM ${selectFirstAfter("?")} s WHERE s.endpoint_id <= ?
    UNION ALL
    SELECT n.endpoint_id FROM waiting w CROSS JOIN LATERAL ${selectFirstAfter("w.endpoint_id")} n WHERE n.endpoint_id <= ?),
  lanes AS MATERIALIZED (
    SELECT f.*, c.now FROM waiting w CROSS JOIN clock c CROSS JOIN LATERAL (
      SELECT l.endpoint_id, l.next_at, ${spacing} AS spacing, e.fifo, e.batch,
        least(CASE e.fifo WHEN 1 THEN 1 ELSE least(l.request_window, CAST(? AS INTEGER)) END - l.in_flight, ${countPlaces(horizon)}) AS room
      FROM webhook_lanes l JOIN webhook_endpoints e ON e.id = l.endpoint_id
      WHERE l.endpoint_id = w.endpoint_id AND e.enabled = 1 AND l.paused_until <= c.now
        AND (e.fifo = 0 OR l.blocked_until <= c.now) AND (e.rate_limit IS NULL OR l.next_at <= c.now + ${horizon})
        AND l.in_flight < CASE e.fifo WHEN 1 THEN 1 ELSE least(l.request_window, CAST(? AS INTEGER)) END
        AND (CAST(? AS INTEGER) = 0 OR l.failing_since IS NULL)
        AND ${areWebhooksEnabled("e.owner")} = 1
        AND (${hasDue(0)} OR ${hasDue(1)} OR e.fifo = 1)
      LIMIT 1 FOR UPDATE OF l SKIP LOCKED) f
    LIMIT CAST(? AS BIGINT)),
  shared AS MATERIALIZED (
    SELECT l.*, least(l.room, greatest(1, ceil(CAST(? AS INTEGER)::float8 / (SELECT count(*) FROM lanes)))::int, ${maxRowsOfEndpoint} / l.batch) * l.batch AS take
    FROM lanes l WHERE l.room > 0),
  picked AS (
    SELECT l.batch, l.next_at, l.spacing, l.now, d.* FROM shared l CROSS JOIN LATERAL (
      SELECT * FROM ${selectDue(0)} live UNION ALL SELECT * FROM ${selectDue(1)} replayed LIMIT l.take) d WHERE l.fifo = 0
    UNION ALL
    SELECT l.batch, l.next_at, l.spacing, l.now, d.* FROM shared l CROSS JOIN LATERAL (
      SELECT * FROM ${selectHead(0)} live UNION ALL SELECT * FROM ${selectHead(1)} replayed LIMIT l.take) d WHERE l.fifo = 1),
  ordered AS (
    SELECT p.*, (row_number() OVER seats - 1) / p.batch AS request,
      count(*) FILTER (WHERE p.due_at > p.now) OVER seats AS late
    FROM picked p WINDOW seats AS (PARTITION BY p.endpoint_id ORDER BY p.priority, p.place, p.event_id)),
  chosen AS (
    SELECT * FROM (SELECT o.*, dense_rank() OVER (ORDER BY o.request, o.endpoint_id) AS seat FROM ordered o WHERE o.late = 0) r
    WHERE r.seat <= CAST(? AS INTEGER)),
  leased AS (
    UPDATE webhook_deliveries d SET token = CAST(? AS TEXT) || '.' || c.seat, leased_by = ?, lease_until = c.now + CAST(? AS BIGINT)
    FROM chosen c WHERE d.dataset_id = c.dataset_id AND d.event_id = c.event_id AND d.endpoint_id = c.endpoint_id
    RETURNING ${deliveries.select("d")}, d.token AS token, d.own_event AS own_event, c.seat AS seat, c.priority, c.place, c.now AS now,
      greatest(0, greatest(c.next_at, c.now) + c.request * c.spacing - c.now) AS start_in),
  charged AS (
    UPDATE webhook_lanes l SET in_flight = l.in_flight + s.requests,
      next_at = CASE WHEN s.spacing IS NULL THEN l.next_at ELSE greatest(l.next_at, s.now) + s.requests * s.spacing END
    FROM (SELECT c.endpoint_id, max(c.now) AS now, max(c.spacing) AS spacing, count(DISTINCT c.seat) AS requests
      FROM chosen c GROUP BY c.endpoint_id) s WHERE l.endpoint_id = s.endpoint_id RETURNING 1)
  SELECT x.*, (SELECT max(endpoint_id) FROM lanes) AS last_queue, (SELECT count(*) FROM lanes) AS queue_count, clock.now AS at,
    ${outboxEvents.select("o", "o_")}
  FROM clock LEFT JOIN leased x ON true LEFT JOIN outbox o ON o.dataset_id = x.dataset_id AND o.id = x.event_id
  ORDER BY x.seat, x.priority, x.place, x.event_id`

export const claimDeliveries = (
  { query, execute }: Pick<Statements, "query" | "execute">,
  areWebhooksEnabled: DialectWords["areWebhooksEnabled"],
): DeliveryOperations["claim"] => {
  const text = claimText(pacingMillis, areWebhooksEnabled)
  return (request, after, until) =>
    Effect.map(
      query(
        "DeliveryStore.claim",
        execute(text, listParams(request, after, until, globalThis.crypto.randomUUID())),
      ),
      (rows) => {
        const full = toNumber("queue_count", rows[0]?.queue_count ?? 0) >= request.limit
        return {
          rows: rows.filter((row) => row.token !== null),
          at: toNumber("at", rows[0]?.at),
          last: full ? endpointId.read(rows[0]?.last_queue) : null,
        }
      },
    )
}
