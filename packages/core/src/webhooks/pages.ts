/** Pages of deliveries: the range of a search, which deliveries match, and where the next page begins. Pure. */

import { type DeliveryId, formatIdMillis } from "../domain/Ids.ts"
import { type Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { Delivery, DeliveryState } from "../domain/webhooks/Delivery.ts"
import type { DeliveryFilter, DeliveryList, StatusClass } from "./views.ts"

/**
 * The smallest delivery id at a time. Delivery ids begin with the millisecond of their event, so a time range is a
 * range of ids.
 */
export const makeIdAt = (at: Timestamp, shift = 0): string => `${formatIdMillis(toMillis(at) + shift)}-0`

/** A range of delivery ids. */
export interface IdBounds {
  readonly from: string
  /** Exclusive. */
  readonly below: string
}

/** The range of delivery ids of a search: its time range, and the ids before the cursor. */
export const computeIdBounds = (
  { since, until }: Pick<DeliveryFilter, "since" | "until">,
  before: DeliveryId | null,
): IdBounds => {
  const end = until === undefined ? "~" : makeIdAt(until, 1)
  return {
    from: since === undefined ? "" : makeIdAt(since),
    below: before !== null && before < end ? before : end,
  }
}

/** Whether the filter has conditions that no index answers. */
export const isSelective = ({ eventTypes, statuses, dataset }: DeliveryFilter): boolean =>
  (eventTypes ?? []).length > 0 || (statuses ?? []).length > 0 || dataset !== undefined

/** The class of an HTTP status code, for example `2xx`. `none` without a response. */
export const classifyStatus = (status: number | null): StatusClass => {
  const hundreds = status === null ? 0 : Math.floor(status / 100)
  return classes[hundreds] ?? "none"
}

const classes: ReadonlyArray<StatusClass> = ["none", "1xx", "2xx", "3xx", "4xx", "5xx"]

/** Whether a delivery matches the filter, apart from its time range, which the search applies. */
export const matchDeliveryFilter = (
  { eventTypes = [], statuses = [], dataset }: DeliveryFilter,
  delivery: Delivery,
): boolean =>
  (eventTypes.length === 0 || eventTypes.includes(delivery.eventType)) &&
  (statuses.length === 0 || statuses.includes(classifyStatus(delivery.lastStatus))) &&
  (dataset === undefined || delivery.datasetId === dataset)

/** The input of {@link makeDeliveryPage}: the deliveries found, and the search. */
export interface Search {
  /** The newest deliveries of each state below the cursor, at most `window` of each. */
  readonly found: ReadonlyArray<Delivery>
  readonly states: ReadonlyArray<DeliveryState>
  readonly window: number
  readonly filter: DeliveryFilter
  readonly limit: number
}

/**
 * A page of deliveries. If the window of a state is full, nothing below its last delivery is known, so the page ends
 * there.
 */
export const makeDeliveryPage = ({ found, states, window, filter, limit }: Search): DeliveryList => {
  const ends = states.flatMap((state) => {
    const ids = found.filter((each) => each.state === state).map(({ id }) => id)
    return ids.length < window ? [] : ids.toSorted().slice(0, 1)
  })
  const end = ends.toSorted().at(-1) ?? null
  const fitting = found
    .filter((delivery) => (end === null || delivery.id >= end) && matchDeliveryFilter(filter, delivery))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const deliveries = fitting.slice(0, limit)
  const next = fitting.length > limit ? (deliveries.at(-1)?.id ?? null) : end
  return { deliveries, next }
}

/**
 * One page of the lists of several endpoints. Nothing is known below the position where one of the lists ended its
 * search, so the page ends there.
 */
export const mergeDeliveryPages = (lists: ReadonlyArray<DeliveryList>, limit: number): DeliveryList => {
  const end = lists.flatMap(({ next }) => next ?? []).reduce<DeliveryId | null>(pickLater, null)
  const newestLists = lists
    .flatMap(({ deliveries }) => deliveries)
    .filter((delivery) => end === null || delivery.id >= end)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const deliveries = newestLists.slice(0, limit)
  return { deliveries, next: newestLists.length > limit ? (deliveries.at(-1)?.id ?? null) : end }
}

const pickLater = (one: DeliveryId | null, other: DeliveryId): DeliveryId =>
  one === null || other > one ? other : one
