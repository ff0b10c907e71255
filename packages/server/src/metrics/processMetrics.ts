/** What the process itself says: memory, processor time, and how late the event loop is. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Family } from "./exposition.ts"

export interface ProcessMetrics {
  readonly families: () => ReadonlyArray<Family>
  readonly stop: () => void
}

export const makeProcessMetrics = (): ProcessMetrics => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()
  return {
    families: () => {
      const cpu = process.cpuUsage()
      const families = [
        gauge("process_resident_memory_bytes", "Resident memory.", process.memoryUsage.rss()),
        gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", startedAt),
        {
          ...gauge(
            "process_cpu_seconds_total",
            "Processor time, user and system.",
            (cpu.user + cpu.system) / 1e6,
          ),
          type: "counter" as const,
        },
        lag(delay),
      ]
      delay.reset()
      return families
    },
    stop: () => {
      delay.disable()
    },
  }
}

/** Since the last reading. */
const lag = (delay: { readonly percentile: (at: number) => number; readonly max: number }): Family => ({
  name: "annotary_event_loop_lag_seconds",
  help: "How late timers fired since the last reading.",
  type: "gauge",
  samples: [
    { labels: [["quantile", "0.5"]], value: seconds(delay.percentile(50)) },
    { labels: [["quantile", "0.99"]], value: seconds(delay.percentile(99)) },
    { labels: [["quantile", "1"]], value: seconds(delay.max) },
  ],
})

/** The histogram counts the timer's own 20 ms. */
const seconds = (nanos: number): number => (Number.isFinite(nanos) ? Math.max(0, nanos / 1e9 - 0.02) : 0)

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "gauge",
  samples: [{ labels: [], value }],
})
