/** What ends leases in memory: completions, releases, and what was lost. */
import { fromMillis } from "@annotary/core"
import { HashMap, Option } from "effect"
import type { Attempt } from "../domain/Attempt.ts"
import { afterFailure, afterPause, afterSuccess } from "../domain/health.ts"
import type { AttemptId, EndpointId } from "../domain/ids.ts"
import {
  type ClaimedRequest,
  type CompleteAsk,
  type Completed,
  type Completion,
  type EndpointTransition,
  heldAtOnce,
  type Next,
  type Parked,
  type Reclaimed,
} from "../ports/claims.ts"
import { isDelivered, lostAttempt, nextOf, type Told, toldOf } from "../ports/told.ts"
import { enabledOrNot } from "./endpointStore.ts"
import { heldIn, holdOf } from "./holding.ts"
import {
  counted,
  type DeliveryRow,
  endpointOf,
  putEndpoint,
  putRow,
  recounted,
  rowOf,
  rowsOf,
  type State,
} from "./State.ts"

/** Ids for attempts, as many as are written. */
export type NewIds = Iterator<AttemptId>

export const written = (state: State, row: DeliveryRow, told: Told, ids: NewIds): State => {
  const { delivery } = row
  const attempt: Attempt = {
    id: ids.next().value,
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    ...told,
    trigger: delivery.origin === "test" || delivery.attempts <= 1 ? delivery.origin : "retry",
  }
  const before = Option.getOrElse(HashMap.get(state.attempts, delivery.id), (): ReadonlyArray<Attempt> => [])
  return { ...state, attempts: HashMap.set(state.attempts, delivery.id, [attempt, ...before]) }
}

/** The row as it is after an attempt. */
export const afterAttempt = (
  row: DeliveryRow,
  next: Next,
  status: number | null,
  now: number,
  fifo: boolean,
): DeliveryRow => {
  const due = next._tag === "Retry" ? now + Math.max(0, Math.round(next.inMillis)) : now
  const pending = next._tag === "Retry"
  return {
    ...row,
    token: null,
    place: pending && !fifo ? due : row.place,
    delivery: {
      ...row.delivery,
      state: pending ? "pending" : next._tag === "Delivered" ? "delivered" : "dead",
      attempts: row.delivery.attempts + 1,
      dueAt: pending ? fromMillis(due) : row.delivery.dueAt,
      lastStatus: status,
      endedAt: pending ? null : fromMillis(now),
    },
  }
}

const parked = ({ delivery }: DeliveryRow): Parked => ({
  deliveryId: delivery.id,
  endpointId: delivery.endpointId,
})

export const completed = (
  state: State,
  now: number,
  ask: CompleteAsk,
  ids: NewIds,
): readonly [Completed, State] => {
  let next = state
  const accepted = new Set<string>()
  const transitions: Array<EndpointTransition> = []
  const exhausted: Array<Parked> = []
  for (const completion of ask.completions) {
    const { request } = completion
    const rows = heldOf(next, request)
    if (rows.length === 0) continue
    accepted.add(request.token)
    for (const row of rows) {
      const to = nextOf(completion, row.delivery)
      const after = afterAttempt(row, to, completion.attempt.status, now, request.endpoint.fifo)
      next = written(putRow(next, after), after, toldOf(completion), ids)
      const { origin, state: became, endpointId } = after.delivery
      if (origin === "test") continue
      const tally = became === "delivered" ? { delivered: 1 } : { failed: 1, dead: became === "dead" ? 1 : 0 }
      next = counted(next, endpointId, now, tally)
      if (became === "dead") exhausted.push(parked(after))
    }
    if (rows.some(({ delivery }) => delivery.origin !== "test"))
      next = judged(next, completion, now, ask.policy, transitions)
    if (!isDelivered(completion)) next = heldIn(next, request.endpoint.id, heldAtOnce)[1]
  }
  return [{ accepted, transitions, exhausted }, next]
}

const heldOf = (state: State, { token, deliveries }: ClaimedRequest): ReadonlyArray<DeliveryRow> =>
  deliveries.flatMap(({ delivery }) => {
    const row = rowOf(state, delivery)
    return row !== undefined && row.token === token ? [row] : []
  })

/** The endpoint after the request; transitions that happened are added. */
const judged = (
  state: State,
  completion: Completion,
  now: number,
  policy: CompleteAsk["policy"],
  transitions: Array<EndpointTransition>,
): State => {
  const { attempt, gone, next, pauseMillis, request } = completion
  const endpointId = request.endpoint.id
  const row = endpointOf(state, endpointId)
  if (row === undefined) return state
  const delivered = isDelivered(completion)
  const [health, verdict] = delivered ? afterSuccess(row) : afterFailure(row, now, policy)
  const waits = [...next.values()].map((each) => (each._tag === "Retry" ? each.inMillis : 0))
  let lane = { ...row, ...health, inFlight: Math.max(0, row.inFlight - 1) }
  if (pauseMillis !== null)
    lane = { ...lane, ...afterPause(lane), pausedUntil: Math.max(lane.pausedUntil, now + pauseMillis) }
  if (row.endpoint.fifo) lane = { ...lane, blockedUntil: delivered ? 0 : now + Math.max(0, ...waits) }
  const since = health.failingSince ?? now
  const after = putEndpoint(state, lane)
  if (verdict._tag === "Recovered") transitions.push({ _tag: "Recovered", endpointId })
  if (verdict._tag === "Failing")
    transitions.push({ _tag: "Failing", endpointId, percent: verdict.percent, since })
  if (!gone && verdict._tag !== "Disable") return after
  const reason = gone ? "gone" : "failing"
  const [happened, disabled] = enabledOrNot(after, endpointId, reason)
  if (happened) transitions.push({ _tag: "Disabled", endpointId, reason, since, lastError: attempt.error })
  return disabled
}

export const released = (state: State, requests: ReadonlyArray<ClaimedRequest>): State => {
  const rows = requests.flatMap((request) => heldOf(state, request))
  const freed = rows.reduce((all, row) => putRow(all, { ...row, token: null }), state)
  const ids = rows.map(({ delivery }) => delivery.endpointId)
  return holdOf(recounted(freed, ids), ids)
}

export const reclaimed = (
  state: State,
  now: number,
  ask: { readonly limit: number; readonly maxAttempts: number },
  ids: NewIds,
): readonly [Reclaimed, State] => {
  const lost = rowsOf(state)
    .filter(({ token, leaseUntil }) => token !== null && leaseUntil <= now)
    .toSorted((a, b) => a.leaseUntil - b.leaseUntil)
    .slice(0, ask.limit)
  let next = state
  const exhausted: Array<Parked> = []
  const touched = new Set<EndpointId>()
  let returned = 0
  for (const row of lost) {
    const { attempts, endpointId, origin } = row.delivery
    const isTest = origin === "test"
    const isOver = isTest || attempts + 1 >= ask.maxAttempts
    const to: Next = isOver ? { _tag: "Dead" } : { _tag: "Retry", inMillis: 0 }
    const fifo = endpointOf(next, endpointId)?.endpoint.fifo === true
    const after = afterAttempt(row, to, null, now, fifo)
    next = written(putRow(next, after), after, lostAttempt(row.leaseUntil), ids)
    if (isTest) continue
    next = counted(next, endpointId, now, { failed: 1, dead: isOver ? 1 : 0 })
    if (isOver) exhausted.push(parked(after))
    else returned += 1
    touched.add(endpointId)
  }
  return [{ returned, exhausted }, holdOf(recounted(next, touched), touched)]
}
