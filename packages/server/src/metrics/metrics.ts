/** The content of `/metrics`: requests, the process, and the engine's metrics from Effect's registry. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Metric, MetricState, Option } from "effect"
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from "prom-client"

export interface ObservedRequest {
  readonly method: string
  /** The pattern, such as `/samples/:uuid/`; `unmatched` for an unknown address. */
  readonly route: string
  readonly status: number
  readonly millis: number
}

export interface Metrics {
  /** Counts a finished request. */
  readonly observe: (request: ObservedRequest) => void
  /** The text format of Prometheus. */
  readonly text: () => Promise<string>
  readonly stop: () => void
}

/** Creates the metrics of one server. Routes are patterns: no part of a path becomes a label. */
export const makeMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: "annotary_http_requests_total",
    help: "Requests answered, by method, route and class of status.",
    labelNames: ["method", "route", "status"],
    registers,
  })
  const durations = new Histogram({
    name: "annotary_http_request_duration_seconds",
    help: "From the first byte of a request to the last of its answer.",
    labelNames: ["method", "route"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const stop = measureProcess(registers)
  return {
    observe: ({ method, millis, route, status }) => {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
      durations.observe({ method, route }, millis / 1000)
    },
    text: () => Registry.merge([registry, engineMetrics()]).metrics(),
    stop,
  }
}

/** Measures memory, processor time and the lag of the event loop. The returned function stops measuring. */
const measureProcess = (registers: Array<Registry>): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge("process_resident_memory_bytes", "Resident memory.", process.memoryUsage.rss)
  gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", () => startedAt)
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time, user and system.",
    registers,
    collect() {
      const { system, user } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: "annotary_event_loop_lag_seconds",
    help: "How late timers fired since the last reading.",
    labelNames: ["quantile"],
    registers,
    collect() {
      this.set({ quantile: "0.5" }, lagSeconds(delay.percentile(50)))
      this.set({ quantile: "0.99" }, lagSeconds(delay.percentile(99)))
      this.set({ quantile: "1" }, lagSeconds(delay.max))
      delay.reset()
    },
  })
  return () => delay.disable()
}

/** The histogram includes the timer's own 20 ms. */
const lagSeconds = (nanos: number): number => (Number.isFinite(nanos) ? Math.max(0, nanos / 1e9 - 0.02) : 0)

/** A registry with the current values of Effect's metrics named `annotary_…`. */
const engineMetrics = (): Registry => {
  const families = new Map<string, Family>()
  for (const { metricKey, metricState } of Metric.unsafeSnapshot()) {
    const { description, name, tags } = metricKey
    if (!name.startsWith("annotary_")) continue
    const labels = Object.fromEntries(tags.map(({ key, value }) => [key, value]))
    const { type, values } = mirrored(name, labels, metricState)
    const help = Option.getOrElse(description, () => name)
    const family = families.get(name) ?? { name, help, type, aggregator: "sum", values: [] }
    families.set(name, { ...family, values: [...family.values, ...values] })
  }
  return AggregatorRegistry.aggregate([[...families.values()]])
}

/** A metric family in the exchange format of prom-client. */
interface Family {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly aggregator: "sum"
  readonly values: ReadonlyArray<{
    readonly metricName?: string
    readonly labels: Readonly<Record<string, string>>
    readonly value: number
  }>
}

/** Counters, gauges and histograms; the engine uses no other types. */
const mirrored = (
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
