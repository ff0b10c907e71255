/** Claims in memory: what may be sent, by the rules of the port. */
import { Array as Arrays, HashMap } from "effect"
import type { Username } from "../../../domain/Names.ts"
import type { EndpointId } from "../../../domain/webhooks/ids.ts"
import { type DeliveryClaimRequest, pacingMillis, spacingMillis } from "../../../webhooks/claims.ts"
import {
  byPlace,
  type DeliveryRow,
  dueMillis,
  type EndpointRow,
  endpointOf,
  putEndpoint,
  putRow,
  rowsOf,
  type WebhookState,
  waits,
} from "./State.ts"

export interface Taken {
  readonly token: string
  readonly lane: EndpointRow
  readonly startInMillis: number
  readonly rows: ReadonlyArray<DeliveryRow>
}

export interface TakenAll {
  readonly taken: ReadonlyArray<Taken>
  readonly last: EndpointId | null
}

export const capOf = (lane: EndpointRow, inFlight: number): number =>
  lane.endpoint.fifo ? 1 : Math.min(lane.window, inFlight)

/** Requests that its rate has places for until the horizon. */
const placesOf = ({ endpoint, nextAt }: EndpointRow, now: number): number =>
  endpoint.rateLimit === null
    ? Number.POSITIVE_INFINITY
    : Math.floor((now + pacingMillis - Math.max(nextAt, now)) / spacingMillis(endpoint.rateLimit)) + 1

export const mayBeSent = (lane: EndpointRow, now: number, switchedOn: ReadonlySet<Username>): boolean =>
  lane.endpoint.enabled &&
  switchedOn.has(lane.endpoint.owner) &&
  lane.pausedUntil <= now &&
  !(lane.endpoint.fifo && lane.blockedUntil > now)

/** What waits for the endpoint and may be taken now, in order; of one that keeps the order nothing behind what is not due. */
const headOf = (lane: EndpointRow, waiting: ReadonlyArray<DeliveryRow>, now: number) => {
  const sorted = waiting.toSorted(byPlace)
  if (!lane.endpoint.fifo) return sorted.filter((row) => row.place <= now && dueMillis(row) <= now)
  const late = sorted.findIndex((row) => dueMillis(row) > now)
  return late === -1 ? sorted : sorted.slice(0, late)
}

export const takeDue = (
  state: WebhookState,
  now: number,
  ask: DeliveryClaimRequest,
  switchedOn: ReadonlySet<Username>,
): readonly [TakenAll, WebhookState] => {
  const waiting = Arrays.groupBy(rowsOf(state).filter(waits), ({ delivery }) => delivery.endpointId)
  const all = [...HashMap.values(state.endpoints)].toSorted((a, b) =>
    a.endpoint.id < b.endpoint.id ? -1 : 1,
  )
  const round = [
    ...all.filter(({ endpoint }) => endpoint.id > (ask.after ?? "")),
    ...all.filter(({ endpoint }) => endpoint.id <= (ask.after ?? "")),
  ]
  const lanes = round.flatMap((lane) => {
    const room = Math.min(capOf(lane, ask.inFlight) - lane.inFlight, placesOf(lane, now))
    const may = mayBeSent(lane, now, switchedOn) && !(ask.wellOnly && lane.failingSince !== null)
    const head = may ? headOf(lane, waiting[lane.endpoint.id] ?? [], now) : []
    return room > 0 && head.length > 0 ? [{ lane, room, head }] : []
  })
  const looked = lanes.slice(0, ask.limit)
  const seats = looked
    .flatMap(({ lane, room, head }) =>
      Arrays.makeBy(Math.min(room, Math.ceil(head.length / lane.endpoint.batch)), (request) => ({
        lane,
        request,
        rows: head.slice(request * lane.endpoint.batch, (request + 1) * lane.endpoint.batch),
      })),
    )
    .toSorted((a, b) => a.request - b.request)
    .slice(0, ask.limit)
  let next = state
  const id = globalThis.crypto.randomUUID()
  const taken = seats.map(({ lane, request, rows }, seat): Taken => {
    const token = `${id}.${seat}`
    const current = endpointOf(next, lane.endpoint.id) ?? lane
    const rate = lane.endpoint.rateLimit
    const spacing = rate === null ? 0 : spacingMillis(rate)
    const start = Math.max(lane.nextAt, now) + request * spacing
    next = putEndpoint(next, {
      ...current,
      inFlight: current.inFlight + 1,
      nextAt: rate === null ? current.nextAt : start + spacing,
    })
    for (const row of rows) next = putRow(next, { ...row, token, leaseUntil: now + ask.leaseMillis })
    return { token, lane, rows, startInMillis: rate === null ? 0 : start - now }
  })
  const last = lanes.length > ask.limit ? (looked.at(-1)?.lane.endpoint.id ?? null) : null
  return [{ taken, last }, next]
}
