/** Writes the results of requests in one transaction: states of deliveries, attempts, counts and the health of endpoints. */
import {
  type AttemptRecord,
  type Completed,
  type CompleteRequest,
  type Completion,
  type EndpointTransition,
  type Exhausted,
  findNext,
  isDelivered,
  recordFailure,
  recordPause,
  recordSuccess,
  toAttemptRecord,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DialectShape } from "../../dialect/Dialect.ts"
import type { DeliveryOperations } from "../../dialect/operations.ts"
import { noDataset } from "../../rows/accounts.ts"
import type { RawRow } from "../../rows/columns.ts"
import { endpointId as endpointIdOf } from "../../rows/webhooks.ts"
import type { InsertRows } from "../../statements/manyRows.ts"
import type { Execute } from "../../statements/Statements.ts"
import { type EndpointQueue, lockQueues, writeQueues } from "./endpointQueues.ts"
import { pauseDisabled, setEnabled } from "./endpointState.ts"
import {
  addDeliveryCounts,
  addToTally,
  applyEnds,
  type End,
  formatDeliveryKey,
  type Tally,
  toExhausted,
  writeAttempts,
} from "./ends.ts"
import { makeReportTransitions } from "./reportTransitions.ts"

/** Completes requests. Runs inside a transaction. */
export const makeComplete = (
  dialect: DialectShape,
  execute: Execute,
  insert: InsertRows,
  native: DeliveryOperations,
) => {
  const apply = applyEnds(dialect, execute)
  const lock = lockQueues(dialect, execute)
  const write = writeQueues(dialect, execute)
  const count = addDeliveryCounts(dialect, execute)
  const lockEndpoints = makeLockEndpoints(dialect, execute)
  const report = makeReportTransitions(dialect, execute, insert)
  return ({ completions, policy }: CompleteRequest): Effect.Effect<Completed, SqlError.SqlError> =>
    Effect.gen(function* () {
      const byKey = new Map<string, Completion>()
      const ends: Array<End> = []
      for (const completion of completions)
        for (const end of toEnds(completion)) {
          byKey.set(formatDeliveryKey(end), completion)
          ends.push(end)
        }
      const ended = yield* apply(ends)
      const accepted = new Set<string>()
      /** Completions that count for the health of their endpoint: all except tests. */
      const counting = new Map<string, Completion>()
      const attempts: Array<readonly [RawRow, AttemptRecord]> = []
      const exhausted: Array<Exhausted> = []
      const tallies = new Map<string, Tally>()
      for (const row of ended) {
        const completion = byKey.get(formatDeliveryKey(row))
        if (completion === undefined) continue
        accepted.add(completion.request.token)
        attempts.push([row, toAttemptRecord(completion)])
        if (row.origin === "test") continue
        counting.set(completion.request.token, completion)
        const { state } = row
        const endpointId = endpointIdOf.read(row.endpoint_id)
        addToTally(
          tallies,
          endpointId,
          state === "delivered" ? { delivered: 1 } : { failed: 1, dead: state === "dead" ? 1 : 0 },
        )
        if (state === "dead") exhausted.push(toExhausted(row, completion.attempt.error))
      }
      yield* writeAttempts(insert, attempts)
      const reported = [...counting.values()]
      if (reported.length === 0) return { accepted, transitions: [], exhausted: [] }
      yield* lockEndpoints(reported, policy)
      const queues = yield* lock(reported.map(({ request }) => request.endpoint.id))
      const changes = queues.map((queue) =>
        applyCompletions(
          queue,
          reported.filter(({ request }) => request.endpoint.id === queue.endpointId),
          policy,
        ),
      )
      if (changes.length > 0) yield* write(changes.map(({ queue }) => queue))
      const transitions: Array<EndpointTransition> = []
      for (const { transitions: endpointTransitions } of changes)
        for (const transition of endpointTransitions) {
          const happened =
            transition._tag !== "Disabled" ||
            (yield* setEnabled(execute, { id: transition.endpointId, reason: transition.reason }))
          if (happened) transitions.push(transition)
        }
      yield* pauseDisabled(
        native,
        reported.filter((each) => !isDelivered(each)).map(({ request }) => request.endpoint.id),
      )
      yield* count(new Map([...tallies].filter(([id]) => queues.some((queue) => queue.endpointId === id))))
      yield* report([...transitions, ...exhausted])
      return { accepted, transitions, exhausted }
    })
}

/**
 * Locks endpoints that the completions may disable. Every transaction that changes both locks endpoints before queues, so that
 * none deadlock. Other endpoints are not locked: transactions that append events lock FIFO endpoints until they end.
 */
const makeLockEndpoints = (dialect: DialectShape, execute: Execute) => {
  const text = `SELECT e.id FROM webhook_endpoints e WHERE e.id IN ${dialect.jsonList} OR (e.id IN ${dialect.jsonList}
    AND (SELECT l.failing_since FROM webhook_lanes l WHERE l.endpoint_id = e.id) <= ${dialect.nowMillis} - CAST(? AS ${dialect.big}))
    ORDER BY e.id ${dialect.forUpdate}`
  return (completions: ReadonlyArray<Completion>, policy: CompleteRequest["policy"]) => {
    const failed = completions.filter((completion) => !isDelivered(completion))
    if (failed.length === 0) return Effect.void
    const listEndpointIds = (completions: ReadonlyArray<Completion>) =>
      JSON.stringify([...new Set(completions.map(({ request }) => request.endpoint.id))])
    const gone = listEndpointIds(failed.filter((completion) => completion.gone))
    return dialect.lockRows(() =>
      execute(text, [gone, listEndpointIds(failed), Math.ceil(policy.disableAfterMillis)]),
    )
  }
}

const toEnds = (completion: Completion): ReadonlyArray<End> =>
  completion.request.deliveries.map(({ delivery }) => {
    const { attempt, request } = completion
    const to = findNext(completion, delivery)
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

interface QueueChange {
  readonly queue: EndpointQueue
  readonly transitions: ReadonlyArray<EndpointTransition>
}

/** Applies the completions of one endpoint to its queue, in the order in which they were reported. */
const applyCompletions = (
  queue: EndpointQueue,
  completions: ReadonlyArray<Completion>,
  policy: CompleteRequest["policy"],
): QueueChange => {
  const { endpointId } = queue
  const transitions: Array<EndpointTransition> = []
  let current = { ...queue, inFlight: queue.inFlight - completions.length }
  for (const completion of completions) {
    const { request, next, pauseMillis, gone, attempt } = completion
    const delivered = isDelivered(completion)
    const [health, outcome] = delivered ? recordSuccess(current) : recordFailure(current, queue.now, policy)
    current = { ...current, ...health }
    const since = health.failingSince ?? queue.now
    if (outcome._tag === "Recovered") transitions.push({ _tag: "Recovered", endpointId })
    if (outcome._tag === "Failing")
      transitions.push({ _tag: "Failing", endpointId, percent: outcome.percent, since })
    if (gone || outcome._tag === "Disable")
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
        ...recordPause(current),
        pausedUntil: Math.max(current.pausedUntil, queue.now + pauseMillis),
      }
    if (request.endpoint.fifo)
      current = { ...current, blockedUntil: Math.max(0, ...listWaits(next)) + (delivered ? 0 : queue.now) }
  }
  return { queue: current, transitions }
}

const listWaits = (next: Completion["next"]): ReadonlyArray<number> =>
  [...next.values()].map((each) => (each._tag === "Retry" ? each.inMillis : 0))
