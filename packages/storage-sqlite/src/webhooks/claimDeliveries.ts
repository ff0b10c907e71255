/**
 * Claiming deliveries on SQLite: in one write transaction, where nobody else writes, the lanes that may send, the head of each,
 * and then all leases at once. Nothing is begun when nothing is due.
 */
import {
  type DeliveryClaimRequest,
  type EndpointId,
  pacingMillis,
  spacingMillis,
} from "@annotary/core/effect"
import {
  type ClaimPass,
  type DeliveryOperations,
  deliveries,
  type Execute,
  endpointId,
  maxRowsOfEndpoint,
  outboxEvents,
  type RawRow,
  type Statements,
  toNumber,
} from "@annotary/storage-sql"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import { words } from "../dialect/words.ts"

interface Lane {
  readonly endpointId: EndpointId
  readonly nextAt: number
  readonly rateLimit: number | null
  readonly fifo: boolean
  readonly batch: number
  readonly room: number
  readonly now: number
}

const waits = "d.state = 'pending' AND d.token IS NULL"
const waiting = "webhook_deliveries d INDEXED BY webhook_due"

const firstAfter = (bound: string) =>
  `(SELECT d.endpoint_id FROM ${waiting} WHERE ${waits} AND d.endpoint_id > ${bound} ORDER BY d.endpoint_id LIMIT 1)`

const anyDue = (priority: number) =>
  `EXISTS (SELECT 1 FROM ${waiting} WHERE d.endpoint_id = w.endpoint_id AND ${waits} AND d.priority = ${priority} AND d.place <= c.now)`

const lanesText = (horizon: number): string => `WITH RECURSIVE waiting (endpoint_id) AS (
    SELECT ${firstAfter("?")} UNION ALL
    SELECT ${firstAfter("w.endpoint_id")} FROM waiting w WHERE w.endpoint_id IS NOT NULL)
  SELECT l.endpoint_id, l.next_at, e.rate_limit, e.fifo, e.batch, c.now,
    CASE e.fifo WHEN 1 THEN 1 ELSE min(l.request_window, ?) END - l.in_flight AS room
  FROM (SELECT ${words.nowMillis} AS now) AS c CROSS JOIN waiting w
    CROSS JOIN webhook_lanes l ON l.endpoint_id = w.endpoint_id CROSS JOIN webhook_endpoints e ON e.id = w.endpoint_id
  WHERE w.endpoint_id <= ? AND e.enabled = 1 AND l.paused_until <= c.now AND (e.fifo = 0 OR l.blocked_until <= c.now)
    AND (e.rate_limit IS NULL OR l.next_at <= c.now + ${horizon})
    AND l.in_flight < CASE e.fifo WHEN 1 THEN 1 ELSE min(l.request_window, ?) END
    AND (? = 0 OR l.failing_since IS NULL)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    AND (e.fifo = 1 OR ${anyDue(0)} OR ${anyDue(1)})
  LIMIT CAST(? AS BIGINT)`

const lanesOf = (execute: Execute, horizon: number) => {
  const text = lanesText(horizon)
  return (
    claim: DeliveryClaimRequest,
    after: string,
    until: string,
  ): Effect.Effect<ReadonlyArray<Lane>, SqlError.SqlError> =>
    Effect.map(
      execute(text, [after, claim.inFlight, until, claim.inFlight, claim.wellOnly ? 1 : 0, claim.limit]),
      (rows) => rows.map((row) => laneOf(row, horizon)),
    )
}

const laneOf = (row: RawRow, horizon: number): Lane => {
  const rateLimit = row.rate_limit === null ? null : toNumber("rate_limit", row.rate_limit)
  const now = toNumber("now", row.now)
  const nextAt = toNumber("next_at", row.next_at)
  const room = toNumber("room", row.room)
  const places =
    rateLimit === null
      ? room
      : Math.floor((now + horizon - Math.max(nextAt, now)) / spacingMillis(rateLimit)) + 1
  return {
    endpointId: endpointId.read(row.endpoint_id),
    nextAt,
    rateLimit,
    fifo: toNumber("fifo", row.fifo) === 1,
    batch: toNumber("batch", row.batch),
    room: Math.min(room, places),
    now,
  }
}

const dueOf = (priority: number) =>
  `SELECT * FROM (SELECT d.* FROM ${waiting} WHERE d.endpoint_id = ? AND ${waits} AND d.priority = ${priority}
     AND d.place <= ? AND d.due_at <= ? ORDER BY d.place, d.event_id LIMIT CAST(? AS BIGINT))`
const headOf = (priority: number) =>
  `SELECT * FROM (SELECT d.* FROM ${waiting} WHERE d.endpoint_id = ? AND ${waits} AND d.priority = ${priority}
     ORDER BY d.place, d.event_id LIMIT CAST(? AS BIGINT))`

