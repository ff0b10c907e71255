/** Formats a figure: one line of JSON for machines, one line for people. */
import type { Summary } from "./summary.ts"
import type { Versions } from "./versions.ts"

/** The line of JSON. */
export const figureLine = (metric: string, summary: Summary, versions: Versions): string => {
  const { ours, peer, ratio, range } = summary
  return JSON.stringify({
    metric,
    ours: rounded(ours),
    peer: rounded(peer),
    ratio: rounded(ratio),
    range: range.map(rounded),
    versions,
  })
}

/** The line for people. */
export const sentence = (metric: string, summary: Summary, met: boolean): string => {
  const { ours, peer, ratio, range, noisy } = summary
  const [from, to] = range.map(rounded)
  const checkResult = noisy ? "noisy" : met ? "target met" : "target missed"
  return `${metric}: ours ${rounded(ours)}, peer ${rounded(peer)}, ratio ${rounded(ratio)} (${from} to ${to}), ${checkResult}`
}

/** Three digits; more would suggest a precision that the measurement does not have. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
