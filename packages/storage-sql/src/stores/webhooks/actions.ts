/** Actions of users on deliveries: replay, skip and cancel, on one or many. */
import {
  type BulkStep,
  type BulkStepped,
  computeIdBounds,
  type Delivery,
  type EndAnswer,
  type EndpointId,
  endedAs,
  matchRows,
  type ReplayAnswer,
  testPriority,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import { hasRows } from "../../rows/results.ts"
import { deliveries } from "../../rows/webhooks.ts"
import type { Execute } from "../../statements/Statements.ts"

type Answer<A> = Effect.Effect<A, SqlError.SqlError>

const t = "webhook_deliveries"
const columns = deliveries.select("d")
const isThisOne = "dataset_id = ? AND event_id = ? AND endpoint_id = ?"
const isGiven = `${t}.dataset_id = v.dataset_id AND ${t}.event_id = v.event_id AND ${t}.endpoint_id = v.endpoint_id`
const isKept = `(own_event IS NOT NULL OR EXISTS (SELECT 1 FROM outbox o WHERE o.dataset_id = ${t}.dataset_id AND o.id = ${t}.event_id))`

const getDeliveryKey = (delivery: Delivery) => [
  delivery.datasetId ?? noDataset,
  delivery.eventId,
  delivery.endpointId,
]

/** The actions. Each runs inside a transaction. */
export const makeActions = (dialect: DialectShape, execute: Execute) => {
  const now = dialect.nowMillis
  /** A pending delivery can be replayed only before it is due: after that it is about to be sent. */
  const isReplayable = (state: string) => `(${state} <> 'pending' OR (token IS NULL AND due_at > ${now}))`
  const rows = dialect.jsonRows({ dataset_id: "text", event_id: "text", endpoint_id: "text", state: "text" })

  /** A replay is sent now: it ends the endpoint's pause, and makes the head of a FIFO queue due. */
  const liftText = `UPDATE webhook_lanes SET paused_until = 0, blocked_until = 0
    WHERE endpoint_id = ? AND (paused_until > ${now} OR blocked_until > ${now})`
  const headText = `UPDATE ${t} SET due_at = ${now} WHERE due_at > ${now} AND token IS NULL AND (dataset_id, event_id, endpoint_id) IN (
    SELECT d.dataset_id, d.event_id, d.endpoint_id FROM ${t} d ${dialect.along("webhook_due")}
    WHERE d.endpoint_id = ? AND d.state = 'pending' AND d.token IS NULL AND d.priority <> ${testPriority}
    ORDER BY d.priority, d.place, d.event_id LIMIT 1)`
  const resumeQueue = (endpoint: EndpointId, fifo: boolean): Answer<void> =>
    Effect.zipRight(
      execute(liftText, [endpoint]),
      fifo ? Effect.asVoid(execute(headText, [endpoint])) : Effect.void,
    )

  /** A FIFO endpoint appends a replayed delivery to its queue; a pending delivery keeps its place. */
  const countUp = `UPDATE webhook_endpoints SET last_place = CASE WHEN last_place >= ${now} THEN last_place + 1 ELSE ${now} END
    WHERE id = ? AND fifo = 1 RETURNING last_place`
  const replayText = `UPDATE ${t} SET state = 'pending', attempts = 0, due_at = ${now}, ended_at = NULL,
      origin = CASE origin WHEN 'test' THEN 'test' ELSE 'replay' END,
      priority = CASE WHEN origin = 'test' THEN ${testPriority} WHEN state = 'pending' THEN priority ELSE 0 END,
      place = CASE WHEN state = 'pending' AND CAST(? AS ${dialect.big}) IS NOT NULL THEN place
        ELSE coalesce(CAST(? AS ${dialect.big}), ${now}) END
    WHERE ${isThisOne} AND ${isReplayable("state")} AND ${isKept} RETURNING id`
  const stateText = `SELECT state, token FROM ${t} WHERE ${isThisOne}`
  const replay = (delivery: Delivery): Answer<ReplayAnswer> =>
    Effect.gen(function* () {
      const key = getDeliveryKey(delivery)
      const [counted] = yield* execute(countUp, [delivery.endpointId])
      const place = counted === undefined ? null : Number(counted.last_place)
      const replayed = hasRows(yield* execute(replayText, [place, place, ...key]))
      const [row] = replayed ? [] : yield* execute(stateText, key)
      if (!replayed && row === undefined) return "missing"
      if (row !== undefined && row.state !== "pending") return "forgotten"
      if (delivery.origin !== "test") yield* resumeQueue(delivery.endpointId, counted !== undefined)
      return replayed ? "replayed" : "pending"
    })

  /** Unblocks a FIFO queue after its head was removed; the next delivery keeps its own due time. */
  const passText = "UPDATE webhook_lanes SET blocked_until = 0 WHERE endpoint_id = ? AND blocked_until > 0"
  const unblockQueue = (endpoint: EndpointId): Answer<void> => Effect.asVoid(execute(passText, [endpoint]))
  const endText = {
    skip: `UPDATE ${t} SET state = '${endedAs.skip}', ended_at = ${now}
      WHERE ${isThisOne} AND token IS NULL AND state = 'pending' RETURNING id`,
    cancel: `UPDATE ${t} SET state = '${endedAs.cancel}', ended_at = ${now}
      WHERE ${isThisOne} AND token IS NULL AND state IN ('pending', 'held') RETURNING id`,
  }
  const end = (delivery: Delivery, action: "skip" | "cancel"): Answer<EndAnswer> =>
    Effect.gen(function* () {
      const key = getDeliveryKey(delivery)
      if (hasRows(yield* execute(endText[action], key))) {
        yield* unblockQueue(delivery.endpointId)
        return "done"
      }
      const [row] = yield* execute(stateText, key)
      if (row === undefined) return "missing"
      return row.token === null ? "ended" : "sending"
    })

  const windowText = `SELECT * FROM (SELECT ${columns}, d.token, d.dataset_id AS raw_dataset,
      CASE WHEN d.state = 'pending' AND d.due_at <= ${now} THEN 1 ELSE 0 END AS is_due FROM ${t} d
    WHERE d.endpoint_id = ? AND d.state = ? AND d.id > ? AND d.id >= ? AND d.id < ? ORDER BY d.id LIMIT CAST(? AS BIGINT)) AS found`
  /** Replays go behind live deliveries; in a FIFO queue, pending deliveries keep their place. */
  const replayAll = `UPDATE ${t} SET state = 'pending', origin = 'replay', attempts = 0, due_at = ${now}, ended_at = NULL,
      priority = CASE ${t}.state WHEN 'pending' THEN ${t}.priority ELSE 1 END,
      place = CASE WHEN ${t}.state = 'pending' AND CAST(? AS INTEGER) = 1 THEN ${t}.place ELSE ${now} END
    FROM ${rows} WHERE ${isGiven} AND ${t}.state = v.state AND ${isReplayable(`${t}.state`)}
      AND ${isKept} RETURNING 1 AS n`
  const endAll = (
    action: "skip" | "cancel",
  ) => `UPDATE ${t} SET state = '${endedAs[action]}', ended_at = ${now}
    FROM ${rows} WHERE ${isGiven} AND ${t}.state = v.state AND ${t}.token IS NULL RETURNING 1 AS n`
  const applyAction = ({ action, endpoint }: BulkStep, keys: string): Answer<number> =>
    Effect.map(
      action === "replay"
        ? execute(replayAll, [endpoint.fifo ? 1 : 0, keys])
        : execute(endAll(action), [keys]),
      (changed) => changed.length,
    )
  const runBulkStep = (step: BulkStep): Answer<BulkStepped> =>
    Effect.gen(function* () {
      const { action, after, dryRun, endpoint, filter, limit } = step
      const { below, from } = computeIdBounds(filter, null)
      const windowRows: Array<RawRow> = []
      for (const state of filter.states ?? [])
        windowRows.push(
          ...(yield* execute(windowText, [endpoint.id, state, after ?? "", from, below, limit])),
        )
      const read = windowRows.map((row) => {
        const delivery = deliveries.decode(row)
        const isDue = action === "replay" && toNumber("is_due", row.is_due) === 1
        return { row, delivery, isTaken: row.token !== null || isDue }
      })
      const matched = matchRows({ found: read, window: limit, step })
      const size = matched.rows.length
      if (dryRun || size === 0) return { matched: size, changed: 0, next: matched.next }
      const keys = matched.rows.map(({ raw_dataset, event_id, endpoint_id, state }) => ({
        dataset_id: raw_dataset,
        event_id,
        endpoint_id,
        state,
      }))
      const changed = yield* applyAction(step, JSON.stringify(keys))
      if (changed > 0)
        yield* action === "replay" ? resumeQueue(endpoint.id, endpoint.fifo) : unblockQueue(endpoint.id)
      return { matched: size, changed, next: matched.next }
    })

  return { replay, end, runBulkStep }
}
