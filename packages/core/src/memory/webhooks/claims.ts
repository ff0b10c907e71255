/** Claims of deliveries in memory. */
import { Array as Arrays, HashMap } from "effect"
import type { EndpointId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { computeSpacingMillis, type DeliveryClaimRequest, pacingMillis } from "../../webhooks/claims.ts"
import {
  comparePlaces,
  type DeliveryRow,
  type EndpointRow,
  findEndpointRow,
  getDueMillis,
  isWaiting,
  listDeliveryRows,
  putEndpoint,
  putRow,
  type WebhookState,
} from "./State.ts"

export interface Taken {
  readonly token: string
  readonly endpointRow: EndpointRow
  readonly startInMillis: number
  readonly rows: ReadonlyArray<DeliveryRow>
}

export interface TakenAll {
  readonly taken: ReadonlyArray<Taken>
  readonly last: EndpointId | null
}

export const computeCap = (endpointRow: EndpointRow, inFlight: number): number =>
  endpointRow.endpoint.fifo ? 1 : Math.min(endpointRow.window, inFlight)

/** The number of requests that the rate limit permits until the horizon. */
const countPlaces = ({ endpoint, nextAt }: EndpointRow, now: number): number =>
  endpoint.rateLimit === null
    ? Number.POSITIVE_INFINITY
    : Math.floor((now + pacingMillis - Math.max(nextAt, now)) / computeSpacingMillis(endpoint.rateLimit)) + 1

const canBeSent = (endpointRow: EndpointRow, now: number, switchedOn: ReadonlySet<Username>): boolean =>
  endpointRow.endpoint.enabled &&
  switchedOn.has(endpointRow.endpoint.owner) &&
  endpointRow.pausedUntil <= now &&
  !(endpointRow.endpoint.fifo && endpointRow.blockedUntil > now)

/** The waiting deliveries that may be leased now, in order. For a `fifo` endpoint, none behind one that is not due. */
const findHead = (endpointRow: EndpointRow, waiting: ReadonlyArray<DeliveryRow>, now: number) => {
  const sorted = waiting.toSorted(comparePlaces)
  if (!endpointRow.endpoint.fifo) return sorted.filter((row) => row.place <= now && getDueMillis(row) <= now)
  const late = sorted.findIndex((row) => getDueMillis(row) > now)
  return late === -1 ? sorted : sorted.slice(0, late)
}

export const takeDue = (
  state: WebhookState,
  now: number,
  request: DeliveryClaimRequest,
  switchedOn: ReadonlySet<Username>,
): readonly [TakenAll, WebhookState] => {
  const waiting = Arrays.groupBy(
    listDeliveryRows(state).filter(isWaiting),
    ({ delivery }) => delivery.endpointId,
  )
  const all = [...HashMap.values(state.endpoints)].toSorted((a, b) =>
    a.endpoint.id < b.endpoint.id ? -1 : 1,
  )
  const round = [
    ...all.filter(({ endpoint }) => endpoint.id > (request.after ?? "")),
    ...all.filter(({ endpoint }) => endpoint.id <= (request.after ?? "")),
  ]
  const candidates = round.flatMap((endpointRow) => {
    const capacity = Math.min(
      computeCap(endpointRow, request.inFlight) - endpointRow.inFlight,
      countPlaces(endpointRow, now),
    )
    const may =
      canBeSent(endpointRow, now, switchedOn) && !(request.wellOnly && endpointRow.failingSince !== null)
    const head = may ? findHead(endpointRow, waiting[endpointRow.endpoint.id] ?? [], now) : []
    return capacity > 0 && head.length > 0 ? [{ endpointRow, capacity, head }] : []
  })
  const looked = candidates.slice(0, request.limit)
  const seats = looked
    .flatMap(({ endpointRow, capacity, head }) =>
      Arrays.makeBy(Math.min(capacity, Math.ceil(head.length / endpointRow.endpoint.batch)), (nth) => ({
        endpointRow,
        nth,
        rows: head.slice(nth * endpointRow.endpoint.batch, (nth + 1) * endpointRow.endpoint.batch),
      })),
    )
    .toSorted((a, b) => a.nth - b.nth)
    .slice(0, request.limit)
  let next = state
  const id = globalThis.crypto.randomUUID()
  const taken = seats.map(({ endpointRow, nth, rows }, seat): Taken => {
    const token = `${id}.${seat}`
    const current = findEndpointRow(next, endpointRow.endpoint.id) ?? endpointRow
    const rate = endpointRow.endpoint.rateLimit
    const spacing = rate === null ? 0 : computeSpacingMillis(rate)
    const start = Math.max(endpointRow.nextAt, now) + nth * spacing
    next = putEndpoint(next, {
      ...current,
      inFlight: current.inFlight + 1,
      nextAt: rate === null ? current.nextAt : start + spacing,
    })
    for (const row of rows) next = putRow(next, { ...row, token, leaseUntil: now + request.leaseMillis })
    return { token, endpointRow, rows, startInMillis: rate === null ? 0 : start - now }
  })
  const last = candidates.length > request.limit ? (looked.at(-1)?.endpointRow.endpoint.id ?? null) : null
  return [{ taken, last }, next]
}
