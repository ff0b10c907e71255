/** Changes of deliveries that no lease is about: tests, replays, and what waits for an endpoint that is switched off. */

import { type OutboxEvent, StorageFailure } from "@annotary/core/effect"
import type { Delivery, EndpointId, ReplayAnswer } from "@annotary/webhooks/ports"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { Dialect } from "../../Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { any } from "../../rows/results.ts"
import { deliveries } from "../../rows/webhooks.ts"
import { type Ask, newDelivery, skipLocked, tail } from "./statements.ts"

export const changing = (dialect: Dialect, ask: Ask) => {
  const now = dialect.nowMillis
  const t = "webhook_deliveries"

  const testText = `INSERT INTO ${t} (${newDelivery}, own_event)
    VALUES (?, ?, ?, substr(CAST(? AS TEXT), 1, 24) || ${tail(dialect)}, ?, 'pending', 'test', 0, ${now}, ${now}, 0, ?)
    RETURNING ${deliveries.names.join(", ")}`
  const addTest = (endpoint: EndpointId, event: OutboxEvent): Effect.Effect<Delivery, SqlError.SqlError> =>
    Effect.flatMap(
      ask(testText, [noDataset, event.id, endpoint, event.id, event.type, JSON.stringify(event)]),
      ([row]) =>
        row === undefined
          ? Effect.die(
              new StorageFailure({ operation: "DeliveryStore.addTest", transient: false, cause: "no row" }),
            )
          : Effect.succeed(deliveries.decode(row)),
    )

  /** An endpoint that keeps the order puts what is replayed at the end of it. */
  const countUp = `UPDATE webhook_endpoints SET last_place = CASE WHEN last_place >= ${now} THEN last_place + 1 ELSE ${now} END
    WHERE id = ? AND fifo = 1 RETURNING last_place`
  const replayText = `UPDATE ${t} SET state = 'pending', origin = 'replay', priority = 0, attempts = 0, due_at = ${now},
      place = coalesce(CAST(? AS ${dialect.big}), ${now}), ended_at = NULL
    WHERE dataset_id = ? AND event_id = ? AND endpoint_id = ? AND state <> 'pending'
      AND (own_event IS NOT NULL OR EXISTS (SELECT 1 FROM outbox o WHERE o.dataset_id = ${t}.dataset_id AND o.id = ${t}.event_id))
    RETURNING id`
  const stateText = `SELECT state FROM ${t} WHERE dataset_id = ? AND event_id = ? AND endpoint_id = ?`
  /** Runs inside a transaction. */
  const replay = (delivery: Delivery): Effect.Effect<ReplayAnswer, SqlError.SqlError> =>
    Effect.gen(function* () {
      const key = [delivery.datasetId ?? noDataset, delivery.eventId, delivery.endpointId]
      const [counted] = yield* ask(countUp, [delivery.endpointId])
      const place = counted === undefined ? null : Number(counted.last_place)
      if (any(yield* ask(replayText, [place, ...key]))) return "replayed"
      const [row] = yield* ask(stateText, key)
      if (row === undefined) return "missing"
      return row.state === "pending" ? "pending" : "forgotten"
    })

  /** The list is made once: a lock that passes rows over must not be asked for again for every row. */
  const waiting = `d.endpoint_id = e.id AND d.state = 'pending' AND d.token IS NULL AND d.origin <> 'test'`
  const ofEndpoint =
    dialect.name === "postgres"
      ? `CROSS JOIN LATERAL (SELECT d.dataset_id, d.event_id, d.endpoint_id FROM ${t} d WHERE ${waiting}
          ORDER BY d.priority, d.place, d.event_id LIMIT CAST(? AS BIGINT) ${skipLocked(dialect)}) AS d WHERE`
      : `CROSS JOIN ${t} d ${dialect.along("webhook_due")} WHERE ${waiting} AND`
  const held = (which: string) => `WITH part AS MATERIALIZED (
      SELECT d.dataset_id, d.event_id, d.endpoint_id FROM webhook_endpoints e ${ofEndpoint} ${which} e.enabled = 0
      LIMIT CAST(? AS BIGINT))
    UPDATE ${t} SET state = 'held' FROM part WHERE ${t}.dataset_id = part.dataset_id AND ${t}.event_id = part.event_id
      AND ${t}.endpoint_id = part.endpoint_id AND ${t}.state = 'pending' AND ${t}.token IS NULL RETURNING 1 AS n`
  const hold = (endpoint: EndpointId | null, limit: number): Effect.Effect<number, SqlError.SqlError> =>
    Effect.map(
      ask(endpoint === null ? held("") : held("e.id = ? AND"), [
        ...(dialect.name === "postgres" ? [limit] : []),
        ...(endpoint === null ? [] : [endpoint]),
        limit,
      ]),
      (rows) => rows.length,
    )

  return { addTest, replay, hold }
}
