/** Deletes old attempts, events, deliveries, counts and recoveries, and the deliveries of removed endpoints, in small batches. */
import { formatIdMillis, type PruneRequest } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { toNumber } from "../../rows/columns.ts"
import type { Execute } from "../../statements/Statements.ts"

type Answer<A> = Effect.Effect<A, SqlError.SqlError>

/** Deletes up to `limit` rows and returns how many. Runs inside a transaction. */
export const makePrune = (dialect: DialectShape, execute: Execute) => {
  const t = "webhook_deliveries"
  const key = "dataset_id, event_id, endpoint_id"
  /** `still` is a condition that must also hold after waiting for another transaction that changes the row. */
  const makeDeleteText = (table: string, keys: string, rows: string, still = "1 = 1") =>
    `DELETE FROM ${table} WHERE ${still} AND (${keys}) IN (SELECT ${keys} FROM (${rows} LIMIT CAST(? AS BIGINT)) AS old) RETURNING 1 AS n`

  const attempts = makeDeleteText(
    "webhook_attempts",
    "dataset_id, delivery_id, id",
    "SELECT a.dataset_id, a.delivery_id, a.id FROM webhook_attempts a WHERE a.id < ? ORDER BY a.id",
  )
  const events = makeDeleteText(
    "outbox",
    "dataset_id, id",
    `SELECT o.dataset_id, o.id FROM outbox o WHERE o.id < ? AND NOT EXISTS
      (SELECT 1 FROM ${t} d WHERE d.dataset_id = o.dataset_id AND d.event_id = o.id AND d.state = 'pending'
        AND EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id)) ORDER BY o.id`,
  )
  const old = makeDeleteText(
    t,
    key,
    `SELECT d.dataset_id, d.event_id, d.endpoint_id FROM ${t} d WHERE d.endpoint_id = ? AND d.state = ? AND d.id < ? ORDER BY d.id`,
    "state <> 'pending'",
  )
  const left = makeDeleteText(
    t,
    key,
    `SELECT d.dataset_id, d.event_id, d.endpoint_id FROM ${t} d WHERE d.endpoint_id = ? AND d.token IS NULL`,
    "token IS NULL",
  )
  const counts = makeDeleteText(
    "webhook_counts",
    "endpoint_id, hour",
    `SELECT c.endpoint_id, c.hour FROM webhook_counts c WHERE c.hour < ${dialect.nowMillis} / 3600000 - 200`,
  )
  const recoveries = makeDeleteText(
    "webhook_recoveries",
    "endpoint_id, id",
    "SELECT r.endpoint_id, r.id FROM webhook_recoveries r WHERE r.done = 1 AND r.id < ?",
  )
  /** Finds the endpoints that have deliveries, one index step each, and whether they exist. */
  const selectNextEndpoint = (bound: string) =>
    `(SELECT d.endpoint_id FROM ${t} d ${dialect.along("webhook_listed")} WHERE d.endpoint_id > ${bound} ORDER BY d.endpoint_id LIMIT 1)`
  const endpointsText = `WITH RECURSIVE owners (endpoint_id) AS (
      SELECT ${selectNextEndpoint("''")} UNION ALL SELECT ${selectNextEndpoint("w.endpoint_id")} FROM owners w WHERE w.endpoint_id IS NOT NULL)
    SELECT w.endpoint_id AS id, CASE WHEN EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = w.endpoint_id) THEN 1 ELSE 0 END AS there
    FROM owners w WHERE w.endpoint_id IS NOT NULL`

  const computeIdBound = (millis: number, now: number): string => `${formatIdMillis(now - millis)}-0`

  return ({ keepMillis, keepDeadMillis, keepFrom, limit }: PruneRequest): Answer<number> =>
    Effect.gen(function* () {
      const [clock] = yield* execute(`SELECT ${dialect.nowMillis} AS n`, [])
      const now = toNumber("n", clock?.n)
      const before = computeIdBound(keepMillis, now)
      const deadBefore = computeIdBound(keepDeadMillis, now)
      let gone = 0
      const remove = (text: string, ...params: ReadonlyArray<string>): Answer<void> =>
        gone >= limit
          ? Effect.void
          : Effect.map(execute(text, [...params, limit - gone]), (rows) => {
              gone += rows.length
            })
      yield* remove(attempts, before)
      yield* remove(events, keepFrom !== undefined && keepFrom < before ? keepFrom : before)
      for (const { id, there } of yield* execute(endpointsText, [])) {
        if (gone >= limit) break
        const endpoint = String(id)
        if (toNumber("there", there) === 0) yield* remove(left, endpoint)
        else {
          yield* remove(old, endpoint, "delivered", before)
          yield* remove(old, endpoint, "held", before)
          yield* remove(old, endpoint, "cancelled", before)
          yield* remove(old, endpoint, "dead", deadBefore)
        }
      }
      yield* remove(counts)
      yield* remove(recoveries, before)
      return gone
    })
}
