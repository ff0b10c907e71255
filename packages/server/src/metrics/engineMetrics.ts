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

/** Counters and gauges; the engine keeps nothing else. */
const reading = (
  state: MetricState.MetricState.Untyped,
  labels: Sample["labels"],
): Pick<Family, "type" | "samples"> | undefined => {
  if (MetricState.isCounterState(state))
    return { type: "counter", samples: [{ labels, value: Number(state.count) }] }
  if (MetricState.isGaugeState(state))
    return { type: "gauge", samples: [{ labels, value: Number(state.value) }] }
  return undefined
}
