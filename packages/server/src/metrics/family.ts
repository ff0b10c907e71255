/** A metric family in the exchange format of prom-client. */
export interface Family {
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
