/** The recorded figures: how they are kept, shown and compared. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { findFallen, findUnrecorded } from "../src/harness/fallen.ts"
import {
  type MeasuredFigure,
  parseFigures,
  type RecordedFigure,
  readFigures,
  replaceFigures,
} from "../src/harness/figures.ts"
import { replaceTable } from "../src/harness/figuresTable.ts"
import { formatFigure } from "../src/harness/report.ts"

const run = { date: "2026-11-28", commit: "abc1234", processors: "2 × Machine", load: 0.2 }

const figure = (metric: string, ratio: number, range: readonly [number, number]): MeasuredFigure => ({
  metric,
  target: { of: "ratio", atLeast: 0.8 },
  ours: 10 * ratio,
  peer: 10,
  ratio,
  range,
  noisy: false,
  versions: { node: "20.20.2" },
})

const record = (benchmark: string, measured: MeasuredFigure): RecordedFigure => ({
  benchmark,
  ...measured,
  run,
})

describe("recorded figures", () => {
  it("are the lines that a benchmark prints, other lines aside", () => {
    const { metric, target, versions, ...summary } = figure("B5 claims", 0.9, [0.85, 0.95])
    const output = `a note\n${formatFigure(metric, target, summary, versions)}\n{"other":1}\n`
    expect(parseFigures(output)).toEqual([{ metric, target, versions, ...summary }])
  })

  it("replace all earlier ones of their benchmark, at the same place, and leave the others", () => {
    const [a, b, c, d] = ["a", "b", "c", "d"].map((metric) => figure(metric, 1, [1, 1])) as [
      MeasuredFigure,
      MeasuredFigure,
      MeasuredFigure,
      MeasuredFigure,
    ]
    const before = [record("first", a), record("second", b), record("second", c), record("third", d)]
    const after = replaceFigures(before, "second", { ...run, load: 3 }, [figure("b", 2, [2, 2])])
    expect(after.map(({ metric, ratio, run: { load } }) => [metric, ratio, load])).toEqual([
      ["a", 1, 0.2],
      ["b", 2, 3],
      ["d", 1, 0.2],
    ])
    expect(replaceFigures(before, "fourth", run, [figure("e", 1, [1, 1])]).at(-1)?.metric).toBe("e")
  })

  it("are what the README shows", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    expect(replaceTable(readme, readFigures())).toBe(readme)
  })

  it("are shown with their target, whether it is met, and when they were measured", () => {
    const readme =
      "# A\n\n<!-- Made by `bench --record` of figures.jsonl. -->\n\nold\n\n<!-- End of what is made. -->\n\nend\n"
    const cpu = { ours: 2, peer: 1, ratio: 0.5, range: [0.4, 0.6] } as const
    const shown = replaceTable(readme, [
      record("claim", { ...figure("B5 claims", 0.7, [0.6, 0.8]), cpu, noisy: true }),
      record("start", { ...figure("G memory (MB)", 2, [2, 2]), target: { of: "ours", atMost: 90 } }),
    ])
    const [, , , , titles = "", , first = "", second = ""] = shown.split("\n")
    const readCells = (line: string) => line.split("|").map((cell) => cell.trim())
    expect(readCells(titles).slice(1, 3)).toEqual(["figure", "CPU time, peer over ours"])
    expect(readCells(first).slice(1, -1)).toEqual([
      "B5 claims, `bench claim`",
      "0.5 (0.4 to 0.6)",
      "7",
      "10",
      "0.7 (0.6 to 0.8), noisy",
      "at least 0.8: missed",
      "2026-11-28, abc1234, load 0.2",
    ])
    expect(readCells(second)[6]).toBe("ours at most 90: met")
    expect(shown).not.toContain("old")
    expect(shown.endsWith("\n\nend\n")).toBe(true)
  })
})

describe("a figure that fell", () => {
  const recorded = [record("claim", figure("claims", 0.9, [0.85, 0.95]))]

  it("is named when neither run reaches the median of the other", () => {
    expect(findFallen(recorded, [figure("claims", 0.8, [0.78, 0.84])])).toEqual([
      "claims: 0.8 (0.78 to 0.84), recorded 0.9 (0.85 to 0.95)",
    ])
  })

  it("is not one that lies within the range, that rose, that is noisy, or that was never recorded", () => {
    const others = [
      figure("claims", 0.86, [0.8, 0.89]),
      figure("claims", 0.8, [0.7, 0.91]),
      figure("claims", 1.5, [1.4, 1.6]),
      { ...figure("claims", 0.1, [0.1, 0.1]), noisy: true },
      figure("new", 0.1, [0.1, 0.1]),
    ]
    for (const other of others) expect(findFallen(recorded, [other])).toEqual([])
  })

  it("is told from one that was never recorded", () => {
    const measured = [figure("claims", 0.1, [0.1, 0.1]), figure("new", 0.1, [0.1, 0.1])]
    expect(findUnrecorded(recorded, measured)).toEqual(["new"])
  })

  it("is judged by CPU time where it has it, also in a noisy run", () => {
    const cpu = (ratio: number) => ({ ours: 1, peer: ratio, ratio, range: [ratio, ratio] as const })
    const before = [record("put", { ...figure("puts", 0.9, [0.9, 0.9]), cpu: cpu(0.5) })]
    const slower = { ...figure("puts", 0.1, [0.1, 0.1]), noisy: true }
    expect(findFallen(before, [{ ...slower, cpu: cpu(0.5) }])).toEqual([])
    expect(findFallen(before, [{ ...slower, cpu: cpu(0.4) }])).toEqual([
      "puts: 0.4 (0.4 to 0.4), recorded 0.5 (0.5 to 0.5)",
    ])
  })

  it("is one that grew where less is better", () => {
    const lower = (ratio: number) => ({
      ...figure("start (ms)", ratio, [ratio, ratio]),
      target: { of: "ours", atMost: 500 } as const,
    })
    expect(findFallen([record("start", lower(4))], [lower(5)])).toEqual([
      "start (ms): 0.2 (0.2 to 0.2), recorded 0.25 (0.25 to 0.25)",
    ])
    expect(findFallen([record("start", lower(4))], [lower(3)])).toEqual([])
  })
})
