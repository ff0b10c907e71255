/** What the engine counts in Effect's metric registry, such as jobs and claims: everything named `annotary_…`. */
import { Metric, MetricState } from "effect"
import type { Family, Sample } from "./exposition.ts"

export const engineMetrics = (): ReadonlyArray<Family> => {
  const families = new Map<string, { -readonly [Key in keyof Family]: Family[Key] }>()
  for (const { metricKey, metricState } of Metric.unsafeSnapshot()) {
    if (!metricKey.name.startsWith("annotary_")) continue
    const labels = metricKey.tags.map(({ key, value }) => [key, value] as const)
    const read = reading(metricState, labels)
    if (read === undefined) continue
    const help = metricKey.description._tag === "Some" ? metricKey.description.value : metricKey.name
    const family = families.get(metricKey.name) ?? {
      name: metricKey.name,
      help,
      type: read.type,
      samples: [],
    }
    family.samples = [...family.samples, ...read.samples]
    families.set(metricKey.name, family)
  }
  return [...families.values()]
}

/** Counters, gauges and histograms; the engine keeps nothing else. */
const reading = (
  state: MetricState.MetricState.Untyped,
  labels: Sample["labels"],
): Pick<Family, "type" | "samples"> | undefined => {
  if (MetricState.isCounterState(state))
    return { type: "counter", samples: [{ labels, value: Number(state.count) }] }
  if (MetricState.isGaugeState(state))
    return { type: "gauge", samples: [{ labels, value: Number(state.value) }] }
  if (MetricState.isHistogramState(state)) return { type: "histogram", samples: histogram(state, labels) }
  return undefined
}

/** Effect counts up to each bound already; the last of its bounds stands for everything. */
const histogram = (
  state: MetricState.MetricState.Histogram,
  labels: Sample["labels"],
): ReadonlyArray<Sample> => [
  ...state.buckets.map(
    ([bound, count]): Sample => ({
      suffix: "_bucket",
      labels: [...labels, ["le", bound >= Number.MAX_SAFE_INTEGER ? "+Inf" : String(bound)]],
      value: count,
    }),
  ),
  { suffix: "_sum", labels, value: state.sum },
  { suffix: "_count", labels, value: state.count },
]
