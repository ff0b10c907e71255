/** Changes of deliveries that no lease is about: tests and replays. */
import type { OutboxEvent } from "@annotary/core/effect"
import {
  type Delivery,
  type EndpointId,
  maxTests,
  type ReplayAnswer,
  testPriority,
} from "@annotary/webhooks/ports"
import type { SqlError } from "@effect/sql"
import { Effect, type Option } from "effect"
import type { Dialect } from "../../Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { any, first } from "../../rows/results.ts"
import { deliveries } from "../../rows/webhooks.ts"
import { type Ask, newDelivery, tail } from "./statements.ts"

export const changing = (dialect: Dialect, ask: Ask) => {
  const now = dialect.nowMillis
  const t = "webhook_deliveries"

  /** Two who add the last one at once may make one too many: the limit keeps floods away. */
  const testText = `INSERT INTO ${t} (${newDelivery}, own_event)
    SELECT ?, ?, e.id, substr(CAST(? AS TEXT), 1, 24) || ${tail(dialect)}, ?, 'pending', 'test', ${testPriority}, ${now}, ${now}, 0, ?
    FROM webhook_endpoints e WHERE e.id = ? AND (SELECT count(*) FROM ${t} d ${dialect.along("webhook_tests")}
      WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.priority = ${testPriority}) < ${maxTests}
    RETURNING ${deliveries.names.join(", ")}`
  const addTest = (
    endpoint: EndpointId,
    event: OutboxEvent,
  ): Effect.Effect<Option.Option<Delivery>, SqlError.SqlError> =>
    Effect.map(
      ask(testText, [noDataset, event.id, event.id, event.type, JSON.stringify(event), endpoint]),
      first(deliveries.decode),
    )

  /** An endpoint that keeps the order puts what is replayed at the end of it. */
  const countUp = `UPDATE webhook_endpoints SET last_place = CASE WHEN last_place >= ${now} THEN last_place + 1 ELSE ${now} END
    WHERE id = ? AND fifo = 1 RETURNING last_place`
  const replayText = `UPDATE ${t} SET state = 'pending', attempts = 0, due_at = ${now},
      origin = CASE origin WHEN 'test' THEN 'test' ELSE 'replay' END, priority = CASE origin WHEN 'test' THEN ${testPriority} ELSE 0 END,
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

  return { addTest, replay }
}
