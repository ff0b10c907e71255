/** The search parameters of the webhook pages. What an address cannot mean is left out, so that an old link still opens. */

import type { Wire } from "../../api/client.ts"

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

export const accountSearch = (search: Record<string, unknown>): AccountSearch =>
  given({ owner: text(search.owner) })

export const deliverySearch = (search: Record<string, unknown>): DeliverySearch =>
  given({
    owner: text(search.owner),
    state: some(search.state, (one) => deliveryStates.find((known) => known === one)),
    event: some(search.event, text),
    code: some(search.code, (one) => statusClasses.find((known) => known === one)),
    dataset: text(search.dataset),
    from: day(search.from),
    to: day(search.to),
    sel: text(search.sel),
  })

/** Whether a list is filtered, and its emptiness therefore means something else. */
export const isFiltered = ({ owner, sel, ...filters }: DeliverySearch): boolean =>
  Object.keys(filters).length > 0

/** The query of the API for these filters. */
export const queryOf = ({ code, dataset, event, state, ...days }: DeliverySearch) =>
  given({
    state: state?.join(","),
    event_type: event?.join(","),
    status: code?.join(","),
    dataset,
    ...periodOf(days),
  })

/** The filters of a change of all deliveries that fit. */
export const bulkFilters = ({ code, dataset, event, state, ...days }: DeliverySearch) =>
  given({
    states: state && [...state],
    // Cast: an address may name a type that does not exist, which the server refuses.
    event_types: event && ([...event] as Array<Wire<"EventType">>),
    statuses: code && [...code],
    dataset,
    ...periodOf(days),
  })

/** Days are those of the browser's time zone, both inclusive. */
const periodOf = ({ from, to }: Pick<DeliverySearch, "from" | "to">) => ({
  since: from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString(),
  until: to === undefined ? undefined : new Date(`${to}T23:59:59.999`).toISOString(),
})

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

const day = (value: unknown): string | undefined => {
  const found = text(value)
  return found !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(found) && !Number.isNaN(Date.parse(found))
    ? found
    : undefined
}

const some = <A>(value: unknown, known: (one: unknown) => A | undefined): ReadonlyArray<A> | undefined => {
  const found = (Array.isArray(value) ? value : [value]).flatMap((one) => known(one) ?? [])
  return found.length === 0 ? undefined : [...new Set(found)]
}

type Given<A> = { [Key in keyof A]?: Exclude<A[Key], undefined> }

/** The fields that are there. Cast: `fromEntries` forgets which key has which value. */
const given = <A extends object>(fields: A): Given<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<A>
