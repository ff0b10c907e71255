/** The form of an endpoint as values, and what is sent of them. Pure. */
import type { Endpoint, EndpointInput } from "./calls.ts"

/** A custom header. The value of one that is stored is never shown, and empty as long as nobody writes a new one. */
export interface HeaderField {
  readonly name: string
  readonly value: string
}

export interface EndpointForm {
  readonly url: string
  readonly description: string
  readonly enabled: boolean
  /** Selectors such as `sample.*`; empty: all about datasets. */
  readonly eventTypes: ReadonlyArray<string>
  /** `owner/name`; empty: all. */
  readonly datasets: ReadonlyArray<string>
  readonly headers: ReadonlyArray<HeaderField>
  /** Requests a second; empty: no limit. */
  readonly rateLimit: number | string
  readonly fifo: boolean
  /** Empty: the newest. */
  readonly version: number | string
}

export const emptyForm: EndpointForm = {
  url: "",
  description: "",
  enabled: true,
  eventTypes: [],
  datasets: [],
  headers: [],
  rateLimit: "",
  fifo: false,
  version: "",
}

export const toForm = (endpoint: Endpoint): EndpointForm => ({
  url: endpoint.url,
  description: endpoint.description,
  enabled: endpoint.enabled,
  eventTypes: endpoint.event_types,
  datasets: endpoint.datasets ?? [],
  headers: Object.keys(endpoint.headers).map((name) => ({ name, value: "" })),
  rateLimit: endpoint.rate_limit ?? "",
  fifo: endpoint.fifo,
  version: endpoint.version ?? "",
})

/**
 * The body of a request. Headers are replaced together, and stored values are unknown here: they are sent only when
 * each of them has a value, and left as they are when none was touched.
 */
export const toBody = (form: EndpointForm, stored?: Endpoint): EndpointInput => ({
  url: form.url.trim(),
  description: form.description.trim(),
  enabled: form.enabled,
  // Cast: the selectors are those of the server's own list.
  event_types: [...form.eventTypes] as NonNullable<EndpointInput["event_types"]>,
  datasets: form.datasets.length === 0 ? null : [...form.datasets],
  rate_limit: toNumberOrNull(form.rateLimit),
  fifo: form.fifo,
  version: toNumberOrNull(form.version),
  ...(hasChangedHeaders(form, stored) ? { headers: toHeaders(form) } : {}),
})

/** Stored headers whose values have to be written again, because another header was changed. */
export const listHeadersToRepeat = (form: EndpointForm, stored?: Endpoint): ReadonlyArray<string> =>
  hasChangedHeaders(form, stored)
    ? form.headers.filter(({ name, value }) => name.trim() !== "" && value === "").map(({ name }) => name)
    : []

const hasChangedHeaders = ({ headers }: EndpointForm, stored?: Endpoint): boolean =>
  headers.some(({ value }) => value !== "") ||
  headers
    .map(({ name }) => name.trim().toLowerCase())
    .filter((name) => name !== "")
    .toSorted()
    .join() !==
    Object.keys(stored?.headers ?? {})
      .toSorted()
      .join()

const toHeaders = ({ headers }: EndpointForm): Record<string, string> =>
  Object.fromEntries(
    headers.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value]),
  )

const toNumberOrNull = (value: number | string): number | null => (value === "" ? null : Number(value))
