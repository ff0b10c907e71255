/** Renews and releases leases, and reclaims those of processes that died. */
import {
  type ClaimedRequest,
  computeMaxAttempts,
  longestLease,
  makeLostAttempt,
  type Reclaimed,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { DeliveryOperations } from "../../dialect/operations.ts"
import { noDataset } from "../../rows/accounts.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import type { InsertRows } from "../../statements/manyRows.ts"
import type { Execute } from "../../statements/Statements.ts"
import { updateInFlight } from "./endpointQueues.ts"
import { pauseDisabled } from "./endpointState.ts"
import {
  addDeliveryCounts,
  addToTally,
  applyEnds,
  type End,
  formatDeliveryKey,
  keepDueTime,
  type Tally,
  toExhausted,
  writeAttempts,
} from "./ends.ts"
import { makeReportTransitions } from "./reportTransitions.ts"

const toKeyRows = (requests: ReadonlyArray<ClaimedRequest>) =>
  requests.flatMap(({ token, deliveries, endpoint }) =>
    deliveries.map(({ delivery }) => ({
      dataset_id: delivery.datasetId ?? noDataset,
      event_id: delivery.eventId,
      endpoint_id: delivery.endpointId,
      token,
      fifo: endpoint.fifo,
    })),
  )

/** Renews leases; returns the tokens whose rows are all still leased and not being completed. */
export const makeRenew =
  ({ renew }: Pick<DeliveryOperations, "renew">) =>
  (
    requests: ReadonlyArray<ClaimedRequest>,
    leaseMillis: number,
  ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> =>
    Effect.map(renew(JSON.stringify(toKeyRows(requests)), leaseMillis), (rows) => {
      const renewed = new Map<string, number>()
      for (const { token } of rows) renewed.set(String(token), (renewed.get(String(token)) ?? 0) + 1)
      return new Set(
        requests.flatMap(({ token, deliveries }) =>
          renewed.get(token) === deliveries.length ? [token] : [],
        ),
      )
    })

/** Releases leases without an attempt. Runs inside a transaction. */
export const makeRelease =
  (dialect: DialectShape, execute: Execute, native: DeliveryOperations) =>
  (requests: ReadonlyArray<ClaimedRequest>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.gen(function* () {
      const ends = toKeyRows(requests).map(
        ({ fifo, ...key }): End => ({
          ...key,
          state: "pending",
          wait: keepDueTime,
          counted: 0,
          status: null,
          fifo: fifo ? 1 : 0,
        }),
      )
      const freed = yield* applyEnds(dialect, execute)(ends)
      const endpoints = freed.map((row) => String(row.endpoint_id))
      yield* updateInFlight(dialect, execute)(endpoints)
      yield* pauseDisabled(native, endpoints)
    })

/** Reclaims expired leases; each counts as a failed attempt. Runs inside a transaction. */
export const makeReclaim = (
  dialect: DialectShape,
  execute: Execute,
  insert: InsertRows,
  native: DeliveryOperations,
) => {
  const lost = `SELECT d.dataset_id, d.event_id, d.endpoint_id, d.token, d.attempts, d.origin, d.lease_until, ${dialect.nowMillis} AS now,
      coalesce((SELECT e.fifo FROM webhook_endpoints e WHERE e.id = d.endpoint_id), 0) AS fifo,
      (SELECT e.retry_schedule FROM webhook_endpoints e WHERE e.id = d.endpoint_id) AS retry_schedule
    FROM webhook_deliveries d WHERE d.token IS NOT NULL
      AND (d.lease_until <= ${dialect.nowMillis} OR d.lease_until > ${dialect.nowMillis} + ${longestLease})
    ORDER BY d.lease_until LIMIT CAST(? AS BIGINT) ${dialect.skipLocked}`
  const apply = applyEnds(dialect, execute)
  const report = makeReportTransitions(dialect, execute, insert)
  return (limit: number, maxAttempts: number): Effect.Effect<Reclaimed, SqlError.SqlError> =>
    Effect.gen(function* () {
      const rows = yield* execute(lost, [limit])
      if (rows.length === 0) return { returned: 0, exhausted: [] }
      const lostAt = new Map(rows.map((row) => [formatDeliveryKey(row), computeLostAt(row)]))
      const ended = yield* apply(rows.map((row) => toLostEnd(row, maxAttempts)))
      const attempts = ended.map(
        (row) => [row, makeLostAttempt(lostAt.get(formatDeliveryKey(row)) ?? 0)] as const,
      )
      yield* writeAttempts(insert, attempts)
      const tallies = new Map<string, Tally>()
      const counting = ended.filter((row) => row.origin !== "test")
      for (const row of counting)
        addToTally(tallies, String(row.endpoint_id), { failed: 1, dead: row.state === "dead" ? 1 : 0 })
      yield* updateInFlight(dialect, execute)(tallies.keys())
      yield* pauseDisabled(native, tallies.keys())
      yield* addDeliveryCounts(dialect, execute)(tallies)
      const exhausted = attempts.flatMap(([row, { error }]) =>
        row.state === "dead" && row.origin !== "test" ? [toExhausted(row, error)] : [],
      )
      yield* report(exhausted)
      return { returned: counting.length - exhausted.length, exhausted }
    })
}

/** The end of the lease; now, when the clock was set back and the lease would end in the far future. */
const computeLostAt = (row: RawRow): number =>
  Math.min(toNumber("lease_until", row.lease_until), toNumber("now", row.now))

const toLostEnd = (row: RawRow, maxAttempts: number): End => ({
  dataset_id: String(row.dataset_id),
  event_id: String(row.event_id),
  endpoint_id: String(row.endpoint_id),
  token: String(row.token),
  state:
    row.origin === "test" ||
    toNumber("attempts", row.attempts) + 1 >= computeMaxAttempts(readRetrySchedule(row), maxAttempts)
      ? "dead"
      : "pending",
  wait: 0,
  counted: 1,
  status: null,
  fifo: toNumber("fifo", row.fifo) === 1 ? 1 : 0,
})

/** The endpoint's own retry schedule; null, the default, when it has none or cannot be read. */
const readRetrySchedule = ({ retry_schedule }: RawRow): ReadonlyArray<number> | null => {
  const [schedule] =
    retry_schedule === null ? [] : [String(retry_schedule)].filter((text) => /^\[[\d,]*\]$/.test(text))
  return schedule === undefined ? null : JSON.parse(schedule)
}
