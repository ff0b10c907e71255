/** The content of `/metrics`: requests, the process, and the engine's metrics from Effect's registry. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Metric, MetricState, Option } from "effect"
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client"
import type { Family } from "./family.ts"
import { type ObservedRequest, RequestMetrics } from "./requestMetrics.ts"

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
  const requests = new RequestMetrics()
  const stop = measureProcess(registers)
  return {
    observe: (request) => requests.observe(request),
    text: () => {
      const counted: Registry = AggregatorRegistry.aggregate([[...requests.families(), ...engineMetrics()]])
      return Registry.merge([registry, counted]).metrics()
    },
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

/** The current values of Effect's metrics named `annotary_…`. */
const engineMetrics = (): ReadonlyArray<Family> => {
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
  return [...families.values()]
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
