/** The content of `/metrics`: requests, the process, the database, and the engine's metrics from Effect's registry. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Metric, MetricState, Option } from "effect"
import type { Family } from "./family.ts"
import { makeGauges, makeSingle } from "./gauge.ts"
import { type ObservedRequest, RequestMetrics } from "./requestMetrics.ts"

export interface Metrics {
  /** Counts a finished request. */
  readonly observe: (request: ObservedRequest) => void
  /** The text format of Prometheus. */
  readonly text: () => Promise<string>
  readonly stop: () => void
}

/** Measures something with every reading. */
export type Source = () => Promise<ReadonlyArray<Family>>

const readNothing: Source = () => Promise.resolve([])

/**
 * Creates the metrics of one server. Routes are patterns: no part of a path becomes a label. The `source` adds what other
 * parts of the server know. Every value has the `labels`.
 */
export const makeMetrics = (
  source: Source = readNothing,
  labels: Readonly<Record<string, string>> = {},
): Metrics => {
  const requests = new RequestMetrics()
  const measured = new ProcessMetrics()
  return {
    observe: (request) => requests.observe(request),
    text: async () => {
      // Loaded with the first reading: many servers are never asked.
      const { default: prometheus } = await import("prom-client")
      const families = [
        ...measured.listFamilies(),
        ...requests.listFamilies(),
        ...(await source()),
        ...readEngineMetrics(),
      ]
      return prometheus.AggregatorRegistry.aggregate([addLabels(families, labels)]).metrics()
    },
    stop: () => measured.stop(),
  }
}

const addLabels = (
  families: ReadonlyArray<Family>,
  labels: Readonly<Record<string, string>>,
): ReadonlyArray<Family> =>
  Object.keys(labels).length === 0
    ? families
    : families.map((family) => ({
        ...family,
        values: family.values.map((each) => ({ ...each, labels: { ...each.labels, ...labels } })),
      }))

/** Measures memory, processor time and the lag of the event loop. */
class ProcessMetrics {
  private readonly delay = monitorEventLoopDelay({ resolution: 20 })
  private readonly startedAt = Date.now() / 1000 - process.uptime()

  constructor() {
    this.delay.enable()
  }

  listFamilies(): ReadonlyArray<Family> {
    const { system, user } = process.cpuUsage()
    const lags = { p50: this.delay.percentile(50), p99: this.delay.percentile(99), max: this.delay.max }
    this.delay.reset()
    return [
      makeSingle("process_resident_memory_bytes", "Resident memory.", "gauge", process.memoryUsage.rss()),
      makeSingle(
        "process_start_time_seconds",
        "When the process began, in seconds since 1970.",
        "gauge",
        this.startedAt,
      ),
      makeSingle(
        "process_cpu_seconds_total",
        "Processor time, user and system.",
        "counter",
        (user + system) / 1e6,
      ),
      makeGauges(
        "annotary_event_loop_lag_seconds",
        "How late timers fired since the last reading.",
        Object.entries(lags).map(([statistic, nanos]) => ({
          labels: { statistic },
          value: toLagSeconds(nanos),
        })),
      ),
    ]
  }

  stop(): void {
    this.delay.disable()
  }
}

/** The histogram includes the timer's own 20 ms. */
const toLagSeconds = (nanos: number): number => (Number.isFinite(nanos) ? Math.max(0, nanos / 1e9 - 0.02) : 0)

/** The current values of Effect's metrics named `annotary_…`. */
const readEngineMetrics = (): ReadonlyArray<Family> => {
  const families = new Map<string, Family>()
  for (const { metricKey, metricState } of Metric.unsafeSnapshot()) {
    const { description, name, tags } = metricKey
    if (!name.startsWith("annotary_")) continue
    const labels = Object.fromEntries(tags.map(({ key, value }) => [key, value]))
    const { type, values } = toFamilies(name, labels, metricState)
    const help = Option.getOrElse(description, () => name)
    const family = families.get(name) ?? { name, help, type, aggregator: "sum", values: [] }
    families.set(name, { ...family, values: [...family.values, ...values] })
  }
  return [...families.values()]
}

/** Counters, gauges and histograms; the engine uses no other types. */
const toFamilies = (
  name: string,
  labels: Readonly<Record<string, string>>,
  state: MetricState.MetricState.Untyped,
): Pick<Family, "type" | "values"> => {
  if (MetricState.isCounterState(state))
    return { type: "counter", values: [{ labels, value: Number(state.count) }] }
  if (MetricState.isGaugeState(state))
    return { type: "gauge", values: [{ labels, value: Number(state.value) }] }
  if (!MetricState.isHistogramState(state)) return { type: "gauge", values: [] }
  // Effect's buckets are cumulative; its last bound contains everything.
  const buckets = state.buckets.map(([bound, value]) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: bound >= Number.MAX_SAFE_INTEGER ? "+Inf" : String(bound) },
    value,
  }))
  return {
    type: "histogram",
    values: [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: state.sum },
      { metricName: `${name}_count`, labels, value: state.count },
    ],
  }
}
