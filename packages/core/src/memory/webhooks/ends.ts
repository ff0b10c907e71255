/** Ends leases in memory: completed, released and reclaimed deliveries. */
import { HashMap, Option } from "effect"
import type { AttemptId, EndpointId } from "../../domain/Ids.ts"
import { fromMillis } from "../../domain/Timestamp.ts"
import type { Attempt, AttemptError } from "../../domain/webhooks/Attempt.ts"
import { computeMaxAttempts } from "../../domain/webhooks/Endpoint.ts"
import type { EndpointTransition, Exhausted } from "../../domain/webhooks/operational.ts"
import { isLeased } from "../../kernel/longestLease.ts"
import {
  type AttemptRecord,
  findNext,
  isDelivered,
  makeLostAttempt,
  makeUnsentAttempt,
  toAttemptRecord,
} from "../../webhooks/attemptRecord.ts"
import {
  type ClaimedRequest,
  type Completed,
  type CompleteRequest,
  type Completion,
  heldAtOnce,
  type Next,
  type Reclaimed,
} from "../../webhooks/claims.ts"
import { recordFailure, recordPause, recordSuccess } from "../../webhooks/health.ts"
import { setEnabled } from "./endpointStore.ts"
import {
  addCounts,
  type DeliveryRow,
  findDeliveryRow,
  findEndpointRow,
  listDeliveryRows,
  pausePending,
  pausePendingOfEndpoints,
  putEndpoint,
  putRow,
  recountInFlight,
  type WebhookState,
} from "./State.ts"

/** Ids for attempts, as many as are written. */
export type NewIds = Iterator<AttemptId>

export const addAttempt = (
  state: WebhookState,
  row: DeliveryRow,
  record: AttemptRecord,
  ids: NewIds,
): WebhookState => {
  const { delivery } = row
  const attempt: Attempt = {
    id: ids.next().value,
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    ...record,
    trigger: delivery.origin === "test" || delivery.attempts <= 1 ? delivery.origin : "retry",
  }
  const before = Option.getOrElse(HashMap.get(state.attempts, delivery.id), (): ReadonlyArray<Attempt> => [])
  return { ...state, attempts: HashMap.set(state.attempts, delivery.id, [attempt, ...before]) }
}

/** The row after an attempt. */
export const applyAttempt = (
  row: DeliveryRow,
  next: Next,
  status: number | null,
  now: number,
  fifo: boolean,
): DeliveryRow => {
  const dueMillis = next._tag === "Retry" ? now + Math.max(0, Math.round(next.inMillis)) : now
  const pending = next._tag === "Retry"
  return {
    ...row,
    token: null,
    place: pending && !fifo ? dueMillis : row.place,
    delivery: {
      ...row.delivery,
      state: pending ? "pending" : next._tag === "Delivered" ? "delivered" : "dead",
      attempts: row.delivery.attempts + 1,
      dueAt: pending ? fromMillis(dueMillis) : row.delivery.dueAt,
      lastStatus: status,
      endedAt: pending ? null : fromMillis(now),
    },
  }
}

export const toExhausted = ({ delivery }: DeliveryRow, lastError: AttemptError | null): Exhausted => ({
  _tag: "Exhausted",
  deliveryId: delivery.id,
  endpointId: delivery.endpointId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  lastError,
})

/** Marks deliveries as dead whose event was removed or is too old. */
export const parkDeliveries = (
  state: WebhookState,
  now: number,
  broken: ReadonlyArray<{ readonly row: DeliveryRow; readonly error: AttemptError }>,
  ids: NewIds,
): readonly [ReadonlyArray<Exhausted>, WebhookState] => {
  let next = state
  const exhausted: Array<Exhausted> = []
  for (const { error, row } of broken) {
    const after = applyAttempt(row, { _tag: "Dead" }, null, now, true)
    next = addAttempt(putRow(next, after), after, makeUnsentAttempt(fromMillis(now), error), ids)
    next = addCounts(next, row.delivery.endpointId, now, { dead: 1 })
    exhausted.push(toExhausted(after, error))
  }
  const touched = broken.map(({ row }) => row.delivery.endpointId)
  return [exhausted, recountInFlight(next, touched)]
}

