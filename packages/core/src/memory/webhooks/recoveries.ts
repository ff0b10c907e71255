/** Recoveries in memory: dead, held or missing deliveries of a time range become due again, in batches. */
import { Effect, HashMap, Option } from "effect"
import type { OutboxEvent } from "../../domain/Event.ts"
import { now as currentTime } from "../../domain/Timestamp.ts"
import { isOperational } from "../../domain/webhooks/eventTypeSelector.ts"
import { makeIdAt } from "../../webhooks/pages.ts"
import type { NewRecovery, Recoverable, Recovery, RecoveryScope } from "../../webhooks/views.ts"
import type { WebhookDatabase } from "../Database.ts"
import { addDelivery, isSubscribed } from "./fanOut.ts"
import {
  type DeliveryRow,
  findEndpointRow,
  formatDeliveryKey,
  listDeliveryRows,
  putRow,
  type RecoveryRow,
  type WebhookState,
} from "./State.ts"

type EventsAfter = (after: string, limit: number) => Effect.Effect<ReadonlyArray<OutboxEvent>>

/** Greater than every id. */
const end = "~"

const listEnded = (
  state: WebhookState,
  { endpoint, until }: RecoveryScope,
  after: string,
): ReadonlyArray<DeliveryRow> => {
  const below = makeIdAt(until, 1)
  return listDeliveryRows(state)
    .filter(
      ({ delivery: { endpointId, id, origin, state: is } }) =>
        endpointId === endpoint.id &&
        origin !== "test" &&
        (is === "dead" || is === "held") &&
        id > after &&
        id < below,
    )
    .toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
}

const isMissing = (state: WebhookState, { endpoint }: RecoveryScope, event: OutboxEvent): boolean =>
  event.owner === endpoint.owner &&
  !isOperational(event.type) &&
  isSubscribed(endpoint, event) &&
  !HashMap.has(state.deliveries, formatDeliveryKey({ endpointId: endpoint.id, eventId: event.id }))

export const countRecoverable = (
  db: WebhookDatabase,
  eventsAfter: EventsAfter,
  scope: RecoveryScope,
  limit: number,
): Effect.Effect<Recoverable> =>
  Effect.gen(function* () {
    const from = makeIdAt(scope.since)
    const events = scope.missing ? yield* eventsAfter(from, Number.MAX_SAFE_INTEGER) : []
    const below = makeIdAt(scope.until, 1)
    return yield* db.read((state) => ({
      recovered: Math.min(limit, listEnded(state, scope, from).length),
      created: Math.min(
        limit,
        events.filter((event) => event.id < below && isMissing(state, scope, event)).length,
      ),
    }))
  })

export const beginRecovery = (db: WebhookDatabase, scope: NewRecovery): Effect.Effect<boolean> =>
  Effect.flatMap(currentTime, (createdAt) =>
    db.write((state) => {
      const { endpoint, id, missing, since, until } = scope
      const open = [...HashMap.values(state.recoveries)].some(
        ({ recovery }) => recovery.endpointId === endpoint.id && !recovery.done,
      )
      if (open) return [false, state]
      const recovery: Recovery = {
        id,
        endpointId: endpoint.id,
        since,
        until,
        missing,
        recovered: 0,
        created: 0,
        done: false,
        createdAt,
      }
      const from = makeIdAt(since)
      const row: RecoveryRow = { recovery, scope, deliveryCursor: from, eventCursor: missing ? from : end }
      return [true, { ...state, recoveries: HashMap.set(state.recoveries, id, row) }]
    }),
  )

interface RecoveryContext {
  readonly db: WebhookDatabase
  readonly eventsAfter: EventsAfter
  readonly findEvent: (row: DeliveryRow) => Effect.Effect<OutboxEvent | undefined>
  readonly again: (state: WebhookState, row: DeliveryRow, now: number) => DeliveryRow
}

/** Runs inside a transaction. */
export const advanceRecovery = (
  context: RecoveryContext,
  limit: number,
): Effect.Effect<Option.Option<Recovery>> =>
  Effect.gen(function* () {
    const open = yield* context.db.read((state) =>
      [...HashMap.values(state.recoveries)]
        .filter(({ recovery }) => !recovery.done)
        .toSorted((a, b) => (a.recovery.id < b.recovery.id ? -1 : 1)),
    )
    const [row] = open
    if (row === undefined) return Option.none()
    const stepped = yield* row.deliveryCursor === end
      ? createMissing(context, row, limit)
      : recoverEnded(context, row, limit)
    const done = stepped.deliveryCursor === end && stepped.eventCursor === end
    const after = { ...stepped, recovery: { ...stepped.recovery, done } }
    yield* context.db.write((state) => [
      undefined,
      { ...state, recoveries: HashMap.set(state.recoveries, after.recovery.id, after) },
    ])
    return Option.some(after.recovery)
  })

const recoverEnded = (
  context: RecoveryContext,
  row: RecoveryRow,
  limit: number,
): Effect.Effect<RecoveryRow> =>
  Effect.gen(function* () {
    const rows = (yield* context.db.read((state) => listEnded(state, row.scope, row.deliveryCursor))).slice(
      0,
      limit,
    )
    let count = 0
    for (const deliveryRow of rows) {
      if ((yield* context.findEvent(deliveryRow)) === undefined) continue
      yield* context.db.write((state, now) => [
        undefined,
        putRow(state, context.again(state, deliveryRow, now)),
      ])
      count += 1
    }
    const deliveryCursor = rows.length < limit ? end : (rows.at(-1)?.delivery.id ?? end)
    return {
      ...row,
      deliveryCursor,
      recovery: { ...row.recovery, recovered: row.recovery.recovered + count },
    }
  })

const createMissing = (
  context: RecoveryContext,
  row: RecoveryRow,
  limit: number,
): Effect.Effect<RecoveryRow> =>
  Effect.gen(function* () {
    const below = makeIdAt(row.scope.until, 1)
    const events = (yield* context.eventsAfter(row.eventCursor, limit)).filter(({ id }) => id < below)
    const count = yield* context.db.write((state, now) => {
      const endpoint = findEndpointRow(state, row.scope.endpoint.id)?.endpoint
      let next = state
      let made = 0
      for (const event of events) {
        if (endpoint === undefined || !isMissing(next, { ...row.scope, endpoint }, event)) continue
        next = addDelivery(next, now, { event, endpoint, origin: "replay", priority: 1, ownEvent: null })[1]
        made += 1
      }
      return [made, next]
    })
    const eventCursor = events.at(-1)?.id ?? end
    return { ...row, eventCursor, recovery: { ...row.recovery, created: row.recovery.created + count } }
  })
