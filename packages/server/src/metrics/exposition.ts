/** The text format of Prometheus (exposition format 0.0.4). Pure. */

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge" | "histogram" | "summary"
  readonly samples: ReadonlyArray<Sample>
}

export interface Sample {
  /** Appended to the family's name: `_bucket`, `_sum`, `_count`; empty for plain samples. */
  readonly suffix?: string
  readonly labels: ReadonlyArray<readonly [name: string, value: string]>
  readonly value: number
}

export const expositionType = "text/plain; version=0.0.4; charset=utf-8"

/** Families without samples are left out. */
export const exposition = (families: ReadonlyArray<Family>): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ help, name, samples, type }) =>
        `# HELP ${name} ${escaped(help, false)}\n# TYPE ${name} ${type}\n${samples.map((sample) => line(name, sample)).join("")}`,
    )
    .join("")

const line = (name: string, { labels, suffix, value }: Sample): string => {
  const shown = labels.map(([key, text]) => `${key}="${escaped(text, true)}"`).join(",")
  return `${name}${suffix ?? ""}${shown === "" ? "" : `{${shown}}`} ${numberText(value)}\n`
}

const numberText = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? "+Inf" : value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)

const escaped = (text: string, quotes: boolean): string => {
  const plain = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
  return quotes ? plain.replaceAll('"', '\\"') : plain
}
