/** Leases that are renewed, given back, or taken back from processes that are gone. */
import { longestLease } from "@annotary/core/effect"
import { type ClaimedRequest, lostAttempt, maxAttemptsOf, type Reclaimed } from "@annotary/webhooks/ports"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { Dialect } from "../../dialect/Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import { type RawRow, toNumber } from "../../statements/columns.ts"
import type { InsertRows } from "../../statements/insertRows.ts"
import {
  addCounts,
  applyEnds,
  type End,
  exhaustedOf,
  keyOf,
  type Tally,
  tallied,
  unchanged,
  writeAttempts,
} from "./ends.ts"
import { holding } from "./holding.ts"
import { recountLanes } from "./lanes.ts"
import { type Ask, given, skipLocked } from "./statements.ts"
import { tellingOwners } from "./telling.ts"

const keysOf = (requests: ReadonlyArray<ClaimedRequest>) =>
  requests.flatMap(({ token, deliveries, endpoint }) =>
    deliveries.map(({ delivery }) => ({
      dataset_id: delivery.datasetId ?? noDataset,
      event_id: delivery.eventId,
      endpoint_id: delivery.endpointId,
      token,
      fifo: endpoint.fifo,
    })),
  )

/** The tokens of which every row still held and was being ended by nobody. */
export const renewing = (dialect: Dialect, ask: Ask) => {
  const t = "webhook_deliveries"
  const rows = given(dialect, { dataset_id: "text", event_id: "text", endpoint_id: "text", token: "text" })
  const same = (other: string) =>
    `${t}.dataset_id = ${other}.dataset_id AND ${t}.event_id = ${other}.event_id AND ${t}.endpoint_id = ${other}.endpoint_id`
  /** What somebody is ending at this moment is passed over: two who change many rows would wait for each other in a circle. */
  const held = `SELECT v.* FROM ${rows} JOIN ${t} ON ${same("v")} AND ${t}.token = v.token FOR UPDATE OF ${t} SKIP LOCKED`
  const set = (
    from: string,
  ) => `UPDATE ${t} SET lease_until = ${dialect.nowMillis} + CAST(? AS ${dialect.big}) FROM ${from}
    WHERE ${same("v")} AND ${t}.token = v.token RETURNING ${t}.token AS "token"`
  const isPostgres = dialect.name === "postgres"
  const text = isPostgres ? `WITH v AS MATERIALIZED (${held}) ${set("v")}` : set(rows)
  const paramsOf = (millis: number, keys: string) => (isPostgres ? [keys, millis] : [millis, keys])
  return (
    requests: ReadonlyArray<ClaimedRequest>,
    leaseMillis: number,
  ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> =>
    Effect.map(ask(text, paramsOf(leaseMillis, JSON.stringify(keysOf(requests)))), (rows) => {
      const kept = new Map<string, number>()
      for (const { token } of rows) kept.set(String(token), (kept.get(String(token)) ?? 0) + 1)
      return new Set(
        requests.flatMap(({ token, deliveries }) => (kept.get(token) === deliveries.length ? [token] : [])),
      )
    })
}

/** Runs inside a transaction. */
export const releasing =
  (dialect: Dialect, ask: Ask) =>
  (requests: ReadonlyArray<ClaimedRequest>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.gen(function* () {
      const ends = keysOf(requests).map(
        ({ fifo, ...key }): End => ({
          ...key,
          state: "pending",
          wait: unchanged,
          counted: 0,
          status: null,
          fifo: fifo ? 1 : 0,
        }),
      )
      const freed = yield* applyEnds(dialect, ask)(ends)
      const endpoints = freed.map((row) => String(row.endpoint_id))
      yield* recountLanes(dialect, ask)(endpoints)
      yield* holding(dialect, ask).holdOf(endpoints)
    })

/** Runs inside a transaction. */
export const reclaiming = (dialect: Dialect, ask: Ask, insert: InsertRows) => {
  const lost = `SELECT d.dataset_id, d.event_id, d.endpoint_id, d.token, d.attempts, d.origin, d.lease_until, ${dialect.nowMillis} AS now,
      coalesce((SELECT e.fifo FROM webhook_endpoints e WHERE e.id = d.endpoint_id), 0) AS fifo,
      (SELECT e.retry_schedule FROM webhook_endpoints e WHERE e.id = d.endpoint_id) AS retry_schedule
    FROM webhook_deliveries d WHERE d.token IS NOT NULL
      AND (d.lease_until <= ${dialect.nowMillis} OR d.lease_until > ${dialect.nowMillis} + ${longestLease})
    ORDER BY d.lease_until LIMIT CAST(? AS BIGINT) ${skipLocked(dialect)}`
  const apply = applyEnds(dialect, ask)
  const tell = tellingOwners(dialect, ask, insert)
  return (limit: number, maxAttempts: number): Effect.Effect<Reclaimed, SqlError.SqlError> =>
    Effect.gen(function* () {
      const rows = yield* ask(lost, [limit])
      if (rows.length === 0) return { returned: 0, exhausted: [] }
      const lostAt = new Map(rows.map((row) => [keyOf(row), lostAtOf(row)]))
      const ended = yield* apply(rows.map((row) => endOf(row, maxAttempts)))
      const attempts = ended.map((row) => [row, lostAttempt(lostAt.get(keyOf(row)) ?? 0)] as const)
      yield* writeAttempts(insert, attempts)
      const tallies = new Map<string, Tally>()
      const telling = ended.filter((row) => row.origin !== "test")
      for (const row of telling)
        tallied(tallies, String(row.endpoint_id), { failed: 1, dead: row.state === "dead" ? 1 : 0 })
      yield* recountLanes(dialect, ask)(tallies.keys())
      yield* holding(dialect, ask).holdOf(tallies.keys())
      yield* addCounts(dialect, ask)(tallies)
      const exhausted = attempts.flatMap(([row, { error }]) =>
        row.state === "dead" && row.origin !== "test" ? [exhaustedOf(row, error)] : [],
      )
      yield* tell(exhausted)
      return { returned: telling.length - exhausted.length, exhausted }
    })
}

/** When the lease ended; now when a clock that has been set back since put its end too far away. */
const lostAtOf = (row: RawRow): number =>
  Math.min(toNumber("lease_until", row.lease_until), toNumber("now", row.now))

const endOf = (row: RawRow, maxAttempts: number): End => ({
  dataset_id: String(row.dataset_id),
  event_id: String(row.event_id),
  endpoint_id: String(row.endpoint_id),
  token: String(row.token),
  state:
    row.origin === "test" ||
    toNumber("attempts", row.attempts) + 1 >= maxAttemptsOf(scheduleOf(row), maxAttempts)
      ? "dead"
      : "pending",
  wait: 0,
  counted: 1,
  status: null,
  fifo: toNumber("fifo", row.fifo) === 1 ? 1 : 0,
})

/** An endpoint that cannot be read has the schedule of all. */
const scheduleOf = ({ retry_schedule }: RawRow): ReadonlyArray<number> | null => {
  const [schedule] =
    retry_schedule === null ? [] : [String(retry_schedule)].filter((text) => /^\[[\d,]*\]$/.test(text))
  return schedule === undefined ? null : JSON.parse(schedule)
}
