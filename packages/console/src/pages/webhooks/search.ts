/** The search parameters of the webhook pages. What an address cannot mean is left out, so that an old link still opens. */
import type { Wire } from "../../api/client.ts"
import { omitUndefined, readDay, readText, type SearchInput } from "../../ui/search.ts"

/** Whose webhooks a page shows: an organization's, or one's own without a name. */
export interface AccountSearch {
  readonly owner?: string
}

export const deliveryStates = ["pending", "held", "delivered", "dead", "cancelled"] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Classes of HTTP answers. `none`: no answer at all. */
export const statusClasses = ["2xx", "3xx", "4xx", "5xx", "none"] as const
export type StatusClass = (typeof statusClasses)[number]

/** The filters of a list of deliveries, and the delivery whose drawer is open. */
export interface DeliverySearch extends AccountSearch {
  readonly state?: ReadonlyArray<DeliveryState>
  readonly event?: ReadonlyArray<string>
  readonly code?: ReadonlyArray<StatusClass>
  readonly dataset?: string
  readonly from?: string
  readonly to?: string
  readonly sel?: string
}

export const readAccountSearch = (search: SearchInput): AccountSearch =>
  omitUndefined({ owner: readText(search.owner) })

export const readDeliverySearch = (search: SearchInput): DeliverySearch =>
  omitUndefined({
    owner: readText(search.owner),
    state: readList(search.state, (one) => deliveryStates.find((known) => known === one)),
    event: readList(search.event, (one) => (typeof one === "string" ? readText(one) : undefined)),
    code: readList(search.code, (one) => statusClasses.find((known) => known === one)),
    dataset: readText(search.dataset),
    from: readDay(search.from),
    to: readDay(search.to),
    sel: readText(search.sel),
  })

/** Whether a list is filtered, and its emptiness therefore means something else. */
export const isFiltered = ({ owner, sel, ...filters }: DeliverySearch): boolean =>
  Object.keys(filters).length > 0

/** The query of the API for these filters. */
export const toQuery = ({ code, dataset, event, state, ...days }: DeliverySearch) =>
  omitUndefined({
    state: state?.join(","),
    event_type: event?.join(","),
    status: code?.join(","),
    dataset,
    ...toPeriod(days),
  })

/** The filters of a change of all deliveries that fit. */
export const toBulkFilters = ({ code, dataset, event, state, ...days }: DeliverySearch) =>
  omitUndefined({
    states: state && [...state],
    // Cast: an address may name a type that does not exist, which the server refuses.
    event_types: event && ([...event] as Array<Wire<"EventType">>),
    statuses: code && [...code],
    dataset,
    ...toPeriod(days),
  })

/** Days are those of the browser's time zone, both inclusive. */
const toPeriod = ({ from, to }: Pick<DeliverySearch, "from" | "to">) => ({
  since: from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString(),
  until: to === undefined ? undefined : new Date(`${to}T23:59:59.999`).toISOString(),
})

const readList = <A>(
  value: unknown,
  known: (one: unknown) => A | undefined,
): ReadonlyArray<A> | undefined => {
  const items = (Array.isArray(value) ? value : [value]).flatMap((one) => known(one) ?? [])
  return items.length === 0 ? undefined : [...new Set(items)]
}
