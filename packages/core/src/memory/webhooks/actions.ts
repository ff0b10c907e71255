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
  matchRows,
  statesOf,
} from "../../webhooks/actions.ts"
import { testPriority } from "../../webhooks/claims.ts"
import { computeIdBounds } from "../../webhooks/pages.ts"
import type { ReplayAnswer } from "../../webhooks/views.ts"
import type { WebhookDatabase } from "../Database.ts"
import {
  comparePlaces,
  type DeliveryRow,
  findDeliveryRow,
  findEndpointRow,
  getDueMillis,
  isWaiting,
  listDeliveryRows,
  putEndpoint,
  putRow,
  type WebhookState,
} from "./State.ts"

interface BulkContext {
  readonly db: WebhookDatabase
  readonly findEvent: (row: DeliveryRow) => Effect.Effect<OutboxEvent | undefined>
}

/**
 * The delivery with a new round of attempts, due now. A `fifo` endpoint appends it, unless it is still waiting in its
 * place.
 */
export const makeDueAgain = (
  state: WebhookState,
  row: DeliveryRow,
  now: number,
  wanted: number,
): DeliveryRow => {
  const isTest = row.delivery.origin === "test"
  const endpointRow = findEndpointRow(state, row.delivery.endpointId)
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
  row.delivery.state !== "pending" || (row.token === null && getDueMillis(row) > now)

/** Ends the pause of the endpoint after a replay, and makes the first delivery of a `fifo` endpoint due. */
const resumeEndpoint = (state: WebhookState, id: EndpointId, now: number): WebhookState => {
  const endpointRow = findEndpointRow(state, id)
  if (endpointRow === undefined) return state
  const lifted = putEndpoint(state, { ...endpointRow, pausedUntil: 0, blockedUntil: 0 })
  const [head] = endpointRow.endpoint.fifo
    ? listDeliveryRows(lifted)
        .filter((row) => isWaiting(row) && row.delivery.endpointId === id)
        .toSorted(comparePlaces)
    : []
  if (head === undefined || getDueMillis(head) <= now) return lifted
  return putRow(lifted, { ...head, delivery: { ...head.delivery, dueAt: fromMillis(now) } })
}

/** Runs inside a transaction. */
export const replay = ({ findEvent, db }: BulkContext, delivery: Delivery): Effect.Effect<ReplayAnswer> =>
  Effect.gen(function* () {
    const row = yield* db.read((state) => findDeliveryRow(state, delivery))
    if (row === undefined) return "missing"
    if (row.delivery.state !== "pending" && (yield* findEvent(row)) === undefined) return "forgotten"
    return yield* db.write((state, now): readonly [ReplayAnswer, WebhookState] => {
      const can = isReplayable(row, now)
      const next = can ? putRow(state, makeDueAgain(state, row, now, 0)) : state
      const after = row.delivery.origin === "test" ? next : resumeEndpoint(next, row.delivery.endpointId, now)
      return [can ? "replayed" : "pending", after]
    })
  })

const unblockEndpoint = (state: WebhookState, id: EndpointId): WebhookState => {
  const endpointRow = findEndpointRow(state, id)
  return endpointRow === undefined ? state : putEndpoint(state, { ...endpointRow, blockedUntil: 0 })
}

const endRow = (row: DeliveryRow, action: "skip" | "cancel", now: number): DeliveryRow => ({
  ...row,
  delivery: { ...row.delivery, state: endedAs[action], endedAt: fromMillis(now) },
})

export const endDelivery = (
  state: WebhookState,
  now: number,
  delivery: Delivery,
  action: "skip" | "cancel",
): readonly [EndAnswer, WebhookState] => {
  const row = findDeliveryRow(state, delivery)
  if (row === undefined) return ["missing", state]
  if (row.token !== null) return ["sending", state]
  if (!statesOf[action].includes(row.delivery.state)) return ["ended", state]
  return ["done", unblockEndpoint(putRow(state, endRow(row, action, now)), row.delivery.endpointId)]
}

/** Runs inside a transaction. */
export const runBulkStep = ({ findEvent, db }: BulkContext, step: BulkStep): Effect.Effect<BulkStepped> =>
  Effect.gen(function* () {
    const { action, dryRun, endpoint } = step
    const { rows, next } = yield* db.read((state, now) => findMatched(state, now, step))
    const changedRows: Array<DeliveryRow> = []
    for (const row of rows)
      if (action !== "replay" || (yield* findEvent(row)) !== undefined) changedRows.push(row)
    if (dryRun || changedRows.length === 0) return { matched: rows.length, changed: 0, next }
    return yield* db.write((state, now) => {
      const after = changedRows.reduce(
        (all, row) =>
          putRow(all, action === "replay" ? makeDueAgain(all, row, now, 1) : endRow(row, action, now)),
        state,
      )
      const changed = { matched: rows.length, changed: changedRows.length, next }
      return [
        changed,
        action === "replay" ? resumeEndpoint(after, endpoint.id, now) : unblockEndpoint(after, endpoint.id),
      ]
    })
  })

const findMatched = (state: WebhookState, now: number, step: BulkStep) => {
  const { action, after, endpoint, filter, limit } = step
  const { below, from } = computeIdBounds(filter, null)
  const all = listDeliveryRows(state)
    .filter(({ delivery: { endpointId, id } }) => endpointId === endpoint.id && id >= from && id < below)
    .filter(({ delivery: { id } }) => after === null || id > after)
    .toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  const matchingRows = (filter.states ?? []).flatMap((one) =>
    all.filter(({ delivery }) => delivery.state === one).slice(0, limit),
  )
  return matchRows({
    found: matchingRows.map((row) => ({
      row,
      delivery: row.delivery,
      isTaken: row.token !== null || (action === "replay" && !isReplayable(row, now)),
    })),
    window: limit,
    step,
  })
}
