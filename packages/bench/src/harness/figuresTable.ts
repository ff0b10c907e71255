/** The table of figures in the README. Pure. */
import { isMet, type Target } from "./compare.ts"
import type { RecordedFigure } from "./figures.ts"
import { roundFigure } from "./report.ts"

const begin = "<!-- Made by `bench --record` of figures.jsonl. -->"
const end = "<!-- End of what is made. -->"

/** Puts the table between the two comments of a README. */
export const replaceTable = (readme: string, figures: ReadonlyArray<RecordedFigure>): string => {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The README has no place for figures: "${begin}" and "${end}".`)
  return `${readme.slice(0, from + begin.length)}\n\n${formatTable(figures)}\n\n${readme.slice(to)}`
}

const titles = ["figure", "CPU time, peer over ours", "ours", "peer", "ours over peer", "target", "measured"]

const formatTable = (figures: ReadonlyArray<RecordedFigure>): string => {
  const rows = figures.map(formatRow)
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => (cells[column] ?? "").length)),
  )
  const formatLine = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [
    formatLine(titles),
    formatLine(widths.map((width) => "-".repeat(width))),
    ...rows.map(formatLine),
  ].join("\n")
}

const formatRow = (figure: RecordedFigure): ReadonlyArray<string> => {
  const { benchmark, cpu, metric, noisy, ours, peer, range, ratio, run, target } = figure
  return [
    `${metric}, \`bench ${benchmark}\``,
    cpu === undefined ? "" : formatRange(cpu.ratio, cpu.range),
    String(roundFigure(ours)),
    String(roundFigure(peer)),
    `${formatRange(ratio, range)}${noisy ? ", noisy" : ""}`,
    `${formatTarget(target)}: ${isMet(target, figure) ? "met" : "missed"}`,
    `${run.date}, ${run.commit}, load ${run.load}`,
  ]
}

const formatRange = (median: number, [from, to]: readonly [number, number]): string =>
  `${roundFigure(median)} (${roundFigure(from)} to ${roundFigure(to)})`

const formatTarget = ({ atLeast, atMost, of }: Target): string => {
  const bound =
    atLeast === undefined ? `at most ${roundFigure(atMost ?? 0)}` : `at least ${roundFigure(atLeast)}`
  return of === "ours" ? `ours ${bound}` : bound
}