const withEvent = (
  rows: string,
) => `SELECT ${deliveries.select("h")}, h.own_event, h.priority, h.place, ${outboxEvents.select("o", "o_")}
  FROM (${rows} LIMIT CAST(? AS BIGINT)) AS h LEFT JOIN outbox o ON o.dataset_id = h.dataset_id AND o.id = h.event_id
  ORDER BY h.priority, h.place, h.event_id`

const dueText = withEvent(`${dueOf(0)} UNION ALL ${dueOf(1)}`)
const headText = withEvent(`${headOf(0)} UNION ALL ${headOf(1)}`)

/** What may be sent of a lane now, in order; of one that keeps the order nothing behind what is not due. */
const headOfLane = (execute: Execute, lane: Lane, take: number) => {
  const { endpointId, now } = lane
  if (!lane.fifo) return execute(dueText, [endpointId, now, now, take, endpointId, now, now, take, take])
  return Effect.map(execute(headText, [endpointId, take, endpointId, take, take]), (rows) => {
    const late = rows.findIndex((row) => toNumber("due_at", row.due_at) > now)
    return late === -1 ? rows : rows.slice(0, late)
  })
}

const leaseText = `UPDATE webhook_deliveries SET token = v.token, leased_by = ?, lease_until = ?
  FROM ${words.jsonRows({ dataset_id: "text", event_id: "text", endpoint_id: "text", token: "text" })}
  WHERE webhook_deliveries.dataset_id = v.dataset_id AND webhook_deliveries.event_id = v.event_id
    AND webhook_deliveries.endpoint_id = v.endpoint_id`
const chargeText = "UPDATE webhook_lanes SET in_flight = in_flight + ?, next_at = ? WHERE endpoint_id = ?"

interface Seat {
  readonly lane: Lane
  readonly request: number
  readonly rows: ReadonlyArray<RawRow>
}

/** Runs inside a transaction. One row a delivery, with its event. */
const lease = (
  execute: Execute,
  claim: DeliveryClaimRequest,
  lanes: ReadonlyArray<Lane>,
  id: string,
): Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError> =>
  Effect.gen(function* () {
    const open = lanes.filter(({ room }) => room > 0)
    const share = Math.max(1, Math.ceil(claim.limit / Math.max(1, open.length)))
    const found: Array<Seat> = []
    for (const lane of open) {
      const rows = yield* headOfLane(
        execute,
        lane,
        Math.min(lane.room, share, Math.floor(maxRowsOfEndpoint / lane.batch)) * lane.batch,
      )
      for (let at = 0; at < rows.length; at += lane.batch)
        found.push({ lane, request: at / lane.batch, rows: rows.slice(at, at + lane.batch) })
    }
    const seats = found.toSorted((a, b) => a.request - b.request).slice(0, claim.limit)
    const [first] = seats
    if (first === undefined) return []
    const leases = seats.flatMap(({ rows }, seat) =>
      rows.map(({ dataset_id, event_id, endpoint_id }) => ({
        dataset_id,
        event_id,
        endpoint_id,
        token: `${id}.${seat}`,
      })),
    )
    yield* execute(leaseText, [claim.worker, first.lane.now + claim.leaseMillis, JSON.stringify(leases)])
    for (const lane of new Set(seats.map((seat) => seat.lane))) {
      const requests = seats.filter((seat) => seat.lane === lane).length
      const nextAt = lane.rateLimit === null ? lane.nextAt : startOf(lane, requests)
      yield* execute(chargeText, [requests, nextAt, lane.endpointId])
    }
    return seats.flatMap(({ lane, request, rows }, seat) =>
      rows.map((row) => ({
        ...row,
        seat,
        token: `${id}.${seat}`,
        start_in: lane.rateLimit === null ? 0 : Math.max(0, startOf(lane, request) - lane.now),
      })),
    )
  })

/** When the request in this place of the claim begins, at the endpoint's rate. */
const startOf = ({ nextAt, now, rateLimit }: Lane, request: number): number =>
  Math.max(nextAt, now) + request * spacingMillis(rateLimit ?? 1)

/** Leases in one pass what the endpoints between two ids may send. */
export const claimDeliveries = ({ atomic, execute, query }: Statements): DeliveryOperations["claim"] => {
  const lanes = lanesOf(execute, pacingMillis)
  return (request, after, until) =>
    Effect.gen(function* () {
      // Read first, outside of a transaction: who finds nothing takes the write lock from nobody.
      const seen = yield* query("DeliveryStore.claim", lanes(request, after, until))
      if (seen.length === 0) return { rows: [], at: null, last: null }
      const work: Effect.Effect<ClaimPass, SqlError.SqlError> = Effect.gen(function* () {
        const found = yield* lanes(request, after, until)
        const rows = yield* lease(execute, request, found, globalThis.crypto.randomUUID())
        const full = found.length >= request.limit
        return { rows, at: found[0]?.now ?? null, last: full ? (found.at(-1)?.endpointId ?? null) : null }
      })
      return yield* atomic("DeliveryStore.claim", work)
    })
}
