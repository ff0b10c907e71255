/** Reads of deliveries for users and metrics. Every read follows an index and has a limit. */
import {
  type Attempt,
  type Backlog,
  computeIdBounds,
  type Delivery,
  type DeliveryId,
  type DeliveryList,
  type DeliveryPage,
  DeliveryState,
  type EndpointCounts,
  type EndpointId,
  isSelective,
  makeDeliveryPage,
  OutboxEvent,
  type WaitingDeliveries,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { DeliveryOperations } from "../../dialect/operations.ts"
import { noDataset } from "../../rows/accounts.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import { outboxEvents } from "../../rows/files.ts"
import { decodeAll, decodeFirst, readCount } from "../../rows/results.ts"
import { attemptColumns, decodeAttempt, deliveries, endpointId } from "../../rows/webhooks.ts"
import type { Execute } from "../../statements/Statements.ts"

type Answer<A> = Effect.Effect<A, SqlError.SqlError>

const columns = deliveries.select("d")

/** Limits the rows of a state that are read for one page when a filter may exclude all of them. */
const maxRowsScanned = 1000

export const makeReads = (dialect: DialectShape, execute: Execute, native: DeliveryOperations) => {
  const ofState = `SELECT * FROM (SELECT ${columns} FROM webhook_deliveries d WHERE d.endpoint_id = ? AND d.state = ?
    AND d.id < ? AND d.id >= ? ORDER BY d.id DESC LIMIT CAST(? AS BIGINT)) AS found`

  const list = ({ endpoint, filter, before, limit }: DeliveryPage): Answer<DeliveryList> => {
    const { from, below } = computeIdBounds(filter, before)
    const window = isSelective(filter) ? Math.max(maxRowsScanned, limit + 1) : limit + 1
    const requested = filter.states ?? []
    const states = requested.length === 0 ? DeliveryState.literals : [...new Set(requested)]
    const text = states.map(() => ofState).join(" UNION ALL ")
    return Effect.map(
      execute(
        text,
        states.flatMap((state) => [endpoint, state, below, from, window]),
      ),
      (rows) =>
        makeDeliveryPage({ found: decodeAll(deliveries.decode)(rows), states, window, filter, limit }),
    )
  }

  const byIdText = `SELECT ${columns} FROM webhook_deliveries d WHERE d.endpoint_id IN ${dialect.jsonList}
    AND d.state IN (${DeliveryState.literals.map((state) => `'${state}'`).join(", ")}) AND d.id = ? LIMIT 1`
  const findById = (endpoints: ReadonlyArray<EndpointId>, id: DeliveryId): Answer<Option.Option<Delivery>> =>
    Effect.map(execute(byIdText, [JSON.stringify(endpoints), id]), decodeFirst(deliveries.decode))

  const attemptsText = `SELECT ${attemptColumns} FROM webhook_attempts a WHERE a.dataset_id = ? AND a.delivery_id = ? AND a.id < ?
    ORDER BY a.id DESC LIMIT CAST(? AS BIGINT)`
  const listAttempts = (
    delivery: Delivery,
    page: { readonly before: string | null; readonly limit: number },
  ): Answer<ReadonlyArray<Attempt>> =>
    Effect.map(
      execute(attemptsText, [delivery.datasetId ?? noDataset, delivery.id, page.before ?? "~", page.limit]),
      decodeAll(decodeAttempt),
    )

  const eventText = `SELECT d.own_event, ${outboxEvents.select("o", "o_")} FROM webhook_deliveries d
    LEFT JOIN outbox o ON o.dataset_id = d.dataset_id AND o.id = d.event_id
    WHERE d.dataset_id = ? AND d.event_id = ? AND d.endpoint_id = ?`
  const findEvent = (delivery: Delivery): Answer<Option.Option<OutboxEvent>> =>
    Effect.map(
      execute(eventText, [delivery.datasetId ?? noDataset, delivery.eventId, delivery.endpointId]),
      ([row]) => decodeEvent(row),
    )

  const countsText = `SELECT endpoint_id, sum(delivered) AS delivered, sum(failed) AS failed, sum(dead) AS dead FROM webhook_counts
    WHERE endpoint_id IN ${dialect.jsonList} AND hour >= ${dialect.nowMillis} / 3600000 - CAST(? AS ${dialect.big}) GROUP BY endpoint_id`
  const sumCounts = (
    endpoints: ReadonlyArray<EndpointId>,
    hours: number,
  ): Answer<ReadonlyMap<EndpointId, EndpointCounts>> =>
    Effect.map(execute(countsText, [JSON.stringify(endpoints), hours]), (rows) => {
      const counts = new Map<EndpointId, EndpointCounts>(
        endpoints.map((id) => [id, { delivered: 0, failed: 0, dead: 0 }]),
      )
      for (const row of rows) counts.set(endpointId.read(row.endpoint_id), decodeEndpointCounts(row))
      return counts
    })

  const waitingText = `SELECT count(*) AS n FROM (SELECT 1 FROM webhook_deliveries d
    WHERE d.endpoint_id = ? AND d.state = ? ORDER BY d.id LIMIT CAST(? AS BIGINT)) AS part`
  const countWaiting = (endpoint: EndpointId, limit: number): Answer<WaitingDeliveries> =>
    Effect.gen(function* () {
      const pending = readCount(yield* execute(waitingText, [endpoint, "pending", limit]))
      return { pending, held: readCount(yield* execute(waitingText, [endpoint, "held", limit])) }
    })

  return {
    list,
    findById,
    listAttempts,
    findEvent,
    sumCounts,
    countWaiting,
    nextDue: makeNextDue(dialect, execute),
    backlog: makeBacklog(dialect, execute, native),
  }
}

const decodeEndpointCounts = (row: RawRow): EndpointCounts => ({
  delivered: toNumber("delivered", row.delivered),
  failed: toNumber("failed", row.failed),
  dead: toNumber("dead", row.dead),
})

const decodeEvent = (row: RawRow | undefined): Option.Option<OutboxEvent> => {
  if (row === undefined) return Option.none()
  if (typeof row.own_event === "string")
    return Option.some(Schema.decodeSync(OutboxEvent)(JSON.parse(row.own_event)))
  return row.o_id === null ? Option.none() : Option.some(outboxEvents.decode(row, "o_"))
}

const waits = "d.state = 'pending' AND d.token IS NULL"

/** Every endpoint with pending deliveries, and the places of its first live and its first replayed delivery. */
const selectQueueHeads = (dialect: DialectShape): string => {
  const waiting = `webhook_deliveries d ${dialect.along("webhook_due")}`
  const selectNextEndpoint = (bound: string) =>
    `(SELECT d.endpoint_id FROM ${waiting} WHERE ${waits} AND d.endpoint_id > ${bound} ORDER BY d.endpoint_id LIMIT 1)`
  const selectHead = (priority: number) =>
    `(SELECT CASE e.fifo WHEN 1 THEN d.due_at ELSE d.place END FROM ${waiting} WHERE d.endpoint_id = w.endpoint_id AND ${waits}
      AND d.priority = ${priority} ORDER BY d.place, d.event_id LIMIT 1)`
  return `WITH RECURSIVE waiting (endpoint_id) AS (
      SELECT ${selectNextEndpoint("''")} UNION ALL SELECT ${selectNextEndpoint("w.endpoint_id")} FROM waiting w WHERE w.endpoint_id IS NOT NULL),
    heads AS (SELECT ${selectHead(0)} AS live, ${selectHead(1)} AS replayed, e.fifo, e.rate_limit, l.*
      FROM waiting w CROSS JOIN webhook_lanes l CROSS JOIN webhook_endpoints e
      WHERE l.endpoint_id = w.endpoint_id AND e.id = w.endpoint_id AND e.enabled = 1
        AND ${dialect.areWebhooksEnabled("e.owner")} = 1)`
}

const makeNextDue = (dialect: DialectShape, execute: Execute) => {
  const greatest = dialect.greatest
  const least = dialect.least
  const earliest = `${least}(coalesce(h.live, h.replayed), coalesce(h.replayed, h.live))`
  const text = `${selectQueueHeads(dialect)}
    SELECT min(${greatest}(${earliest}, h.paused_until, CASE h.fifo WHEN 1 THEN h.blocked_until ELSE 0 END,
        CASE WHEN h.rate_limit IS NULL THEN 0 ELSE h.next_at - 250 END)) AS due, min(${dialect.nowMillis}) AS now
    FROM heads h WHERE coalesce(h.live, h.replayed) IS NOT NULL AND h.in_flight < CASE h.fifo WHEN 1 THEN 1 ELSE ${least}(h.request_window, CAST(? AS INTEGER)) END`
  return (inFlight: number): Answer<Option.Option<number>> =>
    Effect.map(execute(text, [inFlight]), ([row]) =>
      row === undefined || row.due === null
        ? Option.none()
        : Option.some(Math.max(0, Math.ceil(toNumber("due", row.due) - toNumber("now", row.now)))),
    )
}

/** Each query names the order of its index: for a few rows of many, planners would otherwise scan the table. */
const makeBacklog = (dialect: DialectShape, execute: Execute, native: DeliveryOperations) => {
  const countUpTo = (rows: string) => `SELECT count(*) AS n FROM (${rows} LIMIT CAST(? AS BIGINT)) AS part`
  const pending = countUpTo(`SELECT 1 FROM webhook_deliveries d ${dialect.along("webhook_due")} WHERE ${waits}
    ORDER BY d.endpoint_id, d.priority, d.place, d.event_id`)
  const leased = countUpTo(
    `SELECT 1 FROM webhook_deliveries d ${dialect.along("webhook_leased")} WHERE d.token IS NOT NULL ORDER BY d.lease_until`,
  )
  const lag = `${selectQueueHeads(dialect)} SELECT min(coalesce(h.live, h.replayed)) AS due, min(${dialect.nowMillis}) AS now FROM heads h`
  return (limit: number): Answer<Backlog> =>
    Effect.gen(function* () {
      const [row] = yield* execute(lag, [])
      return {
        pending: readCount(yield* execute(pending, [limit])),
        leased: readCount(yield* execute(leased, [limit])),
        held: yield* native.countPaused(limit),
        lagMillis:
          row === undefined || row.due === null
            ? 0
            : Math.max(0, toNumber("now", row.now) - toNumber("due", row.due)),
      }
    })
}
