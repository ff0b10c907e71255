/** The queues of endpoints (`webhook_lanes`). Transactions that change them lock them first, in the order of their ids. */
import { type EndpointId, type Health, testPriority } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import { endpointId } from "../../rows/webhooks.ts"
import type { Execute } from "../../statements/Statements.ts"

export interface EndpointQueue extends Health {
  readonly endpointId: EndpointId
  readonly inFlight: number
  readonly pausedUntil: number
  readonly blockedUntil: number
  /** The database's clock. */
  readonly now: number
}

/** Locks and reads queues. Nobody else claims from them or changes them until the transaction ends. */
export const lockQueues = (dialect: DialectShape, execute: Execute) => {
  const text = `SELECT l.*, ${dialect.nowMillis} AS now FROM webhook_lanes l WHERE l.endpoint_id IN ${dialect.jsonList}
    ORDER BY l.endpoint_id ${dialect.forUpdate}`
  return (endpoints: Iterable<string>): Effect.Effect<ReadonlyArray<EndpointQueue>, SqlError.SqlError> =>
    Effect.map(execute(text, [JSON.stringify([...new Set(endpoints)])]), (rows) => rows.map(decodeQueue))
}

const decodeQueue = (row: RawRow): EndpointQueue => ({
  endpointId: endpointId.read(row.endpoint_id),
  inFlight: toNumber("in_flight", row.in_flight),
  window: toNumber("request_window", row.request_window),
  pausedUntil: toNumber("paused_until", row.paused_until),
  blockedUntil: toNumber("blocked_until", row.blocked_until),
  failingSince: row.failing_since === null ? null : toNumber("failing_since", row.failing_since),
  lastFailureAt: row.last_failure_at === null ? null : toNumber("last_failure_at", row.last_failure_at),
  warned: toNumber("warned", row.warned),
  now: toNumber("now", row.now),
})

/** Writes queues that the transaction has locked. */
export const writeQueues = (dialect: DialectShape, execute: Execute) => {
  const text = `UPDATE webhook_lanes SET in_flight = v.in_flight, request_window = v.request_window, paused_until = v.paused_until,
      blocked_until = v.blocked_until, failing_since = v.failing_since, last_failure_at = v.last_failure_at, warned = v.warned
    FROM ${dialect.jsonRows({
      endpoint_id: "text",
      in_flight: "bigint",
      request_window: "bigint",
      paused_until: "bigint",
      blocked_until: "bigint",
      failing_since: "bigint",
      last_failure_at: "bigint",
      warned: "bigint",
    })} WHERE webhook_lanes.endpoint_id = v.endpoint_id`
  return (queues: ReadonlyArray<EndpointQueue>) =>
    execute(text, [
      JSON.stringify(
        queues.map((queue) => ({
          endpoint_id: queue.endpointId,
          in_flight: Math.max(0, queue.inFlight),
          request_window: queue.window,
          paused_until: Math.round(queue.pausedUntil),
          blocked_until: Math.round(queue.blockedUntil),
          failing_since: queue.failingSince,
          last_failure_at: queue.lastFailureAt,
          warned: queue.warned,
        })),
      ),
    ])
}

/** Locks queues and recounts their requests in flight from the leased deliveries. */
export const updateInFlight = (dialect: DialectShape, execute: Execute) => {
  const text = `UPDATE webhook_lanes SET in_flight = (SELECT count(DISTINCT d.token) FROM webhook_deliveries d
      WHERE d.token IS NOT NULL AND d.priority <> ${testPriority} AND d.endpoint_id = webhook_lanes.endpoint_id)
    WHERE endpoint_id IN ${dialect.jsonList}`
  const lock = lockQueues(dialect, execute)
  return (endpoints: Iterable<string>): Effect.Effect<void, SqlError.SqlError> => {
    const ids = [...new Set(endpoints)]
    return ids.length === 0
      ? Effect.void
      : Effect.zipRight(lock(ids), Effect.asVoid(execute(text, [JSON.stringify(ids)])))
  }
}

/**
 * Repairs queues whose count of requests in flight differs from the leased deliveries, for example after rows were edited
 * manually: a count that is too high would slow the endpoint down for ever. Queues that are just changing are found to be
 * correct once they are locked.
 */
export const repairInFlight = (
  dialect: DialectShape,
  execute: Execute,
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(
    execute(
      `SELECT l.endpoint_id FROM webhook_lanes l LEFT JOIN (
          SELECT d.endpoint_id, count(DISTINCT d.token) AS n FROM webhook_deliveries d ${dialect.along("webhook_leased")}
          WHERE d.token IS NOT NULL AND d.priority <> ${testPriority} GROUP BY d.endpoint_id) AS held ON held.endpoint_id = l.endpoint_id
        WHERE l.in_flight > 0 AND l.in_flight <> coalesce(held.n, 0) ORDER BY l.endpoint_id LIMIT 1000`,
      [],
    ),
    (rows) => updateInFlight(dialect, execute)(rows.map((row) => String(row.endpoint_id))),
  )
