/** Counts and due times of deliveries in memory. */
import { HashMap, Option } from "effect"
import type { EndpointId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { pacingMillis } from "../../webhooks/claims.ts"
import type { Backlog, EndpointCounts, WaitingDeliveries } from "../../webhooks/views.ts"
import { computeCap } from "./claims.ts"
import {
  comparePlaces,
  type DeliveryRow,
  type EndpointRow,
  findEndpointRow,
  getDueMillis,
  isWaiting,
  listDeliveryRows,
  toHour,
  type WebhookState,
} from "./State.ts"

/** The due time of the first waiting delivery of each enabled endpoint. */
const listHeads = (state: WebhookState, switchedOn: ReadonlySet<Username>) =>
  [...HashMap.values(state.endpoints)].flatMap((endpointRow) => {
    const { enabled, fifo, id, owner } = endpointRow.endpoint
    if (!enabled || !switchedOn.has(owner)) return []
    const waiting = listDeliveryRows(state).filter((row) => isWaiting(row) && row.delivery.endpointId === id)
    const dues = fifo
      ? waiting.toSorted(comparePlaces).slice(0, 1).map(getDueMillis)
      : waiting.map((row: DeliveryRow) => row.place)
    return dues.length === 0 ? [] : [{ endpointRow, due: Math.min(...dues) }]
  })

export const findNextDue = (
  state: WebhookState,
  now: number,
  inFlight: number,
  switchedOn: ReadonlySet<Username>,
): Option.Option<number> => {
  const times = listHeads(state, switchedOn)
    .filter(({ endpointRow }) => endpointRow.inFlight < computeCap(endpointRow, inFlight))
    .map(({ endpointRow, due }) => Math.max(due, ...listHindrances(endpointRow)))
  return times.length === 0 ? Option.none() : Option.some(Math.max(0, Math.ceil(Math.min(...times) - now)))
}

const listHindrances = ({
  pausedUntil,
  blockedUntil,
  nextAt,
  endpoint,
}: EndpointRow): ReadonlyArray<number> => [
  pausedUntil,
  endpoint.fifo ? blockedUntil : 0,
  endpoint.rateLimit === null ? 0 : nextAt - pacingMillis,
]

export const countBacklog = (
  state: WebhookState,
  now: number,
  limit: number,
  switchedOn: ReadonlySet<Username>,
): Backlog => {
  const rows = listDeliveryRows(state)
  const dues = listHeads(state, switchedOn).map(({ due }) => due)
  return {
    pending: Math.min(limit, rows.filter(isWaiting).length),
    leased: Math.min(limit, rows.filter(({ token }) => token !== null).length),
    held: Math.min(
      limit,
      rows.filter(
        ({ delivery }) =>
          delivery.state === "held" && findEndpointRow(state, delivery.endpointId) !== undefined,
      ).length,
    ),
    lagMillis: Math.max(0, now - Math.min(now, ...dues)),
  }
}

export const countWaiting = (state: WebhookState, endpoint: EndpointId, limit: number): WaitingDeliveries => {
  const countInState = (wanted: "pending" | "held") =>
    listDeliveryRows(state).filter(
      ({ delivery }) => delivery.endpointId === endpoint && delivery.state === wanted,
    ).length
  return { pending: Math.min(limit, countInState("pending")), held: Math.min(limit, countInState("held")) }
}

export const readCounts = (
  state: WebhookState,
  now: number,
  endpoints: ReadonlyArray<EndpointId>,
  hours: number,
): ReadonlyMap<EndpointId, EndpointCounts> => {
  const sumCounts = (id: EndpointId): EndpointCounts => {
    const sum = { delivered: 0, failed: 0, dead: 0 }
    for (let hour = toHour(now) - hours; hour <= toHour(now); hour++) {
      const hourCounts = Option.getOrUndefined(HashMap.get(state.counts, `${id}/${hour}`))
      sum.delivered += hourCounts?.delivered ?? 0
      sum.failed += hourCounts?.failed ?? 0
      sum.dead += hourCounts?.dead ?? 0
    }
    return sum
  }
  return new Map(endpoints.map((id) => [id, sumCounts(id)]))
}
