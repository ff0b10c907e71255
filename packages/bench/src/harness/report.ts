/** A figure as it is told: one line of JSON for machines on standard output, one for people on standard error. */
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

/** Three digits are more than is known. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
