/** The environment of one benchmark: a temporary folder, finalizers, and the report of its figures. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Comparison, isMet, runAlternately } from "./compare.ts"
import { formatFigure, formatSentence } from "./report.ts"
import { computeSummary, type Round, type Summary } from "./summary.ts"
import { readVersions } from "./versions.ts"

/** The description of a figure. */
export type Figure = Omit<Comparison, "ours" | "peer" | "rounds">

export interface Stage {
  /** A new folder, removed at the end. */
  readonly folder: string
  /** Measures and reports. */
  readonly compare: (comparison: Comparison) => Promise<void>
  /** Reports what was measured with another figure. */
  readonly report: (figure: Figure, rounds: ReadonlyArray<Round>) => void
  /** Prints a line that is not a figure. */
  readonly print: (line: string) => void
  /** Runs at the end, in reverse order. */
  readonly defer: (end: () => unknown) => void
}

export type Benchmark = (stage: Stage) => Promise<void>

/** 0, or 2 when the machine was too busy to measure. */
export type ExitCode = 0 | 2

export interface Output {
  /** A line for machines. */
  readonly line: (text: string) => void
  /** A line for people. */
  readonly note: (text: string) => void
}

export const runOnStage = async (benchmark: Benchmark, output: Output): Promise<ExitCode> => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-bench-"))
  const ends: Array<() => unknown> = [() => rmSync(folder, { recursive: true, force: true })]
  let code: ExitCode = 0
  const show = ({ metric, packages, target }: Figure, summary: Summary) => {
    if (summary.noisy) code = 2
    output.line(formatFigure(metric, target, summary, readVersions(packages)))
    output.note(formatSentence(metric, summary, isMet(target, summary)))
  }
  try {
    await benchmark({
      folder,
      compare: async (comparison) => show(comparison, await runAlternately(comparison)),
      report: (figure, rounds) => show(figure, computeSummary(rounds)),
      print: output.line,
      defer: (end) => ends.push(end),
    })
    return code
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}
