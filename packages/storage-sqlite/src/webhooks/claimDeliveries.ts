/**
 * Claims deliveries on SQLite. One write transaction reads the queues that may send and the head of each, and writes all leases.
 * No transaction begins when nothing is due.
 */
import {
  computeSpacingMillis,
  type DeliveryClaimRequest,
  type EndpointId,
  pacingMillis,
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

/** The queue of an endpoint that may send. */
interface EndpointQueue {
  readonly endpointId: EndpointId
  readonly nextAt: number
  readonly rateLimit: number | null
  readonly fifo: boolean
  readonly batch: number
  /** The number of further requests that may be in flight. */
  readonly capacity: number
  readonly now: number
}

const waits = "d.state = 'pending' AND d.token IS NULL"
const waiting = "webhook_deliveries d INDEXED BY webhook_due"

const selectFirstAfter = (bound: string) =>
  `(SELECT d.endpoint_id FROM ${waiting} WHERE ${waits} AND d.endpoint_id > ${bound} ORDER BY d.endpoint_id LIMIT 1)`

const hasDue = (priority: number) =>
  `EXISTS (SELECT 1 FROM ${waiting} WHERE d.endpoint_id = w.endpoint_id AND ${waits} AND d.priority = ${priority} AND d.place <= c.now)`

const makeQueuesText = (horizon: number): string => `WITH RECURSIVE waiting (endpoint_id) AS (
    SELECT ${selectFirstAfter("?")} UNION ALL
    SELECT ${selectFirstAfter("w.endpoint_id")} FROM waiting w WHERE w.endpoint_id IS NOT NULL)
  SELECT l.endpoint_id, l.next_at, e.rate_limit, e.fifo, e.batch, c.now,
    CASE e.fifo WHEN 1 THEN 1 ELSE min(l.request_window, ?) END - l.in_flight AS capacity
  FROM (SELECT ${words.nowMillis} AS now) AS c CROSS JOIN waiting w
    CROSS JOIN webhook_lanes l ON l.endpoint_id = w.endpoint_id CROSS JOIN webhook_endpoints e ON e.id = w.endpoint_id
  WHERE w.endpoint_id <= ? AND e.enabled = 1 AND l.paused_until <= c.now AND (e.fifo = 0 OR l.blocked_until <= c.now)
    AND (e.rate_limit IS NULL OR l.next_at <= c.now + ${horizon})
    AND l.in_flight < CASE e.fifo WHEN 1 THEN 1 ELSE min(l.request_window, ?) END
    AND (? = 0 OR l.failing_since IS NULL)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    AND (e.fifo = 1 OR ${hasDue(0)} OR ${hasDue(1)})
  LIMIT CAST(? AS BIGINT)`

const makeReadQueues = (execute: Execute, horizon: number) => {
  const text = makeQueuesText(horizon)
  return (
    claim: DeliveryClaimRequest,
    after: string,
    until: string,
  ): Effect.Effect<ReadonlyArray<EndpointQueue>, SqlError.SqlError> =>
    Effect.map(
      execute(text, [after, claim.inFlight, until, claim.inFlight, claim.wellOnly ? 1 : 0, claim.limit]),
      (rows) => rows.map((row) => decodeQueue(row, horizon)),
    )
}

const decodeQueue = (row: RawRow, horizon: number): EndpointQueue => {
  const rateLimit = row.rate_limit === null ? null : toNumber("rate_limit", row.rate_limit)
  const now = toNumber("now", row.now)
  const nextAt = toNumber("next_at", row.next_at)
  const capacity = toNumber("capacity", row.capacity)
  const places =
    rateLimit === null
      ? capacity
      : Math.floor((now + horizon - Math.max(nextAt, now)) / computeSpacingMillis(rateLimit)) + 1
  return {
    endpointId: endpointId.read(row.endpoint_id),
    nextAt,
    rateLimit,
    fifo: toNumber("fifo", row.fifo) === 1,
    batch: toNumber("batch", row.batch),
    capacity: Math.min(capacity, places),
    now,
  }
}

const selectDue = (priority: number) =>
  `SELECT * FROM (SELECT d.* FROM ${waiting} WHERE d.endpoint_id = ? AND ${waits} AND d.priority = ${priority}
     AND d.place <= ? AND d.due_at <= ? ORDER BY d.place, d.event_id LIMIT CAST(? AS BIGINT))`
const selectHead = (priority: number) =>
  `SELECT * FROM (SELECT d.* FROM ${waiting} WHERE d.endpoint_id = ? AND ${waits} AND d.priority = ${priority}
     ORDER BY d.place, d.event_id LIMIT CAST(? AS BIGINT))`

const withEvent = (
  rows: string,
) => `SELECT ${deliveries.select("h")}, h.own_event, h.priority, h.place, ${outboxEvents.select("o", "o_")}
  FROM (${rows} LIMIT CAST(? AS BIGINT)) AS h LEFT JOIN outbox o ON o.dataset_id = h.dataset_id AND o.id = h.event_id
  ORDER BY h.priority, h.place, h.event_id`

const dueText = withEvent(`${selectDue(0)} UNION ALL ${selectDue(1)}`)
const headText = withEvent(`${selectHead(0)} UNION ALL ${selectHead(1)}`)

/** Reads the deliveries of a queue that may be sent now, in order; a FIFO queue stops at the first that is not due. */
const readHead = (execute: Execute, queue: EndpointQueue, take: number) => {
  const { endpointId, now } = queue
  if (!queue.fifo) return execute(dueText, [endpointId, now, now, take, endpointId, now, now, take, take])
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
  readonly queue: EndpointQueue
  readonly request: number
  readonly rows: ReadonlyArray<RawRow>
}

/** Leases deliveries; returns one row per delivery, with its event. Runs inside a transaction. */
const lease = (
  execute: Execute,
  claim: DeliveryClaimRequest,
  queues: ReadonlyArray<EndpointQueue>,
  id: string,
): Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError> =>
  Effect.gen(function* () {
    const open = queues.filter(({ capacity }) => capacity > 0)
    const share = Math.max(1, Math.ceil(claim.limit / Math.max(1, open.length)))
    const allSeats: Array<Seat> = []
    for (const queue of open) {
      const { batch } = queue
      const requests = Math.min(queue.capacity, share, Math.floor(maxRowsOfEndpoint / batch))
      const rows = yield* readHead(execute, queue, requests * batch)
      for (let at = 0; at < rows.length; at += batch)
        allSeats.push({ queue, request: at / batch, rows: rows.slice(at, at + batch) })
    }
    const seats = allSeats.toSorted((a, b) => a.request - b.request).slice(0, claim.limit)
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
    yield* execute(leaseText, [claim.worker, first.queue.now + claim.leaseMillis, JSON.stringify(leases)])
    for (const queue of new Set(seats.map((seat) => seat.queue))) {
      const requests = seats.filter((seat) => seat.queue === queue).length
      const nextAt = queue.rateLimit === null ? queue.nextAt : computeStart(queue, requests)
      yield* execute(chargeText, [requests, nextAt, queue.endpointId])
    }
    return seats.flatMap(({ queue, request, rows }, seat) =>
      rows.map((row) => ({
        ...row,
        seat,
        token: `${id}.${seat}`,
        start_in: queue.rateLimit === null ? 0 : Math.max(0, computeStart(queue, request) - queue.now),
      })),
    )
  })

/** When a request of the claim begins, at the endpoint's rate. */
const computeStart = ({ nextAt, now, rateLimit }: EndpointQueue, request: number): number =>
  Math.max(nextAt, now) + request * computeSpacingMillis(rateLimit ?? 1)

/** Leases in one pass the deliveries that the endpoints between two ids may send. */
export const claimDeliveries = ({ atomic, execute, query }: Statements): DeliveryOperations["claim"] => {
  const queues = makeReadQueues(execute, pacingMillis)
  return (request, after, until) =>
    Effect.gen(function* () {
      // Read first outside of a transaction, so that a claim that finds nothing does not take the write lock.
      const seen = yield* query("DeliveryStore.claim", queues(request, after, until))
      if (seen.length === 0) return { rows: [], at: null, last: null }
      const work: Effect.Effect<ClaimPass, SqlError.SqlError> = Effect.gen(function* () {
        const open = yield* queues(request, after, until)
        const rows = yield* lease(execute, request, open, globalThis.crypto.randomUUID())
        const full = open.length >= request.limit
        return { rows, at: open[0]?.now ?? null, last: full ? (open.at(-1)?.endpointId ?? null) : null }
      })
      return yield* atomic("DeliveryStore.claim", work)
    })
}
