/** How benchmarks are run and reported. */
import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type Comparison, isMet, runAlternately } from "../src/harness/compare.ts"
import { type Benchmark, runOnStage } from "../src/harness/stage.ts"

const figure = {
  metric: "X1 things (things/s)",
  target: { of: "ratio", atLeast: 0.5 },
  packages: [],
} as const

/** Both sides say the next of their numbers. */
const comparison = (ours: ReadonlyArray<number>, peer: ReadonlyArray<number>): Comparison => {
  const own = [...ours]
  const others = [...peer]
  return {
    ...figure,
    ours: async () => own.shift() ?? Number.NaN,
    peer: async () => others.shift() ?? Number.NaN,
  }
}

const run = async (benchmark: Benchmark) => {
  const lines: Array<string> = []
  const notes: Array<string> = []
  const code = await runOnStage(benchmark, {
    line: (text) => lines.push(text),
    note: (text) => notes.push(text),
  })
  return { code, lines, notes }
}

describe("a comparison", () => {
  it("lets each side go first in turn, and leaves the first round out", async () => {
    const order: Array<string> = []
    const say = (name: string, value: number) => async () => {
      order.push(name)
      return value
    }
    await runAlternately({ ...figure, ours: say("ours", 1), peer: say("peer", 1) })
    expect(order.join(" ")).toBe("ours peer peer ours ours peer peer ours ours peer peer ours")
    const summary = await runAlternately(comparison([1000, 1, 1, 1, 1, 1], [1, 2, 2, 2, 2, 2]))
    expect(summary).toMatchObject({ ratio: 0.5, range: [0.5, 0.5] })
  })

  it("has five rounds at least", async () => {
    await expect(runAlternately({ ...comparison([], []), rounds: 4 })).rejects.toThrow("fewer than 5")
  })

  it("meets its target by its ratio, or by our own figure", () => {
    const summary = { ours: 90, peer: 300, ratio: 0.3, range: [0.3, 0.3], noisy: false } as const
    expect(isMet({ of: "ratio", atLeast: 0.3 }, summary)).toBe(true)
    expect(isMet({ of: "ratio", atLeast: 0.31 }, summary)).toBe(false)
    expect(isMet({ of: "ours", atMost: 100 }, summary)).toBe(true)
    expect(isMet({ of: "ours", atMost: 89 }, summary)).toBe(false)
  })
})

describe("the stage", () => {
  it("reports one line of JSON per figure, with the versions it was measured with", async () => {
    const { code, lines, notes } = await run((stage) =>
      stage.compare(comparison([1, 5, 5, 5, 5, 5], [1, 9, 9, 9, 9, 9])),
    )
    expect(code).toBe(0)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        metric: figure.metric,
        ours: 5,
        peer: 9,
        ratio: 0.556,
        range: [0.556, 0.556],
        noisy: false,
        target: figure.target,
        versions: {
          node: process.versions.node,
          "@annotary/core": expect.any(String),
          effect: expect.any(String),
        },
      },
    ])
    expect(notes.join()).toContain("target met")
  })

  it("reports the CPU time of a call where both sides measure it, the peer's over ours", async () => {
    const { lines, notes } = await run((stage) =>
      stage.compare({
        ...figure,
        ours: async () => ({ value: 5, cpuMillis: 2 }),
        peer: async () => ({ value: 10, cpuMillis: 3 }),
      }),
    )
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      ratio: 0.5,
      cpu: { ours: 2, peer: 3, ratio: 1.5, range: [1.5, 1.5] },
    })
    expect(notes[0]).toContain("CPU time of a call: ours 2 ms, peer 3 ms, peer over ours 1.5 (1.5 to 1.5)")
  })

  it("ends with 2 when one of its figures is noisy, and says which", async () => {
    const { code, notes } = await run(async (stage) => {
      stage.report(figure, [
        { ours: 1, peer: 1 },
        { ours: 1, peer: 3 },
      ])
      stage.report(figure, [{ ours: 1, peer: 1 }])
    })
    expect(code).toBe(2)
    expect(notes[0]).toContain("noisy")
    expect(notes[1]).toContain("target met")
  })

  it("ends what was begun, last first, and removes its folder, also after a failure", async () => {
    const ends: Array<string> = []
    let folder = ""
    const failing = run(async (stage) => {
      folder = stage.folder
      stage.defer(() => ends.push("first"))
      stage.defer(() => ends.push("second"))
      throw new Error("It broke.")
    })
    await expect(failing).rejects.toThrow("It broke.")
    expect(ends).toEqual(["second", "first"])
    expect(folder).not.toBe("")
    expect(existsSync(folder)).toBe(false)
  })
})
