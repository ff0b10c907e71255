/** What waits for endpoints that are switched off is held, a part at a time. */
import { type EndpointId, heldAtOnce } from "@annotary/webhooks/ports"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { Dialect } from "../../dialect/Dialect.ts"
import { type Ask, listed, skipLocked } from "./statements.ts"

export const holding = (dialect: Dialect, ask: Ask) => {
  const t = "webhook_deliveries"
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
  const all = held("")
  const some = held(`e.id IN ${listed(dialect)} AND`)
  const limits = (limit: number, params: ReadonlyArray<string>) =>
    dialect.name === "postgres" ? [limit, ...params, limit] : [...params, limit]

  const hold = (endpoint: EndpointId | null, limit: number): Effect.Effect<number, SqlError.SqlError> =>
    Effect.map(
      endpoint === null
        ? ask(all, limits(limit, []))
        : ask(some, limits(limit, [JSON.stringify([endpoint])])),
      (rows) => rows.length,
    )
  /**
   * Those of these endpoints that are switched off by now. Inside a transaction that holds their lanes: of two that end
   * requests of one endpoint, the second sees what the first has switched off.
   */
  const holdOf = (endpoints: Iterable<string>): Effect.Effect<void, SqlError.SqlError> => {
    const ids = [...new Set(endpoints)]
    return ids.length === 0
      ? Effect.void
      : Effect.asVoid(ask(some, limits(heldAtOnce, [JSON.stringify(ids)])))
  }
  return { hold, holdOf }
}
