/** Parks leased rows that cannot be sent: rows with an error become dead, rows of an unreadable endpoint wait for a minute. */
import {
  type AttemptError,
  type AttemptRecord,
  type Exhausted,
  makeUnsentAttempt,
  now,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { RawRow } from "../../rows/columns.ts"
import type { InsertRows } from "../../statements/manyRows.ts"
import type { Execute } from "../../statements/Statements.ts"
import { updateInFlight } from "./endpointQueues.ts"
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

export interface Park {
  readonly row: RawRow
  /** The reason, for the row's attempts; null when the endpoint cannot be read. */
  readonly error: AttemptError | null
}

/** Releases rows that were just leased; they keep their due time and place. Runs inside a transaction. */
export const giveBack = (dialect: DialectShape, execute: Execute, rows: ReadonlyArray<RawRow>) =>
  Effect.flatMap(applyEnds(dialect, execute)(rows.map((row) => toParkedEnd({ row, error: null }))), (ended) =>
    updateInFlight(dialect, execute)(ended.map((row) => String(row.endpoint_id))),
  )

/** Parks rows and returns the dead ones. Runs inside a transaction. */
export const park = (
  dialect: DialectShape,
  execute: Execute,
  insert: InsertRows,
  broken: ReadonlyArray<Park>,
) =>
  Effect.gen(function* () {
    const at = yield* now
    const errors = new Map(broken.map(({ row, error }) => [formatDeliveryKey(row), error]))
    const ended = yield* applyEnds(dialect, execute)(broken.map(toParkedEnd))
    const dead = ended.filter((row) => errors.get(formatDeliveryKey(row)) !== null)
    const attempts = dead.map((row): readonly [RawRow, AttemptRecord] => [
      row,
      makeUnsentAttempt(at, errors.get(formatDeliveryKey(row)) ?? null),
    ])
    yield* writeAttempts(insert, attempts)
    const tallies = new Map<string, Tally>()
    for (const row of dead)
      if (row.origin !== "test") addToTally(tallies, String(row.endpoint_id), { dead: 1 })
    yield* updateInFlight(dialect, execute)(ended.map((row) => String(row.endpoint_id)))
    const waiting = ended
      .filter((row) => errors.get(formatDeliveryKey(row)) === null)
      .map((row) => String(row.endpoint_id))
    if (waiting.length > 0) {
      yield* Effect.logError(
        "Stored webhook endpoint cannot be read; its deliveries are retried in a minute.",
      ).pipe(Effect.annotateLogs("endpoints", [...new Set(waiting)].join(" ")))
      yield* execute(
        `UPDATE webhook_lanes SET paused_until = ${dialect.nowMillis} + 60000 WHERE endpoint_id IN ${dialect.jsonList}`,
        [JSON.stringify(waiting)],
      )
    }
    yield* addDeliveryCounts(dialect, execute)(tallies)
    const exhausted = dead.map((row) => toExhausted(row, errors.get(formatDeliveryKey(row)) ?? null))
    yield* makeReportTransitions(
      dialect,
      execute,
      insert,
    )(exhausted.filter((_, n) => dead[n]?.origin !== "test"))
    return exhausted
  }) satisfies Effect.Effect<ReadonlyArray<Exhausted>, SqlError.SqlError>

const toParkedEnd = ({ row, error }: Park): End => ({
  dataset_id: String(row.dataset_id),
  event_id: String(row.event_id),
  endpoint_id: String(row.endpoint_id),
  token: String(row.token),
  state: error === null ? "pending" : "dead",
  wait: keepDueTime,
  counted: error === null ? 0 : 1,
  status: null,
  fifo: 1,
})
