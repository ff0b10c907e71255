/** The operations of Postgres on webhook deliveries. */
import { type DialectShape, type DialectWords, readCount } from "@annotary/storage-sql"
import { Effect } from "effect"
import { words } from "../dialect/words.ts"
import { acceptDeliveries } from "./acceptDeliveries.ts"
import { appendEvents } from "./appendEvents.ts"
import { claimDeliveries } from "./claimDeliveries.ts"

const t = "webhook_deliveries"

/** `areWebhooksEnabled` is the word of the dialect. */
export const makeDeliveries =
  (areWebhooksEnabled: DialectWords["areWebhooksEnabled"]): DialectShape["deliveries"] =>
  (statements) => {
    const { execute } = statements
    return {
      append: appendEvents(statements, areWebhooksEnabled),
      claim: claimDeliveries(statements, areWebhooksEnabled),
      accept: acceptDeliveries(statements),
      renew: (keys, leaseMillis) => execute(renewText, [keys, leaseMillis]),
      pause: (endpoints, limit) =>
        Effect.map(
          endpoints === null
            ? execute(pauseAll, [limit, limit])
            : execute(pauseSome, [limit, JSON.stringify(endpoints), limit]),
          (rows) => rows.length,
        ),
      countPaused: (limit) => Effect.map(execute(countText, [limit, limit]), readCount),
    }
  }

const same = `${t}.dataset_id = v.dataset_id AND ${t}.event_id = v.event_id AND ${t}.endpoint_id = v.endpoint_id`
const keys = words.jsonRows({ dataset_id: "text", event_id: "text", endpoint_id: "text", token: "text" })

/** Skips rows that are just being completed: two transactions that change many rows could deadlock. */
const renewText = `WITH v AS MATERIALIZED (SELECT v.* FROM ${keys} JOIN ${t} ON ${same} AND ${t}.token = v.token FOR UPDATE OF ${t} SKIP LOCKED) UPDATE ${t} SET lease_until = ${words.nowMillis} + CAST(? AS ${words.big}) FROM v
    WHERE ${same} AND ${t}.token = v.token RETURNING ${t}.token AS "token"`

/** Materialized, because a lock that skips rows must not be taken again for every row. */
const pauseText = (which: string) => `WITH part AS MATERIALIZED (
      SELECT d.dataset_id, d.event_id, d.endpoint_id FROM webhook_endpoints e CROSS JOIN LATERAL (SELECT d.dataset_id, d.event_id, d.endpoint_id FROM ${t} d WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.token IS NULL AND d.origin <> 'test'
          ORDER BY d.priority, d.place, d.event_id LIMIT CAST(? AS BIGINT) ${words.skipLocked}) AS d WHERE ${which} e.enabled = 0
      LIMIT CAST(? AS BIGINT))
    UPDATE ${t} SET state = 'held' FROM part WHERE ${t}.dataset_id = part.dataset_id AND ${t}.event_id = part.event_id
      AND ${t}.endpoint_id = part.endpoint_id AND ${t}.state = 'pending' AND ${t}.token IS NULL RETURNING 1 AS n`
const pauseAll = pauseText("")
const pauseSome = pauseText(`e.id IN ${words.jsonList} AND`)

const countText = `SELECT count(*) AS n FROM (SELECT 1 FROM webhook_endpoints e CROSS JOIN LATERAL
          (SELECT 1 FROM ${t} d WHERE d.endpoint_id = e.id AND d.state = 'held' ORDER BY d.id LIMIT CAST(? AS BIGINT)) AS h LIMIT CAST(? AS BIGINT)) AS part`
