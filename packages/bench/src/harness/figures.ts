/** The figures of `figures.jsonl`, one a line: what was measured last, with where and when. The README shows them in a table. */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import type { Target } from "./compare.ts"
import type { CpuSummary, Summary } from "./summary.ts"
import type { Versions } from "./versions.ts"

/** A figure as a benchmark prints it, on a line of JSON. */
export interface MeasuredFigure extends Omit<Summary, "cpu"> {
  readonly metric: string
  readonly target: Target
  readonly cpu?: CpuSummary
  readonly versions: Versions
}

/** The circumstances of a benchmark's run. */
export interface Run {
  /** Such as `2026-11-28`. */
  readonly date: string
  /** Abbreviated; ends with `+` where files were changed that were not committed. */
  readonly commit: string
  /** Count and name. */
  readonly processors: string
  /** Of the minute before the run. */
  readonly load: number
}

export interface RecordedFigure extends MeasuredFigure {
  readonly benchmark: string
  readonly run: Run
}

const figuresFile = new URL("../../figures.jsonl", import.meta.url)

export const readFigures = (): ReadonlyArray<RecordedFigure> =>
  readFileSync(figuresFile, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))

export const writeFigures = (figures: ReadonlyArray<RecordedFigure>): void =>
  writeFileSync(figuresFile, figures.map((figure) => `${JSON.stringify(figure)}\n`).join(""))

/** Replaces all figures of a benchmark by those of a new run, at their old place in the list. */
export const replaceFigures = (
  figures: ReadonlyArray<RecordedFigure>,
  benchmark: string,
  run: Run,
  measured: ReadonlyArray<MeasuredFigure>,
): ReadonlyArray<RecordedFigure> => {
  const recorded = measured.map((figure) => ({ benchmark, ...figure, run }))
  const index = figures.findIndex((figure) => figure.benchmark === benchmark)
  const others = figures.filter((figure) => figure.benchmark !== benchmark)
  return index < 0 ? [...others, ...recorded] : others.toSpliced(index, 0, ...recorded)
}

/** The figures among the lines that a benchmark prints. */
export const parseFigures = (output: string): ReadonlyArray<MeasuredFigure> =>
  output.split("\n").flatMap((line) => (line.startsWith('{"metric":') ? [JSON.parse(line)] : []))

/** The files that a recording itself changes. */
const recordings = [":(exclude,top)packages/bench/figures.jsonl", ":(exclude,top)packages/bench/README.md"]

export const describeRun = (load: number): Run => {
  const runGit = (...words: ReadonlyArray<string>) => execFileSync("git", words, { encoding: "utf8" }).trim()
  const processors = cpus()
  const changed = runGit("status", "--porcelain", "--untracked-files=no", "--", ":/", ...recordings)
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${runGit("rev-parse", "--short", "HEAD")}${changed === "" ? "" : "+"}`,
    processors: `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`,
    load: Number(load.toFixed(1)),
  }
}
