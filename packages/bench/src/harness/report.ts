/** Formats a figure: one line of JSON for machines, one line for people. */
import type { Target } from "./compare.ts"
import type { CpuSummary, Summary } from "./summary.ts"
import type { Versions } from "./versions.ts"

/** The line of JSON. */
export const formatFigure = (
  metric: string,
  target: Target,
  summary: Summary,
  versions: Versions,
): string => {
  const { cpu, noisy, ours, peer, ratio, range } = summary
  return JSON.stringify({
    metric,
    target,
    ours: roundFigure(ours),
    peer: roundFigure(peer),
    ratio: roundFigure(ratio),
    range: range.map(roundFigure),
    noisy,
    ...(cpu !== undefined && {
      cpu: {
        ours: roundFigure(cpu.ours),
        peer: roundFigure(cpu.peer),
        ratio: roundFigure(cpu.ratio),
        range: cpu.range.map(roundFigure),
      },
    }),
    versions,
  })
}

/** The line for people. */
export const formatSentence = (metric: string, summary: Summary, met: boolean): string => {
  const { cpu, ours, peer, ratio, range, noisy } = summary
  const [from, to] = range.map(roundFigure)
  const checkResult = noisy ? "noisy" : met ? "target met" : "target missed"
  return `${metric}: ours ${roundFigure(ours)}, peer ${roundFigure(peer)}, ratio ${roundFigure(ratio)} (${from} to ${to}), ${checkResult}${cpu === undefined ? "" : formatCpu(cpu)}`
}

const formatCpu = ({ ours, peer, range, ratio }: CpuSummary): string => {
  const [from, to] = range.map(roundFigure)
  return `; CPU time of a call: ours ${roundFigure(ours)} ms, peer ${roundFigure(peer)} ms, peer over ours ${roundFigure(ratio)} (${from} to ${to})`
}

/** Three digits; more would suggest a precision that the measurement does not have. */
export const roundFigure = (value: number): number => Number(value.toPrecision(3))