export const completeRequests = (
  state: WebhookState,
  now: number,
  { completions, policy }: CompleteRequest,
  ids: NewIds,
): readonly [Completed, WebhookState] => {
  let next = state
  const accepted = new Set<string>()
  const transitions: Array<EndpointTransition> = []
  const exhausted: Array<Exhausted> = []
  for (const completion of completions) {
    const { request } = completion
    const rows = findLeasedRows(next, request)
    if (rows.length === 0) continue
    accepted.add(request.token)
    for (const row of rows) {
      const to = findNext(completion, row.delivery)
      const after = applyAttempt(row, to, completion.attempt.status, now, request.endpoint.fifo)
      next = addAttempt(putRow(next, after), after, toAttemptRecord(completion), ids)
      const { origin, state: became, endpointId } = after.delivery
      if (origin === "test") continue
      const tally = became === "delivered" ? { delivered: 1 } : { failed: 1, dead: became === "dead" ? 1 : 0 }
      next = addCounts(next, endpointId, now, tally)
      if (became === "dead") exhausted.push(toExhausted(after, completion.attempt.error))
    }
    if (rows.some(({ delivery }) => delivery.origin !== "test"))
      next = withHealth(next, completion, now, policy, transitions)
    if (!isDelivered(completion)) next = pausePending(next, request.endpoint.id, heldAtOnce)[1]
  }
  return [{ accepted, transitions, exhausted }, next]
}

const findLeasedRows = (
  state: WebhookState,
  { token, deliveries }: ClaimedRequest,
): ReadonlyArray<DeliveryRow> =>
  deliveries.flatMap(({ delivery }) => {
    const row = findDeliveryRow(state, delivery)
    return row !== undefined && row.token === token ? [row] : []
  })

/** Updates the endpoint's health after a request, and collects its transitions. */
const withHealth = (
  state: WebhookState,
  completion: Completion,
  now: number,
  policy: CompleteRequest["policy"],
  transitions: Array<EndpointTransition>,
): WebhookState => {
  const { attempt, gone, next, pauseMillis, request } = completion
  const endpointId = request.endpoint.id
  const row = findEndpointRow(state, endpointId)
  if (row === undefined) return state
  const delivered = isDelivered(completion)
  const [health, change] = delivered ? recordSuccess(row) : recordFailure(row, now, policy)
  const waits = [...next.values()].map((each) => (each._tag === "Retry" ? each.inMillis : 0))
  let updated = { ...row, ...health, inFlight: Math.max(0, row.inFlight - 1) }
  if (pauseMillis !== null)
    updated = {
      ...updated,
      ...recordPause(updated),
      pausedUntil: Math.max(updated.pausedUntil, now + pauseMillis),
    }
  if (row.endpoint.fifo) updated = { ...updated, blockedUntil: delivered ? 0 : now + Math.max(0, ...waits) }
  const since = health.failingSince ?? now
  const after = putEndpoint(state, updated)
  if (change._tag === "Recovered") transitions.push({ _tag: "Recovered", endpointId })
  if (change._tag === "Failing")
    transitions.push({ _tag: "Failing", endpointId, percent: change.percent, since })
  if (!gone && change._tag !== "Disable") return after
  const reason = gone ? "gone" : "failing"
  const [happened, disabled] = setEnabled(after, endpointId, reason)
  if (happened) transitions.push({ _tag: "Disabled", endpointId, reason, since, lastError: attempt.error })
  return disabled
}

export const releaseRequests = (
  state: WebhookState,
  requests: ReadonlyArray<ClaimedRequest>,
): WebhookState => {
  const rows = requests.flatMap((request) => findLeasedRows(state, request))
  const freed = rows.reduce((all, row) => putRow(all, { ...row, token: null }), state)
  const ids = rows.map(({ delivery }) => delivery.endpointId)
  return pausePendingOfEndpoints(recountInFlight(freed, ids), ids)
}

export const reclaimLeases = (
  state: WebhookState,
  now: number,
  request: { readonly limit: number; readonly maxAttempts: number },
  ids: NewIds,
): readonly [Reclaimed, WebhookState] => {
  const lost = listDeliveryRows(state)
    .filter(({ token, leaseUntil }) => token !== null && !isLeased(leaseUntil, now))
    .toSorted((a, b) => a.leaseUntil - b.leaseUntil)
    .slice(0, request.limit)
  let next = state
  const exhausted: Array<Exhausted> = []
  const touched = new Set<EndpointId>()
  let returned = 0
  for (const row of lost) {
    const { attempts, endpointId, origin } = row.delivery
    const isTest = origin === "test"
    const endpoint = findEndpointRow(next, endpointId)?.endpoint
    const maxAttempts = computeMaxAttempts(endpoint?.retrySchedule ?? null, request.maxAttempts)
    const isOver = isTest || attempts + 1 >= maxAttempts
    const to: Next = isOver ? { _tag: "Dead" } : { _tag: "Retry", inMillis: 0 }
    const after = applyAttempt(row, to, null, now, endpoint?.fifo === true)
    const record = makeLostAttempt(Math.min(row.leaseUntil, now))
    next = addAttempt(putRow(next, after), after, record, ids)
    if (isTest) continue
    next = addCounts(next, endpointId, now, { failed: 1, dead: isOver ? 1 : 0 })
    if (isOver) exhausted.push(toExhausted(after, record.error))
    else returned += 1
    touched.add(endpointId)
  }
  return [{ returned, exhausted }, pausePendingOfEndpoints(recountInFlight(next, touched), touched)]
}
