/** The metrics of requests. Counting costs one look-up; labels and buckets are put together when they are read. */
import type { Family } from "./family.ts"

/** A finished request. */
export interface ObservedRequest {
  readonly method: string
  /** The pattern, such as `/samples/:uuid/`; `unmatched` for an unknown address. */
  readonly route: string
  readonly status: number
  readonly millis: number
}

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The requests of one route. */
class Times {
  /** By class of status: index 2 for 2xx. */
  readonly byStatus = new Array<number>(10).fill(0)
  /** Not cumulative; the last bucket has no bound. */
  readonly buckets = new Array<number>(bounds.length + 1).fill(0)
  seconds = 0
  count = 0
}

export class RequestMetrics {
  private readonly routes = new Map<string, Map<string, Times>>()

  observe({ method, millis, route, status }: ObservedRequest): void {
    const times = this.getTimes(method, route)
    const seconds = millis / 1000
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
    const statusClass = Math.floor(status / 100)
    times.byStatus[statusClass] = (times.byStatus[statusClass] ?? 0) + 1
    times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1
    times.seconds += seconds
    times.count += 1
  }

  listFamilies(): ReadonlyArray<Family> {
    const series = [...this.routes].flatMap(([route, methods]) =>
      [...methods].map(([method, times]) => ({ labels: { method, route }, times })),
    )
    return [
      {
        name: "annotary_http_requests_total",
        help: "Requests answered, by method, route and class of status.",
        type: "counter",
        aggregator: "sum",
        values: series.flatMap(({ labels, times }) => toStatusValues(labels, times)),
      },
      {
        name,
        help: "From the first byte of a request to the last of its answer.",
        type: "histogram",
        aggregator: "sum",
        values: series.flatMap(({ labels, times }) => toBucketValues(labels, times)),
      },
    ]
  }

  private getTimes(method: string, route: string): Times {
    const knownTimes = this.routes.get(route)?.get(method)
    if (knownTimes !== undefined) return knownTimes
    const times = new Times()
    this.routes.set(route, (this.routes.get(route) ?? new Map<string, Times>()).set(method, times))
    return times
  }
}

const name = "annotary_http_request_duration_seconds"

type Labels = Readonly<Record<string, string>>

const toStatusValues = (labels: Labels, { byStatus }: Times): Family["values"] =>
  byStatus.flatMap((value, index) =>
    value === 0 ? [] : [{ labels: { ...labels, status: `${index}xx` }, value }],
  )

/** Buckets of the text format are cumulative. */
const toBucketValues = (labels: Labels, { buckets, count, seconds }: Times): Family["values"] => {
  let below = 0
  const cumulative = buckets.map((value, index) => {
    below += value
    return {
      metricName: `${name}_bucket`,
      labels: { le: String(bounds[index] ?? "+Inf"), ...labels },
      value: below,
    }
  })
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
