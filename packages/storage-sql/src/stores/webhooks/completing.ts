/** Telling what came of requests: states, log, counts and the endpoints' health, in one transaction. */
import {
  type AttemptRecord,
  afterFailure,
  afterPause,
  afterSuccess,
  attemptRecordOf,
  type CompleteAsk,
  type Completed,
  type Completion,
  type EndpointId,
  type EndpointTransition,
  type Exhausted,
  isDelivered,
  nextOf,
} from "@annotary/webhooks/ports"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DeliveryOperations } from "../../dialect/DeliveryOperations.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { noDataset } from "../../rows/accounts.ts"
import type { RawRow } from "../../rows/columns.ts"
import type { InsertRows } from "../../statements/insertRows.ts"
import type { Execute } from "../../statements/query.ts"
import { pauseDisabled, setEnabled } from "./endpointState.ts"
import {
  addCounts,
  applyEnds,
  type End,
  exhaustedOf,
  keyOf,
  type Tally,
  tallied,
  writeAttempts,
} from "./ends.ts"
import { holdLanes, type Lane, writeLanes } from "./lanes.ts"
import { tellingOwners } from "./telling.ts"

/** Runs inside a transaction. */
export const completing = (
  dialect: DialectShape,
  execute: Execute,
  insert: InsertRows,
  native: DeliveryOperations,
) => {
  const apply = applyEnds(dialect, execute)
  const hold = holdLanes(dialect, execute)
  const write = writeLanes(dialect, execute)
  const count = addCounts(dialect, execute)
  const holdEnding = holdingEnding(dialect, execute)
  const tell = tellingOwners(dialect, execute, insert)
  return ({ completions, policy }: CompleteAsk): Effect.Effect<Completed, SqlError.SqlError> =>
    Effect.gen(function* () {
      const byKey = new Map<string, Completion>()
      const ends: Array<End> = []
      for (const completion of completions)
        for (const end of endsOf(completion)) {
          byKey.set(keyOf(end), completion)
          ends.push(end)
        }
      const ended = yield* apply(ends)
      const accepted = new Set<string>()
      /** Those that say something of their endpoint: all but tests. */
      const telling = new Map<string, Completion>()
      const attempts: Array<readonly [RawRow, AttemptRecord]> = []
      const exhausted: Array<Exhausted> = []
      const tallies = new Map<string, Tally>()
      for (const row of ended) {
        const completion = byKey.get(keyOf(row))
        if (completion === undefined) continue
        accepted.add(completion.request.token)
        attempts.push([row, attemptRecordOf(completion)])
        if (row.origin === "test") continue
        telling.set(completion.request.token, completion)
        const { state } = row
        const endpointId = row.endpoint_id as EndpointId
        tallied(
          tallies,
          endpointId,
          state === "delivered" ? { delivered: 1 } : { failed: 1, dead: state === "dead" ? 1 : 0 },
        )
        if (state === "dead") exhausted.push(exhaustedOf(row, completion.attempt.error))
      }
      yield* writeAttempts(insert, attempts)
      const told = [...telling.values()]
      if (told.length === 0) return { accepted, transitions: [], exhausted: [] }
      yield* holdEnding(told, policy)
      const lanes = yield* hold(told.map(({ request }) => request.endpoint.id))
      const checked = lanes.map((lane) =>
        check(
          lane,
          told.filter(({ request }) => request.endpoint.id === lane.endpointId),
          policy,
        ),
      )
      if (checked.length > 0) yield* write(checked.map(({ lane }) => lane))
      const transitions: Array<EndpointTransition> = []
      for (const { transitions: some } of checked)
        for (const transition of some) {
          const happened =
            transition._tag !== "Disabled" ||
            (yield* setEnabled(execute, { id: transition.endpointId, reason: transition.reason }))
          if (happened) transitions.push(transition)
        }
      yield* pauseDisabled(
        native,
        told.filter((each) => !isDelivered(each)).map(({ request }) => request.endpoint.id),
      )
      yield* count(new Map([...tallies].filter(([id]) => lanes.some((lane) => lane.endpointId === id))))
      yield* tell([...transitions, ...exhausted])
      return { accepted, transitions, exhausted }
    })
}

