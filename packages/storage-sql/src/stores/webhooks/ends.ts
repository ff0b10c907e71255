/** Ends leases: writes new states of deliveries that still have their token, their attempts, and counts. */
import {
  type Attempt,
  type AttemptError,
  AttemptId,
  type AttemptRecord,
  type DeliveryOrigin,
  type Exhausted,
  generateId,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type Primitive, type RawRow, toNumber } from "../../rows/columns.ts"
import {
  deliveryId,
  deliveryOrigin,
  encodeAttempt,
  endpointId,
  eventId,
  eventType,
} from "../../rows/webhooks.ts"
import type { InsertRows } from "../../statements/manyRows.ts"
import type { Execute } from "../../statements/Statements.ts"

type Rows = Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

/** The new state of one leased row. A row that is pending again is due after `wait` milliseconds. */
export interface End {
  readonly dataset_id: string
  readonly event_id: string
  readonly endpoint_id: string
  readonly token: string
  readonly state: "pending" | "delivered" | "dead"
  readonly wait: number
  /** 1 when it counts as an attempt. */
  readonly counted: 0 | 1
  readonly status: number | null
  /** 1 for a FIFO endpoint, where the row keeps its place. */
  readonly fifo: 0 | 1
}

export const formatDeliveryKey = ({ dataset_id, event_id, endpoint_id }: DeliveryKey): string =>
  `${String(dataset_id)}/${String(event_id)}/${String(endpoint_id)}`

/** The key of a delivery, in a row or in an `End`. */
type DeliveryKey = Readonly<Partial<Record<"dataset_id" | "event_id" | "endpoint_id", unknown>>>

const makeEndText = (dialect: DialectShape): string => {
  const t = "webhook_deliveries"
  const now = dialect.nowMillis
  return `UPDATE ${t} SET state = v.state, token = NULL, leased_by = NULL, lease_until = NULL,
    attempts = ${t}.attempts + v.counted, last_status = CASE v.counted WHEN 1 THEN v.status ELSE ${t}.last_status END,
    due_at = CASE v.state WHEN 'pending' THEN CASE v.wait WHEN -1 THEN ${t}.due_at ELSE ${now} + v.wait END ELSE ${t}.due_at END,
    place = CASE WHEN v.state = 'pending' AND v.fifo = 0 AND v.wait >= 0 THEN ${now} + v.wait ELSE ${t}.place END,
    ended_at = CASE v.state WHEN 'pending' THEN NULL ELSE ${now} END
  FROM ${dialect.jsonRows({ dataset_id: "text", event_id: "text", endpoint_id: "text", token: "text", state: "text", wait: "bigint", counted: "bigint", status: "bigint", fifo: "bigint" })}
  WHERE ${t}.dataset_id = v.dataset_id AND ${t}.event_id = v.event_id AND ${t}.endpoint_id = v.endpoint_id AND ${t}.token = v.token
  RETURNING ${["dataset_id", "event_id", "endpoint_id", "id", "event_type", "origin", "attempts", "last_status", "state"].map((name) => `${t}.${name} AS "${name}"`).join(", ")}`
}

/** A `wait` that keeps the row's due time. */
export const keepDueTime = -1

/** Applies the new states and returns the rows that still had their token. */
export const applyEnds = (dialect: DialectShape, execute: Execute) => {
  const text = makeEndText(dialect)
  return (ends: ReadonlyArray<End>): Rows =>
    ends.length === 0 ? Effect.succeed([]) : execute(text, [JSON.stringify(ends)])
}

/** The report of an ended row that is dead. */
export const toExhausted = (row: RawRow, lastError: AttemptError | null): Exhausted => ({
  _tag: "Exhausted",
  deliveryId: deliveryId.read(row.id),
  endpointId: endpointId.read(row.endpoint_id),
  eventId: eventId.read(row.event_id),
  eventType: eventType.read(row.event_type),
  attempts: toNumber("attempts", row.attempts),
  lastStatus: row.last_status === null ? null : toNumber("last_status", row.last_status),
  lastError,
})

/** Writes one attempt for each ended row. */
export const writeAttempts = (insert: InsertRows, ended: ReadonlyArray<readonly [RawRow, AttemptRecord]>) =>
  Effect.gen(function* () {
    const rows: Array<Readonly<Record<string, Primitive>>> = []
    for (const [row, record] of ended) {
      const attempt: Attempt = {
        ...record,
        id: yield* generateId(AttemptId),
        deliveryId: deliveryId.read(row.id),
        endpointId: endpointId.read(row.endpoint_id),
        trigger: getTrigger(deliveryOrigin.read(row.origin), toNumber("attempts", row.attempts)),
      }
      rows.push(encodeAttempt(attempt, String(row.dataset_id)))
    }
    if (rows.length > 0) yield* insert({ table: "webhook_attempts", rows })
  })

export const getTrigger = (origin: DeliveryOrigin, attempts: number): Attempt["trigger"] =>
  origin === "test" || attempts <= 1 ? origin : "retry"

export interface Tally {
  readonly delivered: number
  readonly failed: number
  readonly dead: number
}

/** Adds to the counts of the current hour, in the order of the endpoints, so that two transactions cannot deadlock. */
export const addDeliveryCounts = (dialect: DialectShape, execute: Execute) => {
  const text = `INSERT INTO webhook_counts (endpoint_id, hour, delivered, failed, dead)
    SELECT v.endpoint_id, ${dialect.nowMillis} / 3600000, v.delivered, v.failed, v.dead
    FROM ${dialect.jsonRows({ endpoint_id: "text", delivered: "bigint", failed: "bigint", dead: "bigint" })} WHERE 1 = 1 ORDER BY v.endpoint_id
    ON CONFLICT (endpoint_id, hour) DO UPDATE SET delivered = webhook_counts.delivered + excluded.delivered,
      failed = webhook_counts.failed + excluded.failed, dead = webhook_counts.dead + excluded.dead`
  return (tallies: ReadonlyMap<string, Tally>) =>
    execute(text, [JSON.stringify([...tallies].map(([endpoint_id, tally]) => ({ endpoint_id, ...tally })))])
}

/** Adds to the tally of an endpoint. */
export const addToTally = (tallies: Map<string, Tally>, endpoint: string, what: Partial<Tally>): void => {
  const { delivered, failed, dead } = tallies.get(endpoint) ?? { delivered: 0, failed: 0, dead: 0 }
  tallies.set(endpoint, {
    delivered: delivered + (what.delivered ?? 0),
    failed: failed + (what.failed ?? 0),
    dead: dead + (what.dead ?? 0),
  })
}
