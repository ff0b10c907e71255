/** Compares a run with the recorded figures. Pure. */
import type { MeasuredFigure, RecordedFigure } from "./figures.ts"

/** A ratio of each round, so that higher is better. */
interface Ratios {
  readonly median: number
  readonly worst: number
  readonly best: number
}

/**
 * The ratio of CPU times where a figure has it, because other programs hardly change it. Ratios of which lower is better are turned
 * around: durations and sizes, whose target is a maximum.
 */
export const readRatios = ({ cpu, range, ratio, target }: MeasuredFigure): Ratios => {
  if (cpu !== undefined) return { median: cpu.ratio, worst: cpu.range[0], best: cpu.range[1] }
  if (target.atMost === undefined) return { median: ratio, worst: range[0], best: range[1] }
  return { median: 1 / ratio, worst: 1 / range[1], best: 1 / range[0] }
}

/**
 * A sentence for each figure that fell by more than its range: no round of the run was as good as the recorded median, and no recorded
 * round as bad as the median of the run. A noisy figure is not compared, because its ratios mean nothing.
 */
export const findFallen = (
  recorded: ReadonlyArray<RecordedFigure>,
  measured: ReadonlyArray<MeasuredFigure>,
): ReadonlyArray<string> =>
  measured.flatMap((figure) => {
    const earlier = recorded.find(({ metric }) => metric === figure.metric)
    if (earlier === undefined || (figure.noisy && figure.cpu === undefined)) return []
    const [before, now] = [readRatios(earlier), readRatios(figure)]
    const fell = now.best < before.median && now.median < before.worst
    return fell ? [`${figure.metric}: ${describe(now)}, recorded ${describe(before)}`] : []
  })

/** The metrics of which no earlier run is recorded, so that nothing says whether they fell. */
export const findUnrecorded = (
  recorded: ReadonlyArray<RecordedFigure>,
  measured: ReadonlyArray<MeasuredFigure>,
): ReadonlyArray<string> => {
  const metrics = new Set(recorded.map(({ metric }) => metric))
  return measured.map(({ metric }) => metric).filter((metric) => !metrics.has(metric))
}

const describe = ({ best, median, worst }: Ratios): string =>
  `${Number(median.toPrecision(3))} (${Number(worst.toPrecision(3))} to ${Number(best.toPrecision(3))})`
