/**
 * Counts requests by method, route and class of status, and how long they took. Plain numbers in arrays: it runs for
 * every request. Routes are the patterns of the contract, so nothing of a path, and no name of a user, becomes a label.
 */
import type { Family, Sample } from "./exposition.ts"

export interface ObservedRequest {
  readonly method: string
  /** The pattern, such as `/samples/:uuid/`; an address that matched none is `unmatched`. */
  readonly route: string
  readonly status: number
  readonly millis: number
}

export interface RequestMetrics {
  readonly observe: (request: ObservedRequest) => void
  readonly families: () => ReadonlyArray<Family>
}

export const makeRequestMetrics = (): RequestMetrics => {
  const routes = new Map<string, RouteCounts>()
  return {
    observe: ({ method, millis, route, status }) => {
      const key = `${method} ${route}`
      let counts = routes.get(key)
      if (counts === undefined) {
        counts = {
          method,
          route,
          classes: new Map(),
          buckets: new Float64Array(bounds.length + 1),
          seconds: 0,
        }
        routes.set(key, counts)
      }
      const seconds = millis / 1000
      const kind = `${Math.floor(status / 100)}xx`
      counts.classes.set(kind, (counts.classes.get(kind) ?? 0) + 1)
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      const index = bucket === -1 ? bounds.length : bucket
      counts.buckets[index] = (counts.buckets[index] ?? 0) + 1
      counts.seconds += seconds
    },
    families: () => [requestsFamily([...routes.values()]), durationFamily([...routes.values()])],
  }
}

interface RouteCounts {
  readonly method: string
  readonly route: string
  readonly classes: Map<string, number>
  /** One count a bound, and one for everything above them. */
  readonly buckets: Float64Array
  seconds: number
}

/** Upper bounds in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const requestsFamily = (routes: ReadonlyArray<RouteCounts>): Family => ({
  name: "annotary_http_requests_total",
  help: "Requests answered, by method, route and class of status.",
  type: "counter",
  samples: routes.flatMap(({ classes, method, route }) =>
    [...classes].map(
      ([status, value]): Sample => ({
        labels: [
          ["method", method],
          ["route", route],
          ["status", status],
        ],
        value,
      }),
    ),
  ),
})

const durationFamily = (routes: ReadonlyArray<RouteCounts>): Family => ({
  name: "annotary_http_request_duration_seconds",
  help: "From the first byte of a request to the last of its answer.",
  type: "histogram",
  samples: routes.flatMap(durations),
})

const durations = ({ buckets, method, route, seconds }: RouteCounts): ReadonlyArray<Sample> => {
  const labels = [["method", method] as const, ["route", route] as const]
  let total = 0
  const steps = [...bounds, Number.POSITIVE_INFINITY].map((bound, index): Sample => {
    total += buckets[index] ?? 0
    const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound)
    return { suffix: "_bucket", labels: [...labels, ["le", le]], value: total }
  })
  return [...steps, { suffix: "_sum", labels, value: seconds }, { suffix: "_count", labels, value: total }]
}