/**
 * Endpoints that these may disable are held before their lanes, as by everyone who changes both: nobody waits in a circle.
 * Only those: an endpoint that keeps the order is held by changes that are under way, for as long as they take.
 */
const holdingEnding = (dialect: DialectShape, execute: Execute) => {
  const text = `SELECT e.id FROM webhook_endpoints e WHERE e.id IN ${dialect.jsonList} OR (e.id IN ${dialect.jsonList}
    AND (SELECT l.failing_since FROM webhook_lanes l WHERE l.endpoint_id = e.id) <= ${dialect.nowMillis} - CAST(? AS ${dialect.big}))
    ORDER BY e.id ${dialect.forUpdate}`
  return (completions: ReadonlyArray<Completion>, policy: CompleteAsk["policy"]) => {
    const failed = completions.filter((completion) => !isDelivered(completion))
    if (failed.length === 0) return Effect.void
    const idsOf = (some: ReadonlyArray<Completion>) =>
      JSON.stringify([...new Set(some.map(({ request }) => request.endpoint.id))])
    const gone = idsOf(failed.filter((completion) => completion.gone))
    return dialect.lockRows(() => execute(text, [gone, idsOf(failed), Math.ceil(policy.disableAfterMillis)]))
  }
}

const endsOf = (completion: Completion): ReadonlyArray<End> =>
  completion.request.deliveries.map(({ delivery }) => {
    const { attempt, request } = completion
    const to = nextOf(completion, delivery)
    return {
      dataset_id: delivery.datasetId ?? noDataset,
      event_id: delivery.eventId,
      endpoint_id: delivery.endpointId,
      token: request.token,
      state: to._tag === "Delivered" ? "delivered" : to._tag === "Dead" ? "dead" : "pending",
      wait: to._tag === "Retry" ? Math.max(0, Math.round(to.inMillis)) : 0,
      counted: 1,
      status: attempt.status,
      fifo: request.endpoint.fifo ? 1 : 0,
    }
  })

interface TextCheckResult {
  readonly lane: Lane
  readonly transitions: ReadonlyArray<EndpointTransition>
}

/** One request after the other, in the order in which they are told. */
const check = (
  lane: Lane,
  completions: ReadonlyArray<Completion>,
  policy: CompleteAsk["policy"],
): TextCheckResult => {
  const endpointId = lane.endpointId as EndpointId
  const transitions: Array<EndpointTransition> = []
  let current = { ...lane, inFlight: lane.inFlight - completions.length }
  for (const completion of completions) {
    const { request, next, pauseMillis, gone, attempt } = completion
    const delivered = isDelivered(completion)
    const [health, checkResult] = delivered ? afterSuccess(current) : afterFailure(current, lane.now, policy)
    current = { ...current, ...health }
    const since = health.failingSince ?? lane.now
    if (checkResult._tag === "Recovered") transitions.push({ _tag: "Recovered", endpointId })
    if (checkResult._tag === "Failing")
      transitions.push({ _tag: "Failing", endpointId, percent: checkResult.percent, since })
    if (gone || checkResult._tag === "Disable")
      transitions.push({
        _tag: "Disabled",
        endpointId,
        reason: gone ? "gone" : "failing",
        since,
        lastError: attempt.error,
      })
    if (pauseMillis !== null)
      current = {
        ...current,
        ...afterPause(current),
        pausedUntil: Math.max(current.pausedUntil, lane.now + pauseMillis),
      }
    if (request.endpoint.fifo)
      current = { ...current, blockedUntil: Math.max(0, ...waitsOf(next)) + (delivered ? 0 : lane.now) }
  }
  return { lane: current, transitions }
}

const waitsOf = (next: Completion["next"]): ReadonlyArray<number> =>
  [...next.values()].map((each) => (each._tag === "Retry" ? each.inMillis : 0))
