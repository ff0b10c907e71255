/** Actions on deliveries in memory: replay, skip and cancel, one or many. */
import { Effect } from "effect"
import type { OutboxEvent } from "../../domain/Event.ts"
import type { EndpointId } from "../../domain/Ids.ts"
import { fromMillis } from "../../domain/Timestamp.ts"
import type { Delivery } from "../../domain/webhooks/Delivery.ts"
import {
  type BulkStep,
  type BulkStepped,
  type EndAnswer,
  endedAs,
  matchedOf,
  statesOf,
} from "../../webhooks/actions.ts"
import { testPriority } from "../../webhooks/claims.ts"
import { idBounds } from "../../webhooks/pages.ts"
import type { ReplayAnswer } from "../../webhooks/views.ts"
import type { WebhookDatabase } from "../Database.ts"
import {
  byPlace,
  type DeliveryRow,
  dueMillis,
  endpointOf,
  putEndpoint,
  putRow,
  rowOf,
  rowsOf,
  type WebhookState,
  waits,
} from "./State.ts"

interface Means {
  readonly db: WebhookDatabase
  readonly eventOf: (row: DeliveryRow) => Effect.Effect<OutboxEvent | undefined>
}

/**
 * The delivery with a new round of attempts, due now. A `fifo` endpoint appends it, unless it is still waiting in its
 * place.
 */
export const againDue = (state: WebhookState, row: DeliveryRow, now: number, wanted: number): DeliveryRow => {
  const isTest = row.delivery.origin === "test"
  const endpointRow = endpointOf(state, row.delivery.endpointId)
  const fifo = endpointRow?.endpoint.fifo === true
  const isWaiting = row.delivery.state === "pending"
  const place = fifo && wanted === 0 ? Math.max(endpointRow.lastPlace, now) + 1 : now
  return {
    ...row,
    priority: isTest ? testPriority : isWaiting ? row.priority : wanted,
    place: isWaiting && fifo ? row.place : place,
    delivery: {
      ...row.delivery,
      state: "pending",
      origin: isTest ? "test" : "replay",
      attempts: 0,
      dueAt: fromMillis(now),
      endedAt: null,
    },
  }
}

const isReplayable = (row: DeliveryRow, now: number): boolean =>
  row.delivery.state !== "pending" || (row.token === null && dueMillis(row) > now)

/** Ends the pause of the endpoint after a replay, and makes the first delivery of a `fifo` endpoint due. */
const goingOn = (state: WebhookState, id: EndpointId, now: number): WebhookState => {
  const endpointRow = endpointOf(state, id)
  if (endpointRow === undefined) return state
  const lifted = putEndpoint(state, { ...endpointRow, pausedUntil: 0, blockedUntil: 0 })
  const [head] = endpointRow.endpoint.fifo
    ? rowsOf(lifted)
        .filter((row) => waits(row) && row.delivery.endpointId === id)
        .toSorted(byPlace)
    : []
  if (head === undefined || dueMillis(head) <= now) return lifted
  return putRow(lifted, { ...head, delivery: { ...head.delivery, dueAt: fromMillis(now) } })
}

/** Runs inside a transaction. */
export const replay = ({ eventOf, db }: Means, delivery: Delivery): Effect.Effect<ReplayAnswer> =>
  Effect.gen(function* () {
    const row = yield* db.read((state) => rowOf(state, delivery))
    if (row === undefined) return "missing"
    if (row.delivery.state !== "pending" && (yield* eventOf(row)) === undefined) return "forgotten"
    return yield* db.write((state, now): readonly [ReplayAnswer, WebhookState] => {
      const can = isReplayable(row, now)
      const next = can ? putRow(state, againDue(state, row, now, 0)) : state
      const after = row.delivery.origin === "test" ? next : goingOn(next, row.delivery.endpointId, now)
      return [can ? "replayed" : "pending", after]
    })
  })

const passing = (state: WebhookState, id: EndpointId): WebhookState => {
  const endpointRow = endpointOf(state, id)
  return endpointRow === undefined ? state : putEndpoint(state, { ...endpointRow, blockedUntil: 0 })
}

const endedRow = (row: DeliveryRow, action: "skip" | "cancel", now: number): DeliveryRow => ({
  ...row,
  delivery: { ...row.delivery, state: endedAs[action], endedAt: fromMillis(now) },
})

export const ended = (
  state: WebhookState,
  now: number,
  delivery: Delivery,
  action: "skip" | "cancel",
): readonly [EndAnswer, WebhookState] => {
  const row = rowOf(state, delivery)
  if (row === undefined) return ["missing", state]
  if (row.token !== null) return ["sending", state]
  if (!statesOf[action].includes(row.delivery.state)) return ["ended", state]
  return ["done", passing(putRow(state, endedRow(row, action, now)), row.delivery.endpointId)]
}

/** Runs inside a transaction. */
export const bulk = ({ eventOf, db }: Means, step: BulkStep): Effect.Effect<BulkStepped> =>
  Effect.gen(function* () {
    const { action, dryRun, endpoint } = step
    const { rows, next } = yield* db.read((state, now) => matched(state, now, step))
    const kept: Array<DeliveryRow> = []
    for (const row of rows) if (action !== "replay" || (yield* eventOf(row)) !== undefined) kept.push(row)
    if (dryRun || kept.length === 0) return { matched: rows.length, changed: 0, next }
    return yield* db.write((state, now) => {
      const after = kept.reduce(
        (all, row) =>
          putRow(all, action === "replay" ? againDue(all, row, now, 1) : endedRow(row, action, now)),
        state,
      )
      const changed = { matched: rows.length, changed: kept.length, next }
      return [changed, action === "replay" ? goingOn(after, endpoint.id, now) : passing(after, endpoint.id)]
    })
  })

const matched = (state: WebhookState, now: number, step: BulkStep) => {
  const { action, after, endpoint, filter, limit } = step
  const { below, from } = idBounds(filter, null)
  const all = rowsOf(state)
    .filter(({ delivery: { endpointId, id } }) => endpointId === endpoint.id && id >= from && id < below)
    .filter(({ delivery: { id } }) => after === null || id > after)
    .toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  const found = (filter.states ?? []).flatMap((one) =>
    all.filter(({ delivery }) => delivery.state === one).slice(0, limit),
  )
  return matchedOf({
    found: found.map((row) => ({
      row,
      delivery: row.delivery,
      isTaken: row.token !== null || (action === "replay" && !isReplayable(row, now)),
    })),
    window: limit,
    step,
  })
}
