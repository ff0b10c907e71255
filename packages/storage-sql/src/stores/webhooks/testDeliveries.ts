/**
 * Adds and claims test deliveries. Their events are stored with them and not in the outbox. They are claimed separately from all
 * others, because tests are sent at once; they are few and have a dedicated index, so that a claim that finds none has read
 * one row.
 */
import {
  type Claimed,
  computeSpacingMillis,
  type Delivery,
  type Endpoint,
  type EndpointId,
  type Exhausted,
  maxTests,
  type OutboxEvent,
  type TestClaimRequest,
  testNotSent,
  testPriority,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Clock, Effect, type Option } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import { decodeFirst } from "../../rows/results.ts"
import { deliveries, newDelivery } from "../../rows/webhooks.ts"
import type { InsertRows } from "../../statements/manyRows.ts"
import type { Execute } from "../../statements/Statements.ts"
import { groupRequests } from "./claim.ts"
import { park } from "./park.ts"

type Shape = Pick<DatabaseShape, "dialect" | "query" | "atomic">
type FindEndpoints = (rows: ReadonlyArray<RawRow>) => Effect.Effect<ReadonlyMap<string, Endpoint>>

export const makeClaimTests = (
  { atomic, dialect, query }: Shape,
  execute: Execute,
  insert: InsertRows,
  findEndpoints: FindEndpoints,
) => {
  const now = dialect.nowMillis
  const t = "webhook_deliveries"
  const waits = `d.state = 'pending' AND d.priority = ${testPriority} AND d.token IS NULL`
  const anyText = `SELECT 1 AS n, ${now} AS now FROM ${t} d ${dialect.along("webhook_tests")} WHERE ${waits} LIMIT 1`
  /** `fit` is 1 when the test can still be sent. */
  const dueText = `SELECT ${deliveries.select("d")}, d.own_event, NULL AS o_id, ${now} AS now,
      CASE WHEN d.due_at >= ${now} - CAST(? AS ${dialect.big}) AND EXISTS (SELECT 1 FROM webhook_endpoints e
        WHERE e.id = d.endpoint_id AND e.enabled = 1 AND ${dialect.areWebhooksEnabled("e.owner")} = 1)
      THEN 1 ELSE 0 END AS fit
    FROM ${t} d ${dialect.along("webhook_tests")} WHERE ${waits} LIMIT CAST(? AS BIGINT) ${dialect.skipLocked}`
  const leaseText = `UPDATE ${t} SET token = v.token, leased_by = ?, lease_until = ${now} + CAST(? AS ${dialect.big})
    FROM ${dialect.jsonRows({ dataset_id: "text", event_id: "text", endpoint_id: "text", token: "text" })}
    WHERE ${t}.dataset_id = v.dataset_id AND ${t}.event_id = v.event_id AND ${t}.endpoint_id = v.endpoint_id`
  const greatest = dialect.greatest
  const placeText = `UPDATE webhook_lanes SET next_at = ${greatest}(next_at, ${now}) + ? WHERE endpoint_id = ?
    RETURNING next_at, ${now} AS now`

  /** Reserves a place in the endpoint's rate limit; returns the milliseconds until that place. */
  const reserveStart = (endpoint: Endpoint | undefined): Effect.Effect<number, SqlError.SqlError> => {
    if (endpoint === undefined || endpoint.rateLimit === null) return Effect.succeed(0)
    const spacing = computeSpacingMillis(endpoint.rateLimit)
    return Effect.map(execute(placeText, [spacing, endpoint.id]), ([queue]) =>
      queue === undefined
        ? 0
        : Math.max(0, toNumber("next_at", queue.next_at) - spacing - toNumber("now", queue.now)),
    )
  }

  /** Leases pending tests and parks those that cannot be sent any more. Runs inside a transaction. */
  const lease = ({ leaseMillis, limit, maxAgeMillis, worker }: TestClaimRequest) =>
    Effect.gen(function* () {
      const dueRows = yield* execute(dueText, [maxAgeMillis, limit])
      if (dueRows.length === 0) return { rows: [], parked: [], known: new Map<string, Endpoint>() }
      const claim = globalThis.crypto.randomUUID()
      const rows: ReadonlyArray<RawRow> = dueRows.map((row, n) => ({ ...row, token: `${claim}.${n}` }))
      const leases = rows.map(({ dataset_id, endpoint_id, event_id, token }) => ({
        dataset_id,
        endpoint_id,
        event_id,
        token,
      }))
      yield* execute(leaseText, [worker, leaseMillis, JSON.stringify(leases)])
      const unfit = rows.filter(({ fit }) => toNumber("fit", fit) === 0)
      const parked: ReadonlyArray<Exhausted> =
        unfit.length === 0
          ? []
          : yield* park(
              dialect,
              execute,
              insert,
              unfit.map((row) => ({ row, error: testNotSent })),
            )
      const fit = rows.filter((row) => toNumber("fit", row.fit) === 1)
      const endpointsById = yield* findEndpoints(fit)
      const placed: Array<RawRow> = []
      for (const row of fit)
        placed.push({ ...row, start_in: yield* reserveStart(endpointsById.get(String(row.endpoint_id))) })
      return { rows: placed, parked, known: endpointsById }
    })

  return (claim: TestClaimRequest): Effect.Effect<Omit<Claimed, "last">> =>
    Effect.gen(function* () {
      const [any] = yield* query("DeliveryStore.claimTests", execute(anyText, []))
      if (any === undefined) return { requests: [], parked: [], at: yield* Clock.currentTimeMillis }
      const { known, parked, rows } = yield* atomic("DeliveryStore.claimTests", lease(claim))
      const { broken, requests } = groupRequests(rows, known, toNumber("now", any.now))
      const unreadable =
        broken.length === 0
          ? []
          : yield* atomic("DeliveryStore.claimTests", park(dialect, execute, insert, broken))
      return { requests, parked: [...parked, ...unreadable], at: toNumber("now", any.now) }
    })
}

export const makeAddTest = (dialect: DialectShape, execute: Execute) => {
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
      decodeFirst(deliveries.decode),
    )

  return addTest
}
