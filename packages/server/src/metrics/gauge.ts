/** Families of gauges and counters without buckets. */
import type { Family } from "./family.ts"

/** One value with its labels. */
export interface Value {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A gauge with a value for each set of labels. */
export const makeGauges = (name: string, help: string, values: ReadonlyArray<Value>): Family => ({
  name,
  help,
  type: "gauge",
  aggregator: "sum",
  values,
})

/** A family with one value and no labels. */
export const makeSingle = (name: string, help: string, type: "counter" | "gauge", value: number): Family => ({
  ...makeGauges(name, help, [{ labels: {}, value }]),
  type,
})
