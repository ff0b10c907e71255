/** Adds test deliveries, whose events are stored with them and not in the outbox. */
import {
  type Delivery,
  type EndpointId,
  maxTests,
  type OutboxEvent,
  testPriority,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, type Option } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { first } from "../../rows/results.ts"
import { deliveries } from "../../rows/webhooks.ts"
import type { Execute } from "../../statements/query.ts"
import { newDelivery } from "./statements.ts"

export const addingTests = (dialect: DialectShape, execute: Execute) => {
  const now = dialect.nowMillis
  const t = "webhook_deliveries"

  /** Two concurrent calls may exceed the limit by one, which is acceptable: it only prevents floods. */
  const testText = `INSERT INTO ${t} (${newDelivery}, own_event)
    SELECT ?, ?, e.id, substr(CAST(? AS TEXT), 1, 24) || ${dialect.randomHex}, ?, 'pending', 'test', ${testPriority}, ${now}, ${now}, 0, ?
    FROM webhook_endpoints e WHERE e.id = ? AND (SELECT count(*) FROM ${t} d ${dialect.along("webhook_tests")}
      WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.priority = ${testPriority}) < ${maxTests}
    RETURNING ${deliveries.names.join(", ")}`
  const addTest = (
    endpoint: EndpointId,
    event: OutboxEvent,
  ): Effect.Effect<Option.Option<Delivery>, SqlError.SqlError> =>
    Effect.map(
      execute(testText, [noDataset, event.id, event.id, event.type, JSON.stringify(event), endpoint]),
      first(deliveries.decode),
    )

  return addTest
}
