/** The operations of SQLite on webhook deliveries. */
import { type DialectShape, readCount } from "@annotary/storage-sql"
import { Effect } from "effect"
import { words } from "../dialect/words.ts"
import { appendEvents } from "./appendEvents.ts"
import { claimDeliveries } from "./claimDeliveries.ts"

const t = "webhook_deliveries"

export const makeSqliteDeliveries: DialectShape["deliveries"] = (statements) => {
  const { execute, insertRows } = statements
  return {
    append: appendEvents(statements, insertRows),
    claim: claimDeliveries(statements),
    // A statement costs no round trip.
    accept: null,
    renew: (keys, leaseMillis) => execute(renewText, [leaseMillis, keys]),
    pause: (endpoints, limit) =>
      Effect.map(
        endpoints === null
          ? execute(pauseAll, [limit])
          : execute(pauseSome, [JSON.stringify(endpoints), limit]),
        (rows) => rows.length,
      ),
    countPaused: (limit) => Effect.map(execute(countText, [limit]), readCount),
  }
}

const keys = words.jsonRows({ dataset_id: "text", event_id: "text", endpoint_id: "text", token: "text" })

const renewText = `UPDATE ${t} SET lease_until = ${words.nowMillis} + CAST(? AS ${words.big}) FROM ${keys}
    WHERE ${t}.dataset_id = v.dataset_id AND ${t}.event_id = v.event_id AND ${t}.endpoint_id = v.endpoint_id AND ${t}.token = v.token RETURNING ${t}.token AS "token"`

const pauseText = (which: string) => `WITH part AS MATERIALIZED (
      SELECT d.dataset_id, d.event_id, d.endpoint_id FROM webhook_endpoints e CROSS JOIN ${t} d ${words.along("webhook_due")} WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.token IS NULL AND d.origin <> 'test' AND ${which} e.enabled = 0
      LIMIT CAST(? AS BIGINT))
    UPDATE ${t} SET state = 'held' FROM part WHERE ${t}.dataset_id = part.dataset_id AND ${t}.event_id = part.event_id
      AND ${t}.endpoint_id = part.endpoint_id AND ${t}.state = 'pending' AND ${t}.token IS NULL RETURNING 1 AS n`
const pauseAll = pauseText("")
const pauseSome = pauseText(`e.id IN ${words.jsonList} AND`)

const countText = `SELECT count(*) AS n FROM (SELECT 1 FROM webhook_endpoints e CROSS JOIN ${t} d WHERE d.endpoint_id = e.id AND d.state = 'held' LIMIT CAST(? AS BIGINT)) AS part`
