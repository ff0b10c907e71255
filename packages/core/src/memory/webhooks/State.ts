/**
 * The webhooks' part of the in-memory database: one immutable value. Instants are milliseconds of the storage's
 * clock.
 */
import { HashMap, Option } from "effect"
import type { OutboxEvent } from "../../domain/Event.ts"
import type { DeliveryId, EndpointId, RecoveryId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { toMillis } from "../../domain/Timestamp.ts"
import type { Attempt } from "../../domain/webhooks/Attempt.ts"
import type { Delivery } from "../../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../../domain/webhooks/Endpoint.ts"
import type { KeySetId } from "../../domain/webhooks/KeySet.ts"
import { heldAtOnce, testPriority } from "../../webhooks/claims.ts"
import { type Health, healthy } from "../../webhooks/health.ts"
import type { EndpointCounts, NewRecovery, Recovery } from "../../webhooks/views.ts"

export interface EndpointRow extends Health {
  readonly endpoint: Endpoint
  readonly inFlight: number
  readonly nextAt: number
  readonly pausedUntil: number
  readonly blockedUntil: number
  readonly lastPlace: number
}

export interface DeliveryRow {
  readonly delivery: Delivery
  /** 0: live. 1: recovered. Tests have {@link testPriority}. */
  readonly priority: number
  readonly place: number
  readonly token: string | null
  readonly leaseUntil: number
  /** The event of a test. */
  readonly ownEvent: OutboxEvent | null
}

export interface RecoveryRow {
  readonly recovery: Recovery
  readonly scope: NewRecovery
  readonly deliveryCursor: string
  readonly eventCursor: string
}

export interface WebhookState {
  readonly endpoints: HashMap.HashMap<EndpointId, EndpointRow>
  /** By {@link formatDeliveryKey}. */
  readonly deliveries: HashMap.HashMap<string, DeliveryRow>
  /** Newest first. */
  readonly attempts: HashMap.HashMap<DeliveryId, ReadonlyArray<Attempt>>
  /** By endpoint and hour. */
  readonly counts: HashMap.HashMap<string, EndpointCounts>
  readonly recoveries: HashMap.HashMap<RecoveryId, RecoveryRow>
  /** By account. */
  readonly keySets: HashMap.HashMap<Username, KeySetId>
  /** Events with smaller ids have been removed. */
  readonly forgottenBelow: string
}

export const emptyWebhookState: WebhookState = {
  endpoints: HashMap.empty(),
  deliveries: HashMap.empty(),
  attempts: HashMap.empty(),
  counts: HashMap.empty(),
  recoveries: HashMap.empty(),
  keySets: HashMap.empty(),
  forgottenBelow: "",
}

export const makeEndpointRow = (endpoint: Endpoint): EndpointRow => ({
  ...healthy,
  endpoint,
  inFlight: 0,
  nextAt: 0,
  pausedUntil: 0,
  blockedUntil: 0,
  lastPlace: 0,
})

export const formatDeliveryKey = ({
  endpointId,
  eventId,
}: Pick<Delivery, "endpointId" | "eventId">): string => `${endpointId}/${eventId}`

export const listDeliveryRows = (state: WebhookState): ReadonlyArray<DeliveryRow> => [
  ...HashMap.values(state.deliveries),
]

export const findDeliveryRow = (state: WebhookState, delivery: Pick<Delivery, "endpointId" | "eventId">) =>
  Option.getOrUndefined(HashMap.get(state.deliveries, formatDeliveryKey(delivery)))

export const findEndpointRow = (state: WebhookState, id: EndpointId): EndpointRow | undefined =>
  Option.getOrUndefined(HashMap.get(state.endpoints, id))

export const putRow = (state: WebhookState, row: DeliveryRow): WebhookState => ({
  ...state,
  deliveries: HashMap.set(state.deliveries, formatDeliveryKey(row.delivery), row),
})

export const putEndpoint = (state: WebhookState, row: EndpointRow): WebhookState => ({
  ...state,
  endpoints: HashMap.set(state.endpoints, row.endpoint.id, row),
})

/** Whether the delivery waits without a lease. Tests are claimed separately. */
export const isWaiting = ({ delivery, priority, token }: DeliveryRow): boolean =>
  delivery.state === "pending" && token === null && priority !== testPriority

export const isWaitingTest = ({ delivery, priority, token }: DeliveryRow): boolean =>
  delivery.state === "pending" && token === null && priority === testPriority

export const getDueMillis = ({ delivery }: DeliveryRow): number => toMillis(delivery.dueAt)

/** Live deliveries first, then by place. */
export const comparePlaces = (a: DeliveryRow, b: DeliveryRow): number =>
  a.priority - b.priority || a.place - b.place || (a.delivery.eventId < b.delivery.eventId ? -1 : 1)

/** Recounts the requests in flight of these endpoints from the leases. */
export const recountInFlight = (state: WebhookState, ids: Iterable<EndpointId>): WebhookState => {
  let next = state
  for (const id of new Set(ids)) {
    const row = findEndpointRow(next, id)
    if (row === undefined) continue
    const tokens = listDeliveryRows(next).flatMap(({ delivery, priority, token }) =>
      token !== null && delivery.endpointId === id && priority !== testPriority ? [token] : [],
    )
    next = putEndpoint(next, { ...row, inFlight: new Set(tokens).size })
  }
  return next
}

export const toHour = (now: number): number => Math.floor(now / 3_600_000)

/** Adds to the counts of the hour. */
export const addCounts = (
  state: WebhookState,
  id: EndpointId,
  now: number,
  what: Partial<EndpointCounts>,
): WebhookState => {
  if (findEndpointRow(state, id) === undefined) return state
  const key = `${id}/${toHour(now)}`
  const before = Option.getOrElse(HashMap.get(state.counts, key), () => ({
    delivered: 0,
    failed: 0,
    dead: 0,
  }))
  const after = {
    delivered: before.delivered + (what.delivered ?? 0),
    failed: before.failed + (what.failed ?? 0),
    dead: before.dead + (what.dead ?? 0),
  }
  return { ...state, counts: HashMap.set(state.counts, key, after) }
}

/** Changes pending deliveries of disabled endpoints to held, and counts them. Null: of all endpoints. */
export const pausePending = (
  state: WebhookState,
  endpoint: EndpointId | null,
  limit: number,
): readonly [number, WebhookState] => {
  const rows = listDeliveryRows(state)
    .filter(isWaiting)
    .filter(({ delivery }) => endpoint === null || delivery.endpointId === endpoint)
    .filter(({ delivery }) => findEndpointRow(state, delivery.endpointId)?.endpoint.enabled === false)
    .filter(({ delivery }) => delivery.origin !== "test")
    .slice(0, limit)
  const toHeld = (row: DeliveryRow): DeliveryRow => ({ ...row, delivery: { ...row.delivery, state: "held" } })
  return [rows.length, rows.reduce((all, row) => putRow(all, toHeld(row)), state)]
}

export const pausePendingOfEndpoints = (state: WebhookState, endpoints: Iterable<EndpointId>): WebhookState =>
  [...new Set(endpoints)].reduce((all, id) => pausePending(all, id, heldAtOnce)[1], state)
