/** Counts and due times of deliveries in memory. */
import { HashMap, Option } from "effect"
import type { EndpointId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { pacingMillis } from "../../webhooks/claims.ts"
import type { Backlog, EndpointCounts, WaitingDeliveries } from "../../webhooks/views.ts"
import { capOf } from "./claims.ts"
import {
  byPlace,
  type DeliveryRow,
  dueMillis,
  type EndpointRow,
  endpointOf,
  hourOf,
  rowsOf,
  type WebhookState,
  waits,
} from "./State.ts"

/** The due time of the first waiting delivery of each enabled endpoint. */
const headsOf = (state: WebhookState, switchedOn: ReadonlySet<Username>) =>
  [...HashMap.values(state.endpoints)].flatMap((endpointRow) => {
    const { enabled, fifo, id, owner } = endpointRow.endpoint
    if (!enabled || !switchedOn.has(owner)) return []
    const waiting = rowsOf(state).filter((row) => waits(row) && row.delivery.endpointId === id)
    const dues = fifo
      ? waiting.toSorted(byPlace).slice(0, 1).map(dueMillis)
      : waiting.map((row: DeliveryRow) => row.place)
    return dues.length === 0 ? [] : [{ endpointRow, due: Math.min(...dues) }]
  })

export const nextDueOf = (
  state: WebhookState,
  now: number,
  inFlight: number,
  switchedOn: ReadonlySet<Username>,
): Option.Option<number> => {
  const times = headsOf(state, switchedOn)
    .filter(({ endpointRow }) => endpointRow.inFlight < capOf(endpointRow, inFlight))
    .map(({ endpointRow, due }) => Math.max(due, ...hindrances(endpointRow)))
  return times.length === 0 ? Option.none() : Option.some(Math.max(0, Math.ceil(Math.min(...times) - now)))
}

const hindrances = ({ pausedUntil, blockedUntil, nextAt, endpoint }: EndpointRow): ReadonlyArray<number> => [
  pausedUntil,
  endpoint.fifo ? blockedUntil : 0,
  endpoint.rateLimit === null ? 0 : nextAt - pacingMillis,
]

export const backlogOf = (
  state: WebhookState,
  now: number,
  limit: number,
  switchedOn: ReadonlySet<Username>,
): Backlog => {
  const rows = rowsOf(state)
  const dues = headsOf(state, switchedOn).map(({ due }) => due)
  return {
    pending: Math.min(limit, rows.filter(waits).length),
    leased: Math.min(limit, rows.filter(({ token }) => token !== null).length),
    held: Math.min(
      limit,
      rows.filter(
        ({ delivery }) => delivery.state === "held" && endpointOf(state, delivery.endpointId) !== undefined,
      ).length,
    ),
    lagMillis: Math.max(0, now - Math.min(now, ...dues)),
  }
}

export const waitingOf = (state: WebhookState, endpoint: EndpointId, limit: number): WaitingDeliveries => {
  const of = (wanted: "pending" | "held") =>
    rowsOf(state).filter(({ delivery }) => delivery.endpointId === endpoint && delivery.state === wanted)
      .length
  return { pending: Math.min(limit, of("pending")), held: Math.min(limit, of("held")) }
}

export const countsOf = (
  state: WebhookState,
  now: number,
  endpoints: ReadonlyArray<EndpointId>,
  hours: number,
): ReadonlyMap<EndpointId, EndpointCounts> => {
  const sums = (id: EndpointId): EndpointCounts => {
    const sum = { delivered: 0, failed: 0, dead: 0 }
    for (let hour = hourOf(now) - hours; hour <= hourOf(now); hour++) {
      const found = Option.getOrUndefined(HashMap.get(state.counts, `${id}/${hour}`))
      sum.delivered += found?.delivered ?? 0
      sum.failed += found?.failed ?? 0
      sum.dead += found?.dead ?? 0
    }
    return sum
  }
  return new Map(endpoints.map((id) => [id, sums(id)]))
}
