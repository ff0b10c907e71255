/**
 * Reports transitions of endpoints and exhausted deliveries as operational events, in the transaction in which they happen. The
 * endpoints that receive the events are not locked, because transactions that append events may have locked them.
 */
import {
  EventId,
  generateIds,
  isReported,
  makeOperationalEvent,
  now,
  toPattern,
  type Username,
  type WebhookTransition,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { text } from "../../rows/columns.ts"
import { outboxEvents } from "../../rows/files.ts"
import { joinWords, newDelivery } from "../../rows/webhooks.ts"
import type { InsertRows } from "../../statements/manyRows.ts"
import type { Execute } from "../../statements/Statements.ts"

const username = text<Username>("owner")

/** Appends operational events and their deliveries. Runs inside a transaction. */
export const makeReportTransitions = (dialect: DialectShape, execute: Execute, insert: InsertRows) => {
  const { nowMillis, position } = dialect
  /** The endpoints whose owner has another endpoint that subscribes to operational events. */
  const aboutText = `SELECT a.id, a.owner, a.url FROM webhook_endpoints a WHERE a.id IN ${dialect.jsonList}
    AND ${dialect.areWebhooksEnabled("a.owner")} = 1
    AND EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.owner = a.owner AND e.id <> a.id
      AND (${position}(e.event_types, ' endpoint.') > 0 OR ${position}(e.event_types, ' delivery.') > 0))`
  const deliverText = `INSERT INTO webhook_deliveries (${newDelivery})
    SELECT '${noDataset}', v.id, e.id, substr(v.id, 1, 24) || ${dialect.randomHex}, v.type,
      CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0, ${nowMillis}, ${nowMillis}, 0
    FROM ${dialect.jsonRows({ id: "text", type: "text", word: "text", pattern: "text", owner: "text", about: "text" })}
      CROSS JOIN webhook_endpoints e
    WHERE e.owner = v.owner AND e.id <> v.about
      AND (${position}(e.event_types, v.word) > 0 OR ${position}(e.event_types, v.pattern) > 0)
    RETURNING event_id`

  return (transitions: ReadonlyArray<WebhookTransition>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.gen(function* () {
      const reported = transitions.filter(isReported)
      if (reported.length === 0) return
      const about = new Map(
        (yield* execute(aboutText, [
          JSON.stringify([...new Set(reported.map(({ endpointId }) => endpointId))]),
        ])).map((row) => [String(row.id), row]),
      )
      if (about.size === 0) return
      const at = yield* now
      const ids = yield* generateIds(EventId, reported.length)
      const events = reported.flatMap((transition, n) => {
        const [row, id] = [about.get(transition.endpointId), ids[n]]
        if (row === undefined || id === undefined) return []
        const [owner, url] = [username.read(row.owner), String(row.url)]
        return [
          { about: transition.endpointId, event: makeOperationalEvent(transition, { id, owner, url, at }) },
        ]
      })
      const deliveryRows = events.map(({ about, event: { id, owner, type } }) => ({
        id,
        type,
        word: joinWords([type]),
        pattern: joinWords([toPattern(type)]),
        owner,
        about,
      }))
      const subscribed = new Set(
        (yield* execute(deliverText, [JSON.stringify(deliveryRows)])).map(({ event_id }) => event_id),
      )
      const outboxRows = events.flatMap(({ event }) =>
        subscribed.has(event.id) ? [outboxEvents.encode(event)] : [],
      )
      if (outboxRows.length > 0) yield* insert({ table: "outbox", rows: outboxRows })
    })
}
